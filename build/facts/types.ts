/** The types of `facts/`. A member that the vendor's files lack is absent here. */
import type { RegistryType } from '../../runtime/contract/data.ts';
import type { ElementRecord } from '../../runtime/contract/record.ts';
import type { PolicyClass, Scope, Texts } from '../../runtime/format/format.ts';
import type { Confidence } from './entry.ts';

export type ValueKind = 'decimal' | 'longDecimal' | 'string' | 'binary' | 'delete';

/** Written data; values are strings, so that no number loses digits. `binary` is hexadecimal; `delete` has no value. */
export interface RegistryData {
  kind: ValueKind;
  value?: string;
}

/** An item of an `enabledList`, `disabledList`, `trueList`, `falseList` or `valueList`. */
export interface ListItem {
  /** Already resolved against `defaultKey`; absent = the policy's key. */
  key?: string;
  valueName: string;
  data: RegistryData;
}

export interface ElementFact {
  type: ElementRecord['type'];
  id: string;
  /** Absent = the policy's key. */
  key?: string;
  /** Absent on lists. */
  valueName?: string;
  required?: true;
  trueValue?: RegistryData;
  falseValue?: RegistryData;
  trueList?: ListItem[];
  falseList?: ListItem[];
  minValue?: string;
  maxValue?: string;
  storeAsText?: true;
  maxLength?: string;
  maxStrings?: string;
  expandable?: true;
  valuePrefix?: string;
  additive?: true;
  explicitValue?: true;
  items?: { value: RegistryData; valueList?: ListItem[] }[];
  /** Types that a page of the vendor names beside the template's. Of `corrections.json`, not of the file of the setting. */
  otherTypes?: RegistryType[];
  /** From the ADML presentation. */
  defaultValue?: string;
  /** From the ADML presentation: index into `items`. */
  defaultItem?: number;
}

/**
 * The contents that a setting outside ADMX (a security option, a control) writes into its own value. If present, the
 * ADMX rule "enabled writes DWORD 1, disabled deletes" does not apply.
 */
export interface ContentFact {
  registryType: RegistryType;
  /** Every documented content; its labels are `text[lang].options`. `delete`: the value may be absent. */
  options?: RegistryData[];
  minValue?: string;
  maxValue?: string;
  /** REG_MULTI_SZ: only these entries, in any number. */
  entries?: string[];
  /** Regular expressions as the source writes them; the content must match each. */
  patterns?: string[];
  /** The source does not restrict the content. */
  free?: true;
  /** Types that other sources of the vendor document for an open content. */
  otherTypes?: { registryType: RegistryType; evidence: string }[];
  /** Further contents that other sources of the vendor document. */
  otherOptions?: { data: RegistryData; label?: string; evidence: string }[];
  /** The numbers are flags: any sum of them may be written. */
  flags?: true;
}

/** A node that configures the setting, stated by a source other than the DDF. */
export interface MdmStatement {
  /** In the DDF's spelling. */
  omaUri: string;
  scope: Scope;
  /** The element whose value the node sets; absent: the setting's own value. */
  element?: string;
  confidence: Confidence;
  /** The evidence for the mapping. */
  evidence: string;
}

/**
 * Pairs that an older version of the product line wrote and a newer one does not: the parts of the older facts that
 * write them, with their texts. Never served as current.
 */
export interface FormerPart
  extends Partial<
    Pick<
      SettingFact,
      'valueName' | 'enabledValue' | 'disabledValue' | 'enabledList' | 'disabledList' | 'elements' | 'content'
    >
  > {
  key: string;
  /** The last version with it, and that version's source. */
  source: string;
  version: string;
  /** The first version without it. */
  removedIn: string;
  text?: Record<string, SettingText>;
}

/** Parts of an older version that write a pair of the setting with other contents than the next version has. */
export interface EarlierPart extends Omit<FormerPart, 'removedIn'> {}

/** Parts that write pairs which a version added to a setting of older versions; `version` is the first with them. */
export interface AddedPart extends Omit<FormerPart, 'removedIn' | 'text'> {}

/** The class that a version added to a setting which older versions have for the other hive alone. */
export interface AddedClass {
  source: string;
  version: string;
  class: 'Machine' | 'User';
}

