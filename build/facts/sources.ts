/** `facts/sources.json`: which sources exist, and where each one's versions come from. Adding one is data. */

/** Other products refer to Windows' definitions (`windows:SUPPORTED_…`), which only this line has. */
export const WINDOWS_LINE = 'windows';

export interface SourceVersion {
  /** The label that answers carry as `sourceVersion`; also the folder's name. */
  version: string;
  /** When it was current: YYYY-MM-DD, or YYYY-MM where the vendor dates by month; absent where nothing is known. */
  date?: string;
  /** Language tags, each a folder of ADML files; for tables the language they are written in; empty for a DDF. */
  languages: string[];
}

/** Where the vendor documents a setting: the first rule whose `admx` fits gives the URL. */
export interface LearnUrlRule {
  /** ADMX base names (lower case) it holds for; absent = every file of the source. */
  admx?: string[];
  /** `{policy}`: policy name; `{slug}`: the same in lower case; `{root}`: first key part below `below`, or the value name, in lower case. */
  url: string;
  /** Endings of policy names that share the page of the name without them (`_recommended`). */
  dropSuffixes?: string[];
  /** For `{root}`: the registry key whose children are the documented names. */
  below?: string;
}

/** How a source's files are read: templates, a device description, a PowerShell data file, CSV tables. */
export const SOURCE_KINDS = ['admx', 'ddf', 'psd1', 'csv'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Who states the facts: the product's vendor, others on their own account, or others who copy the vendor's table. */
export type ProvenanceKind = 'vendor' | 'community' | 'transcription';

/** How a source's templates are ingested by MDM: the first rule whose `admx` fits. */
export interface IngestionRule {
  /** ADMX base names (lower case) it holds for; absent = every file of the source. */
  admx?: string[];
  /** The app name that the evidence recommends; absent = the template's base name. */
  app?: string;
  /** The vendor's page, or what else shows it. */
  evidence: string;
  /** The evidence ingests policies whose keys Microsoft's list of restricted keys forbids. */
  ignoresKeyList?: true;
  /** Only Intune's settings catalog shows it; no page of the vendor's does. */
  intuneOnly?: true;
}

export interface SourceDeclaration {
  id: string;
  line: string;
  title: string;
  kind: SourceKind;
  provenanceKind: ProvenanceKind;
  /** Oldest first. */
  versions: SourceVersion[];
  licence: string;
  /** The licence lets the dataset carry the vendor's explanatory text. */
  redistributable: boolean;
  learnUrl?: LearnUrlRule[];
  ingestion?: IngestionRule[];
}

export interface SourcesManifest {
  sources: SourceDeclaration[];
}
