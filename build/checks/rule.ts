/** Types of the data checks. */
import type { Facts } from '../facts/model.ts';
import type { readTables } from '../supported-on/tables.ts';

export type CheckInput = { facts: Facts } & Awaited<ReturnType<typeof readTables>>;

export interface Rule {
  name: string;
  /** Problems. Each names its place and, where the name of the rule does not tell, what to do. */
  check: (input: CheckInput) => string[];
  /** The rule compares tables of the project with all sources; it is skipped if the facts lack one. */
  allSources?: true;
}

/** What to do with an entry of `corrections.json` that changes nothing. */
export const TAKE_OUT = 'correct the entry of corrections.json, or take it out';
