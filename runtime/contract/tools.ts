/** What the tools of the Model Context Protocol take: the requests of the API, each with how much is to be told. */
import * as v from 'valibot';
import { CspBody, Lang, ResolveBody, SearchBody, SettingQuery } from './requests.ts';
import { FileBody, MAX_FILES, MAX_ITEMS, VerifyBody } from './verify.ts';
import { described } from './words.ts';

export const Detail = v.optional(
  described(
    v.picklist(['brief', 'full']),
    'brief (default): the few facts that decide. full: the whole answer of the API, several times as long.',
  ),
);

export const ResolveInput = v.object({ ...ResolveBody.entries, detail: Detail });
export const CspInput = v.object({ ...CspBody.entries, detail: Detail });
export const SearchInput = v.object({ ...SearchBody.entries, detail: Detail });

export const SettingInput = v.object({ ...SettingQuery.entries, detail: Detail });

export const CoverageInput = v.object({ lang: Lang, detail: Detail });

/** A file of a tool call. A model can copy a text, but not encode it. */
export const FileInput = v.object({
  name: FileBody.entries.name,
  text: v.optional(
    described(v.string(), 'The content of a text file as it is, such as a .reg file; instead of “content”.'),
  ),
  content: v.optional(described(v.string(), 'The file, base64: for binary files such as Registry.pol.')),
});

const { items, targetOs, targetProducts } = VerifyBody.entries;

export const VerifyInput = v.object({
  files: v.optional(
    described(
      v.pipe(v.array(FileInput), v.maxLength(MAX_FILES)),
      'Files that hold registry values or MDM settings: .reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of preferences, LGPO text, CSV, JSON, Intune exports.',
    ),
  ),
  items,
  targetOs,
  targetProducts,
  lang: Lang,
  detail: Detail,
  show: v.optional(
    described(
      v.picklist(['all', 'findings']),
      'all (default): every item. findings: only those that need attention; the summary counts all.',
    ),
  ),
  from: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ITEMS)),
      'Index of the first item to list: “next” of the answer before, where that did not list all.',
    ),
  ),
});

/** The fields that the API’s own request does not have. */
export const VerifyExtras = v.pick(VerifyInput, ['files', 'show', 'from']);
