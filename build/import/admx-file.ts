/** The contents of an ADMX file, with references still as written. */
import type { ElementFact, SettingFact, SupportLogic } from '../facts/types.ts';

/** `$(string.X)` → X; anything else is the text itself (Dell writes plain names). */
export type TextRef = { id: string } | { text: string };

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
    | 'supportedOn'
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
  /** Only on a supported-on definition; its references are still as written. */
  logic?: SupportLogic;
  line: number;
  column: number;
}

export interface AdmxFile {
  /** Path relative to the import's root. */
  file: string;
  /** Namespace that the file defines. */
  namespace: string;
  /** Prefix → namespace, the file's own included. Prefixes are local to the file. */
  prefixes: Record<string, string>;
  policies: AdmxPolicy[];
  categories: AdmxDefinition[];
  supportedOn: AdmxDefinition[];
}
