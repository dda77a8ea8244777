/** The contents of an ADMX file, with references to texts still as written. */
import type { ElementFact, SettingFact, SupportLogic } from '../facts/types.ts';

/** `$(string.X)` → X; anything else is the text itself (Dell writes plain names). */
export type TextRef = { id: string } | { text: string };

/** `prefix:NAME` → `namespace::NAME`; no prefix = the file's own namespace; undefined for an unknown prefix. */
export type Resolve = (ref: string) => string | undefined;

export interface AdmxPolicy
  extends Pick<
    SettingFact,
    | 'class'
    | 'key'
    | 'valueName'
    | 'enabledValue'
    | 'disabledValue'
    | 'enabledList'
    | 'disabledList'
    | 'category'
    | 'categoryUnresolved'
    | 'supportedOn'
    | 'supportedOnUnresolved'
  > {
  name: string;
  displayName?: TextRef;
  explainText?: TextRef;
  presentation?: string;
  elements: ElementFact[];
  /** Enum element id → text references of its items, in order. */
  itemTexts: Record<string, (TextRef | undefined)[]>;
  line: number;
  column: number;
}

export interface AdmxDefinition {
  name: string;
  displayName?: TextRef;
  parent?: string;
  /** Only on a supported-on definition. */
  logic?: SupportLogic;
  line: number;
  column: number;
}

export interface AdmxFile {
  /** Path relative to the import's root. */
  file: string;
  /** Namespace that the file defines. */
  namespace: string;
  policies: AdmxPolicy[];
  categories: AdmxDefinition[];
  supportedOn: AdmxDefinition[];
}
