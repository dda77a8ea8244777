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
