/** Known-item queries: for a setting, what an agent might type to find it, and which answers are right. */
import type { Item } from '../../build/compile/context.ts';
import { policyName } from '../../build/join/index-settings.ts';
import { isStopWord } from '../../runtime/search/constants.ts';
import { titleKey } from '../../runtime/search/tokens.ts';

export interface KnownItem {
  q: string;
  /** A setting that shares what was asked for is as right as the one that it was taken from. */
  right: (item: Item) => boolean;
}

/** Share found in the first 10, and mean reciprocal rank. */
export type Goal = [found: number, rank: number];

/** From 0 to below 1. */
export type Random = () => number;

interface Known {
  item: Item;
  title: string;
  random: Random;
  hasTitle: KnownItem['right'];
}

export interface Kind {
  name: string;
  goal: Goal;
  /** Languages with another goal. */
  goals?: Record<string, Goal>;
  /** A query alone: each setting of the title is right. Undefined where the setting has nothing of that kind. */
  make: (known: Known) => string | KnownItem | undefined;
}

/** Mulberry32: small, seeded, the same everywhere. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function sample<T>(all: readonly T[], count: number, random: Random): T[] {
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

export const KINDS: Kind[] = [
  { name: 'exact display name', goal: [0.995, 0.99], make: ({ title }) => title },
  {
    name: 'policy name',
    goal: [0.99, 0.985],
    make: ({ item, hasTitle }) => {
      const q = policyName(item.setting);
      return { q, right: (other) => same(policyName(other.setting), q) || hasTitle(other) };
    },
  },
  {
    name: 'value name',
    goal: [0.99, 0.98],
    make: ({ item, random }) => {
      const q = pick(valueNames(item), random);
      return q ? { q, right: (other) => valueNames(other).some((each) => same(each, q)) } : undefined;
    },
  },
  {
    // French titles are half articles: who knows every title by heart and takes the shortest that has all three
    // words reaches 0.975 / 0.852 there (0.993 / 0.912 in English), since `de la les` are words too. A tenth of the
    // German ones are `Vertrauenswürdiger Speicherort Nr. 1` to `20`.
    name: 'three random words',
    goal: [0.98, 0.885],
    goals: { 'fr-FR': [0.955, 0.84], 'de-DE': [0.965, 0.885] },
    make: ({ title, random }) => threeOf(wordsOf(title), random),
  },
  {
    name: 'three random words but for grammar',
    goal: [0.98, 0.885],
    goals: { 'de-DE': [0.965, 0.885] },
    make: ({ title, random }) => {
      const telling = wordsOf(title).filter((word) => !isStopWord(titleKey(word)));
      return threeOf(telling, random);
    },
  },
  {
    name: 'one letter missing or swapped',
    goal: [0.99, 0.985],
    make: ({ title, random }) => {
      const word = pick([...title.matchAll(/\p{L}{4,}/gu)], random);
      if (!word) return undefined;
      const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
      const [here, next] = [title.charAt(at), title.charAt(at + 1)];
      const isMissing = random() < 0.5 || here === next;
      return title.slice(0, at) + (isMissing ? next : next + here) + title.slice(at + 2);
    },
  },
  {
    name: 'last word cut short',
    goal: [0.99, 0.98],
    make: ({ title, random }) => {
      const last = /^(.*\s)(\p{L}{4,})[^\p{L}\p{N}]*$/su.exec(title);
      if (!last?.[1] || !last[2]) return undefined;
      return last[1] + last[2].slice(0, 2 + Math.floor(random() * (last[2].length - 2)));
    },
  },
  {
    // Many names begin alike (`IZ_PolicyFileDownload_1` to `_10`): whatever completes the query is right.
    name: 'three quarters of an identifier',
    goal: [0.99, 0.98],
    make: ({ item, random }) => {
      const long = identifiersOf(item).filter((each) => each.length >= 8);
      const name = pick(long, random);
      if (!name) return undefined;
      const q = name.slice(0, Math.ceil(name.length * 0.75));
      const begins = (each: string) => each.toLowerCase().startsWith(q.toLowerCase());
      return { q, right: (other) => identifiersOf(other).some(begins) };
    },
  },
];

function wordsOf(title: string): string[] {
  return [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
}

function threeOf(words: string[], random: Random): string | undefined {
  return words.length < 3 ? undefined : sample(words, 3, random).join(' ');
}

export function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function valueNames({ pairs }: Item): string[] {
  return pairs.flatMap(({ valueName }) => valueName || []);
}

function identifiersOf(item: Item): string[] {
  return [policyName(item.setting), ...valueNames(item)];
}

function pick<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)];
}
