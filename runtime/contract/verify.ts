/** `POST /v1/verify`: the request and its items. */
import * as v from 'valibot';
import { TargetProducts } from './product.ts';
import { Lang, MAX_LENGTH, type Noted, ResolveBody, TargetOsText } from './requests.ts';
import { described, text } from './words.ts';

export const MAX_ITEMS = 1000;
export const MAX_FILES = 100;
export const MAX_TARGETS = 4;
/** Bytes of a body of this endpoint. */
export const MAX_VERIFY_BYTES = 1024 * 1024;

export const Data = described(
  v.union([v.number(), v.string(), v.array(v.string())]),
  'What is to be written. REG_DWORD and REG_QWORD: a number, or decimal or 0x text. REG_SZ and REG_EXPAND_SZ: text. REG_MULTI_SZ: an array of its entries. Other types: hexadecimal text.',
);

const unread = v.optional(
  described(v.pipe(v.string(), v.maxLength(1000)), 'From a reader of files: why the data could not be read.'),
);

const notEmpty = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));

export const RegistryItemBody = v.object({
  key: ResolveBody.entries.key,
  value: ResolveBody.entries.value,
  type: v.optional(
    described(
      v.pipe(v.string(), v.maxLength(40)),
      'Type of the data: REG_DWORD, REG_SZ and so on. Without it the type is inferred, and the data is never wrong-type.',
    ),
  ),
  data: v.optional(Data),
  delete: v.optional(
    described(v.boolean(), 'The value is to be deleted, as **del.NAME of Registry.pol does.'),
  ),
  literal: v.optional(
    described(
      v.boolean(),
      'As in a file: blanks around the key stay, a slash is no separator, and “(Default)” is a name.',
    ),
  ),
  unread,
});

export const NodeItemBody = v.object({
  omaUri: described(
    notEmpty(MAX_LENGTH.omaUri),
    'OMA-URI of an MDM node, or the identifier of a setting of Intune’s settings catalog.',
  ),
  data: v.optional(
    described(
      Data,
      'What is to be sent: an ADMX payload (<enabled/> with data, or <disabled/>), or one of the node’s values.',
    ),
  ),
  unread,
});

export const FileBody = v.object({
  name: described(
    notEmpty(MAX_LENGTH.key),
    'Path of the file; the folder Machine or User tells the hive of a Registry.pol.',
  ),
  content: text('The file, base64.'),
});

const options = {
  lang: Lang,
  targetOs: v.optional(
    v.nullable(
      described(
        v.pipe(
          v.union([TargetOsText, v.pipe(v.array(TargetOsText), v.minLength(1), v.maxLength(MAX_TARGETS))]),
          v.readonly(),
        ),
        `OS that the values are meant for, as for resolve; or up to ${MAX_TARGETS} of them: the verdicts are for the last one, and result.drifts has those for each of the others that differ.`,
      ),
    ),
  ),
  targetProducts: TargetProducts,
  detail: v.optional(
    described(
      v.picklist(['brief', 'full']),
      'brief (default): the verdicts of each item. full: the result that resolve would give, too.',
    ),
  ),
  files: v.optional(
    described(
      v.pipe(v.array(FileBody), v.maxLength(MAX_FILES), v.readonly()),
      'Files that hold registry values or MDM settings: .reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of preferences, unattend.xml, LGPO text, scripts (.ps1, .cmd), output of reg query, Ansible tasks, DSC documents, CSV, JSON, Intune exports. Their values count to the 1,000.',
    ),
  ),
};

/** The schema in the OpenAPI document. */
export const VerifyBody = v.object({
  items: v.optional(
    described(
      v.pipe(v.array(v.union([RegistryItemBody, NodeItemBody])), v.maxLength(MAX_ITEMS)),
      'Registry values and MDM settings; an item that is wrong gets a problem of its own.',
    ),
  ),
  ...options,
});

/** Check of the request as a whole: each item is checked by itself. */
export const VerifyFrame = v.object({
  items: v.optional(v.pipe(v.array(v.unknown()), v.readonly())),
  ...options,
});

export type VerifyRequest = v.InferOutput<typeof VerifyFrame> & Noted;
