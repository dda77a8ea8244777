/** Titles of public tweaking tools, and the settings that write the value that the tool writes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../build/compile/context.ts';
import { normalizeKeyForBuild, parseKey } from '../../runtime/format/keys.ts';
import type { KnownItem } from './search-queries.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'shared', 'samples', 'intents.tsv');

/**
 * `odd`: the lines that the search is tuned on; `even`: those that are kept from it. Undefined where the file is
 * not there.
 */
export function readIntents(half: 'odd' | 'even'): KnownItem[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1);
  return rows.filter((_, at) => at % 2 === (half === 'odd' ? 0 : 1)).map(intent);
}

function intent(line: string): KnownItem {
  const [title = '', rawKey = '', rawValue = ''] = line.split('\t');
  const { key } = parseKey(rawKey);
  const value = rawValue.toLowerCase();
  return {
    q: title,
    right: (item: Item) =>
      item.pairs.some(
        (pair) => pair.valueName?.toLowerCase() === value && normalizeKeyForBuild(pair.key) === key,
      ),
  };
}

/** Our own, `test/vectors/intents.jsonl`: `kept` lines are not tuned on. */
export interface OwnIntent {
  kind: 'tweak' | 'intent';
  /** Default: en-US. */
  lang?: string;
  q: string;
  key: string;
  value: string;
  kept?: true;
}

const OWN = join(import.meta.dirname, '..', 'vectors', 'intents.jsonl');

export function ownIntents(): OwnIntent[] {
  const lines = readFileSync(OWN, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as OwnIntent);
}

/** Those of a kind and a half in a language. */
export function readOwnIntents(lang: string, kind: OwnIntent['kind'], kept: boolean): KnownItem[] {
  const all = ownIntents().filter((each) => each.kind === kind && (each.lang ?? 'en-US') === lang);
  return all
    .filter((each) => (each.kept ?? false) === kept)
    .map(({ q, key, value }) => intent([q, key, value].join('\t')));
}

/** About no setting: their first hits are noise. */
export const OFF_TOPIC = [
  'how to bake bread',
  'weather in paris tomorrow',
  'best football player of all time',
  'chicken soup recipe',
  'train from london to edinburgh',
  'what is the meaning of life',
  'configure espresso machine pressure',
  'disable gravity on the moon',
  'limit sugar in coffee',
  'turn off the kitchen lights',
  'prevent cats from scratching sofa',
  'mortgage interest rate calculator',
  'allow dogs on the beach',
  'water the garden every morning',
  'rewrite poem in haiku form',
  'minimum age to drive a motorcycle',
  'kubernetes ingress timeout',
  'postgres vacuum schedule',
  'nginx worker processes',
  'docker swarm secrets rotation',
  'terraform state lock',
  'iphone airdrop restrictions',
  'mysql replication lag',
  'elasticsearch shard count',
  'oracle tablespace quota',
];