/** The short labels of one setting in one language. An empty label (never a title) replaces a text that is too long. */
export interface SettingText {
  displayName?: string;
  /** Labels of `content.options`, in order, null if there is none. */
  options?: (string | null)[];
  /** Element id → label. */
  labels?: Record<string, string>;
  /** Enum element id → item labels, null if the language has none. */
  items?: Record<string, (string | null)[]>;
  /** Only in facts imported with `--explain-text` or from a redistributable source. */
  explainText?: string;
}

/** A line of `facts/<source>.jsonl`; its facts are from this source (file) and `version`. */
export interface SettingFact {
  slug: string;
  /** `<ADMX namespace>::<policy name>`; for the other sources `<source>::<name>`. */
  policyId: string;
  class: PolicyClass;
  /** File name in the vendor's case, e.g. `WindowsUpdate.admx`; absent if no template documents the setting. */
  admx?: string;
  /** Names of the file in older versions, lower case: the DDF may still use one. */
  formerAdmx?: string[];
  /** The product line, if a correction states that the file is not of its source's line. */
  line?: string;
  version: string;
  /** Older versions of the line with the setting, oldest first. */
  seenIn?: string[];
  /** YYYY-MM-DD, from the versions' dates; absent if no date is known. */
  firstSeen?: string;
  lastModified?: string;
  /** The first version of the line without the setting, although it has the file or its namespace. */
  removedIn?: string;
  /** The last version with the setting, if no later one has the file or its namespace. */
  lastSeenIn?: string;
  /** In the vendor's upper and lower case, without trailing backslashes. */
  key: string;
  valueName?: string;
  enabledValue?: RegistryData;
  disabledValue?: RegistryData;
  enabledList?: ListItem[];
  disabledList?: ListItem[];
  elements?: ElementFact[];
  content?: ContentFact;
  /** The baseline that contains the setting as a control, if it is for one release. */
  baseline?: BaselineFact;
  mdm?: MdmStatement[];
  former?: FormerPart[];
  /** Oldest first; each applies to all versions since the one before it, or since the first one. */
  earlier?: EarlierPart[];
  added?: AddedPart[];
  addedClass?: AddedClass;
  /** Id in `categories.jsonl`. */
  category?: string;
  /** Categories in older versions: identifiers of an ingested older template contain them. */
  formerCategories?: string[];
  /** Id in `supported-on.jsonl`. */
  supportedOn?: string;
  /** The page that documents it, where the source has no pattern. */
  learnUrl?: string;
  /** The reference as written, if no file defines it. */
  supportedOnUnresolved?: string;
  categoryUnresolved?: string;
  text: Record<string, SettingText>;
}

/**
 * A line of `facts/controls.jsonl`: an entry of a baseline, or one of an options table without a setting of its own.
 * With a key, a vendor's template or a security option documents the pair; without one, it writes no registry value.
 */
export interface ControlFact {
  source: string;
  version: string;
  name: string;
  title?: string;
  /** The source's own name for its section: `System Access`, `Audit Policy`, `Registry`. */
  area: string;
  key?: string;
  valueName?: string;
  registryType?: RegistryType;
  /** In the DDF's spelling, if the DDF has the node. */
  omaUri?: string;
  /** The entry is a setting in its source's file; it is repeated here so that the next import finds it as stated. */
  setting?: true;
}

export interface BaselineFact {
  /** `SecurityBaseline_WindowsServer_2025`. */
  name: string;
  /** Label of its release of Windows Server. */
  server: string;
  /** The server roles that it names, if these are not all. */
  roles?: string[];
}

/** A line of `facts/categories.jsonl`; `line/id` is the identity. */
export interface CategoryFact {
  line: string;
  id: string;
  parent?: string;
  /** A parent that no file defines. */
  parentUnresolved?: string;
  text: Texts;
}

/** The machine-readable condition of a supported-on definition: all or any of products and definitions. */
export interface SupportLogic {
  all?: SupportRange[];
  any?: SupportRange[];
}

/** A product (`namespace::MicrosoftWindows`) with the version indexes of WindowsProducts.admx, or further logic. */
export interface SupportRange extends SupportLogic {
  ref?: string;
  min?: number;
  max?: number;
}

/** A line of `facts/supported-on.jsonl`; `line/id` is the identity. */
export interface SupportedOnFact {
  line: string;
  id: string;
  logic?: SupportLogic;
  text: Texts;
}
