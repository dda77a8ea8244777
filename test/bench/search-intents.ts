/** What somebody wants, in words of one's own, and the settings that write the value that does it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { normalizeKeyForBuild, parseKey } from '../../runtime/format/keys.ts';
import { vectors } from '../vectors.ts';
import type { KnownItem } from './search-queries.ts';

export interface Intent {
  /**
   * `title`: more of what `tweak` has, apart so that its figures stay comparable. `rule`: as security guides word them.
   * `listed`: titles of public tweaking tools.
   */
  kind: 'tweak' | 'title' | 'intent' | 'rule' | 'listed';
  /** Of a rule: what stands before it in a guide. */
  product?: string;
  /** Default: en-US. */
  lang?: string;
  q: string;
  key: string;
  value: string;
  /** The search is not tuned on it. */
  kept?: boolean;
}

export const ownIntents = () => vectors<Intent>('intents');

/** Of a list that is not part of the project: every second is kept from tuning. */
function listedIntents(): Intent[] {
  const file = join(ROOT, '..', 'shared', 'samples', 'intents.tsv');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).slice(1);
  return rows.map((line, at) => {
    const [q = '', key = '', value = ''] = line.split('\t');
    return { kind: 'listed', q, key, value, kept: at % 2 === 1 };
  });
}

const intents = [...ownIntents(), ...listedIntents()];

/** Those of a kind and a half in a language. `named`: rules with their product before them. */
export function intentsOf(lang: string, kind: Intent['kind'], kept: boolean, named = false): KnownItem[] {
  const chosen = intents.filter(
    (each) => each.kind === kind && (each.lang ?? 'en-US') === lang && (each.kept ?? false) === kept,
  );
  return chosen.map(({ q, product, key: rawKey, value }) => {
    const { key } = parseKey(rawKey);
    const name = value.toLowerCase();
    const right: KnownItem['right'] = ({ pairs }) =>
      pairs.some((pair) => pair.valueName?.toLowerCase() === name && normalizeKeyForBuild(pair.key) === key);
    return { q: named ? `${product}: ${q}` : q, right };
  });
}
