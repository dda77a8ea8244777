/** Contents that may be written to a registry pair, as the setting documents them. */
import * as v from 'valibot';
import { described, flag, list, maybe, optional, text } from './words.ts';

export const RegistryType = v.picklist([
  'REG_DWORD',
  'REG_QWORD',
  'REG_SZ',
  'REG_EXPAND_SZ',
  'REG_MULTI_SZ',
  'REG_BINARY',
]);
export type RegistryType = v.InferOutput<typeof RegistryType>;

/** Member of everything that has a label. */
export const labelOmitted = flag(
  'The vendor’s text is longer than a label and is left out; see the vendor’s page (learnUrl).',
);

export const TemplateVersion = v.object({
  source: text('Id of the source.'),
  sourceVersion: text('Version of its templates.'),
});
export type TemplateVersion = v.InferOutput<typeof TemplateVersion>;

/** Of a policy (enabled, disabled) or of a check box (true, false). */
export const WritingState = v.picklist(['enabled', 'disabled', 'true', 'false']);

export const DocumentedValue = v.object({
  data: described(
    v.nullable(v.string()),
    'The content: numbers as decimal digits, REG_BINARY as hexadecimal text; null where the value is deleted.',
  ),
  state: optional(
    WritingState,
    'The state of the policy (enabled, disabled) or of the check box (true, false) that writes it.',
  ),
  label: maybe(
    'Title of the option, or of the element whose list holds the content, in the language of the match.',
  ),
  labelOmitted,
  type: optional(
    RegistryType,
    'Type of this content; only where the contents of the value have several types.',
  ),
  elementId: maybe('Element that writes it, where that is not the match’s elementId.'),
  documentedIn: list(
    TemplateVersion,
    'The versions that document it, where others that have the setting do not.',
  ),
});
export type DocumentedValue = v.InferOutput<typeof DocumentedValue>;

/** The fields of a match or record that say what may be written. */
export const documentedData = {
  registryType: optional(
    RegistryType,
    'Type of the registry value; absent where its contents have several, or it is only deleted.',
  ),
  values: list(
    DocumentedValue,
    'Each documented content of the value, with the state or the option that it stands for.',
  ),
  bounds: optional(
    v.object({ min: maybe('Smallest number.'), max: maybe('Largest number.') }),
    'Bounds of a number, as decimal digits; both count as allowed.',
  ),
  maxLength: maybe('Most characters of a text, as decimal digits.'),
  maxStrings: maybe('REG_MULTI_SZ: most entries, as decimal digits.'),
  entries: list(v.string(), 'REG_MULTI_SZ: no entries but these, in any number.'),
  patterns: list(v.string(), 'Regular expressions; the content must match each.'),
  flags: flag('The numbers in “values” are flags: each sum of them is documented, too.'),
  open: flag('The vendor leaves contents open beside those in “values”.'),
  openTypes: list(
    RegistryType,
    'Types of contents that are not listed, where the contents have several types.',
  ),
};

const DocumentedData = v.object(documentedData);
export type DocumentedData = v.InferOutput<typeof DocumentedData>;
