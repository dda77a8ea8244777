/** `facts/sources.json`: the sources, and where each one's versions come from. Adding one needs no code. */
import * as v from 'valibot';
import { ProvenanceKind } from '../../runtime/format/format.ts';
import { entryOf, flag, text, texts } from './entry.ts';

/** Other products refer to Windows' definitions (`windows:SUPPORTED_…`), which only this line has. */
export const WINDOWS_LINE = 'windows';

const SourceVersion = entryOf({
  /** The label that answers have as `sourceVersion`; also the folder's name. */
  version: text,
  /** When it was current: YYYY-MM-DD, or YYYY-MM if the vendor dates by month; absent if unknown. */
  date: v.exactOptional(text),
  /** Language tags, each a folder of ADML files; for tables the language of the text; empty for a DDF. */
  languages: texts,
});
export type SourceVersion = v.InferOutput<typeof SourceVersion>;

/** ADMX base names (lower case) that a rule applies to; absent = every file of the source. */
const admx = v.exactOptional(texts);

/** URL of the vendor's page on a setting: the first rule whose `admx` fits. */
const LearnUrlRule = entryOf({
  admx,
  /** `{policy}`: policy name; `{slug}`: the same in lower case; `{value}`: the only value name; `{root}`; `{title}`. */
  url: text,
  /** Suffixes of policy names that share the page of the name without them (`_recommended`). */
  dropSuffixes: v.exactOptional(texts),
  /** For `{root}`: the registry key whose subkeys, or else value names, are the documented names, in lower case. */
  below: v.exactOptional(text),
});
export type LearnUrlRule = v.InferOutput<typeof LearnUrlRule>;

/** How MDM ingests a source's templates: the first rule whose `admx` fits. */
const IngestionRule = entryOf({
  admx,
  /** The app name that the evidence recommends; absent = the template's base name. */
  app: v.exactOptional(text),
  /** The vendor's page, or other evidence. */
  evidence: text,
  /** By the evidence, policies are ingested although Microsoft's list of restricted keys forbids their keys. */
  ignoresKeyList: flag,
  /** Only Intune's settings catalog shows it; no page of the vendor's does. */
  intuneOnly: flag,
});
export type IngestionRule = v.InferOutput<typeof IngestionRule>;

const SourceDeclaration = entryOf({
  id: text,
  line: text,
  title: text,
  /**
   * How the source's files are read: templates, a device description, a PowerShell data file, CSV tables. `pages`: a person
   * reads the vendor's pages and writes the facts; no import changes them.
   */
  kind: v.picklist(['admx', 'ddf', 'psd1', 'csv', 'pages']),
  provenanceKind: ProvenanceKind,
  /** Templates that document Windows itself, though it does not come with them. */
  ofWindows: flag,
  /** Oldest first. */
  versions: v.array(SourceVersion),
  licence: text,
  /** The licence allows the dataset to contain the vendor's explanatory text. */
  redistributable: v.boolean(),
  learnUrl: v.exactOptional(v.array(LearnUrlRule)),
  ingestion: v.exactOptional(v.array(IngestionRule)),
});
export type SourceDeclaration = v.InferOutput<typeof SourceDeclaration>;

/** `<source>/<version>` of each version. */
export const versionFolders = (sources: readonly SourceDeclaration[]): string[] =>
  sources.flatMap(({ id, versions }) => versions.map(({ version }) => `${id}/${version}`));

export const SourcesManifest = entryOf({ sources: v.array(SourceDeclaration) });
export type SourcesManifest = v.InferOutput<typeof SourcesManifest>;
