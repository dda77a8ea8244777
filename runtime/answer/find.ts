/** Finds what writes a registry pair: the settings that name it, and those that have a list under its key. */

import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type PairEntry, type StoredAnswer, takesName } from '../format/format.ts';
import {
  type Hive,
  type ParsedKey,
  type ParsedValue,
  pairKey,
  parseKey,
  parseValue,
} from '../format/keys.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import type { Judge, Verdicts } from './compatibility.ts';
import { lookupIn } from './language.ts';
import type { ProductQuestion } from './product.ts';

/** One pair as it is looked up. */
export interface PairQuestion extends ParsedValue, Pick<Verdicts, 'asked'> {
  dataset: Dataset;
  parsed: ParsedKey;
  /** The value name as it was given, or the key where that is empty. */
  given: string;
  lang: string;
  targetOs: string | null;
  products: ProductQuestion | undefined;
  /** Judge of the request, which may name products. */
  judge: Judge;
  texts: Messages;
}

/** The pair of a request. @param literal Both are read as they stand. */
export function readPair({ key, value: given }: { key: string; value: string }, literal = false) {
  const parsed = parseKey(key, literal);
  return { parsed, ...parseValue(given, literal), given: given === '' ? key : given };
}

export interface FoundPair {
  /** The normalized key that was evaluated. */
  key: string;
  /** For the requested hive; undefined where nothing writes the value. */
  answer?: StoredAnswer;
  /** Lists under the key that take no value of this name. */
  otherLists: { slug: string; valuePrefix: string }[];
}

/** Policies are documented under HKLM and HKCU alone. */
export function isPolicyHive({ hive }: ParsedKey): boolean {
  return hive === null || hive === 'HKLM' || hive === 'HKCU';
}

/** Whether a policy may write it: a documented hive, and a name that is no instruction of Registry.pol. */
export function isSearched({ parsed, instruction }: Pick<PairQuestion, 'parsed' | 'instruction'>): boolean {
  return isPolicyHive(parsed) && instruction === undefined;
}

/** Looks the key up verbatim first, then with `/` as a separator: real key names contain slashes. */
export async function findPair(
  question: Pick<PairQuestion, 'dataset' | 'parsed' | 'instruction' | 'value' | 'lang'>,
): Promise<FoundPair> {
  const { dataset, parsed, value, lang } = question;
  const { key: asked, keys, hive } = parsed;
  const otherLists: FoundPair['otherLists'] = [];
  if (!isSearched(question)) return { key: asked, otherLists };
  for (const key of keys) {
    const pair = await lookupIn(dataset, 'resolve', pairKey(key, value), lang);
    if (pair !== undefined) return { key, answer: answerFor(pair, hive, lang), otherLists: [] };
    const list = await lookupIn(dataset, 'list', key, lang);
    const taking = list?.answers.find(({ prefix: valuePrefix }) => takesName({ valuePrefix }, value));
    if (taking !== undefined) return { key, answer: answerFor(taking, hive, lang), otherLists: [] };
    for (const { slug, list: facts } of list?.lists ?? [])
      otherLists.push({ slug, valuePrefix: facts.valuePrefix ?? '' });
  }
  // A key whose parts are all divided by slashes is shown with backslashes; real names that hold one stay as they are.
  return { key: asked.includes('\\') ? asked : (keys.at(-1) ?? asked), otherLists };
}

/** The answer for a hive. Where all settings are documented for the other one, that of the other, marked. */
function answerFor(entry: PairEntry, hive: Hive | null, lang: string): StoredAnswer {
  if (hive !== 'HKLM' && hive !== 'HKCU') return entry.any;
  const own = entry[hive];
  if (own !== undefined) return own;
  const documented = entry.any.hive;
  if (documented === undefined) throw new RangeError('The entry does not say for which hive it is.');
  // With a match of this hive the answer is that for no hive.
  if (documented === 'both' || documented === hive) return entry.any;
  const other = entry[documented] ?? entry.any;
  const { otherHive } = textsIn(lang);
  const matches = other.matches.map((match) => ({ ...match, otherHive: documented }));
  return {
    ...other,
    matches,
    warnings: [
      ...matches.map(({ slug }) => otherHive(slug, documented, hive)),
      ...other.warnings.filter((warning) => typeof warning === 'string'),
    ],
  };
}

export function scopeOf(hive: Hive | null): Scope | undefined {
  if (hive === 'HKLM') return 'Device';
  return hive === 'HKCU' ? 'User' : undefined;
}
