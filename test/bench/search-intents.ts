/** What somebody wants, in words of one's own, and the settings that write the value that does it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { normalizeKeyForBuild, parseKey } from '../../runtime/format/keys.ts';
import { vectors } from '../vectors.ts';
import type { KnownItem } from './search-queries.ts';

const FILE = join(ROOT, '..', 'shared', 'samples', 'intents.tsv');

/**
 * Titles of public tweaking tools. `odd`: the lines that the search is tuned on; `even`: those that are kept from it.
 * Undefined where the file is not there.
 */
export function readIntents(half: 'odd' | 'even'): KnownItem[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).slice(1);
  return rows
    .filter((_, at) => at % 2 === (half === 'odd' ? 0 : 1))
    .map((line) => {
      const [q = '', key = '', value = ''] = line.split('\t');
      return intent({ q, key, value });
    });
}

function intent({ q, key: rawKey, value }: { q: string; key: string; value: string }): KnownItem {
  const { key } = parseKey(rawKey);
  const name = value.toLowerCase();
  const right: KnownItem['right'] = ({ pairs }) =>
    pairs.some((pair) => pair.valueName?.toLowerCase() === name && normalizeKeyForBuild(pair.key) === key);
  return { q, right };
}

/** Our own: `kept` lines are not tuned on. */
export interface OwnIntent {
  /** `title`: more of what `tweak` has, apart so that its figures stay comparable. `rule`: as security guides word them. */
  kind: 'tweak' | 'title' | 'intent' | 'rule';
  /** Of a rule: what stands before it in a guide. */
  product?: string;
  /** Default: en-US. */
  lang?: string;
  q: string;
  key: string;
  value: string;
  kept?: true;
}

export const ownIntents = () => vectors<OwnIntent>('intents');

/** Those of a kind and a half in a language. `named`: rules with their product before them. */
export function readOwnIntents(
  lang: string,
  kind: OwnIntent['kind'],
  kept: boolean,
  named = false,
): KnownItem[] {
  const isOf = (each: OwnIntent) =>
    each.kind === kind && (each.lang ?? 'en-US') === lang && (each.kept ?? false) === kept;
  return ownIntents()
    .filter(isOf)
    .map((each) => intent(named ? { ...each, q: `${each.product}: ${each.q}` } : each));
}
