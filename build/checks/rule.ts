/** What a data check is. */
import type { Releases } from '../../runtime/verdict/index.ts';
import type { Facts } from '../facts/model.ts';
import type { ComponentRow } from '../supported-on/components.ts';
import type { FloorTable } from '../supported-on/table.ts';

export interface CheckInput {
  facts: Facts;
  releases: Releases;
  floors: FloorTable;
  components: readonly ComponentRow[];
}

export interface Rule {
  name: string;
  check: (input: CheckInput) => string[];
  /** Compares tables of the project with what its sources hold: facts that lack one of them would only fail. */
  allSources?: true;
  /** Problem text → why it may stand. */
  exceptions?: Record<string, string>;
}

/** Those that were there before. */
export function repeated(ids: string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}
