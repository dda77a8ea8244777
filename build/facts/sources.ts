/** `facts/sources.json`: the sources, and where each one's versions come from. Adding one needs no code. */

/** Other products refer to Windows' definitions (`windows:SUPPORTED_…`), which only this line has. */
export const WINDOWS_LINE = 'windows';

export interface SourceVersion {
  /** The label that answers have as `sourceVersion`; also the folder's name. */
  version: string;
  /** When it was current: YYYY-MM-DD, or YYYY-MM if the vendor dates by month; absent if unknown. */
  date?: string;
  /** Language tags, each a folder of ADML files; for tables the language of the text; empty for a DDF. */
  languages: string[];
}

/** URL of the vendor's page on a setting: the first rule whose `admx` fits. */
export interface LearnUrlRule {
  /** ADMX base names (lower case) that it applies to; absent = every file of the source. */
  admx?: string[];
  /** `{policy}`: policy name; `{slug}`: the same in lower case; `{value}`: the only value name; `{root}`; `{title}`. */
  url: string;
  /** Suffixes of policy names that share the page of the name without them (`_recommended`). */
  dropSuffixes?: string[];
  /** For `{root}`: the registry key whose subkeys, or else value names, are the documented names, in lower case. */
  below?: string;
}

/** How a source's files are read: templates, a device description, a PowerShell data file, CSV tables. */
export const SOURCE_KINDS = ['admx', 'ddf', 'psd1', 'csv'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Who states the facts: the product's vendor, a third party, or a third party that copies the vendor's table. */
export const PROVENANCE_KINDS = ['vendor', 'community', 'transcription'] as const;

/** How MDM ingests a source's templates: the first rule whose `admx` fits. */
export interface IngestionRule {
  /** ADMX base names (lower case) that it applies to; absent = every file of the source. */
  admx?: string[];
  /** The app name that the evidence recommends; absent = the template's base name. */
  app?: string;
  /** The vendor's page, or other evidence. */
  evidence: string;
  /** By the evidence, policies are ingested although Microsoft's list of restricted keys forbids their keys. */
  ignoresKeyList?: true;
  /** Only Intune's settings catalog shows it; no page of the vendor's does. */
  intuneOnly?: true;
}

export interface SourceDeclaration {
  id: string;
  line: string;
  title: string;
  kind: SourceKind;
  provenanceKind: (typeof PROVENANCE_KINDS)[number];
  /** Oldest first. */
  versions: SourceVersion[];
  licence: string;
  /** The licence allows the dataset to contain the vendor's explanatory text. */
  redistributable: boolean;
  learnUrl?: LearnUrlRule[];
  ingestion?: IngestionRule[];
}

export interface SourcesManifest {
  sources: SourceDeclaration[];
}
