/** What settings refer to by id: categories and supported-on definitions. */
import type { Texts } from '../../runtime/format/format.ts';

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
