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

export interface Kind {
  name: string;
  goal: Goal;
  /** Languages with another goal. */
  goals?: Record<string, Goal>;
  /** Undefined where the setting has nothing of that kind. */
  make: (item: Item, title: string, random: Random, titleOf: TitleOf) => KnownItem | undefined;
}

type TitleOf = (item: Item) => string | undefined;

/** From 0 to below 1. */
export type Random = () => number;

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
  while (taken.length < count && left.length > 0) {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    if (one !== undefined) taken.push(one);
  }
  return taken;
}

export const KINDS: Kind[] = [
  {
    name: 'exact display name',
    goal: [0.995, 0.99],
    make: (_item, title, _random, titleOf) => ({ q: title, right: sameTitle(title, titleOf) }),
  },
  {
    name: 'policy name',
    goal: [0.99, 0.985],
    make: (item, title, _random, titleOf) => {
      const name = policyName(item.setting);
      const shared = sameTitle(title, titleOf);
      return { q: name, right: (other) => same(policyName(other.setting), name) || shared(other) };
    },
  },
  {
    name: 'value name',
    goal: [0.99, 0.98],
    make: (item, _title, random) => {
      const name = pick(valueNames(item), random);
      return name
        ? { q: name, right: (other) => valueNames(other).some((each) => same(each, name)) }
        : undefined;
    },
  },
  {
    // French titles are half articles: who knows every title by heart and takes the shortest that has all three
    // words reaches 0.975 / 0.852 there (0.993 / 0.912 in English), since `de la les` are words too. A tenth of the
    // German ones are `Vertrauenswürdiger Speicherort Nr. 1` to `20`.
    name: 'three random words',
    goal: [0.98, 0.885],
    goals: { 'fr-FR': [0.955, 0.84], 'de-DE': [0.965, 0.885] },
    make: (_item, title, random, titleOf) => threeWords(wordsOf(title), title, random, titleOf),
  },
  {
    name: 'three random words but for grammar',
    goal: [0.98, 0.885],
    goals: { 'de-DE': [0.965, 0.885] },
    make: (_item, title, random, titleOf) => {
      const telling = wordsOf(title).filter((word) => !isStopWord(titleKey(word)));
      return threeWords(telling, title, random, titleOf);
    },
  },
  {
    name: 'one letter missing or swapped',
    goal: [0.99, 0.985],
    make: (_item, title, random, titleOf) => {
      const words = [...title.matchAll(/\p{L}{4,}/gu)];
      const word = words[Math.floor(random() * words.length)];
      if (!word) return undefined;
      const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
      const [here, next] = [title.charAt(at), title.charAt(at + 1)];
      const typo = random() < 0.5 || here === next ? '' : next + here;
      const q = title.slice(0, at) + (typo || '') + title.slice(typo ? at + 2 : at + 1);
      return { q, right: sameTitle(title, titleOf) };
    },
  },
  {
    name: 'last word cut short',
    goal: [0.99, 0.98],
    make: (_item, title, random, titleOf) => {
      const last = /^(.*\s)(\p{L}{4,})[^\p{L}\p{N}]*$/su.exec(title);
      if (!last?.[1] || !last[2]) return undefined;
      const keep = 2 + Math.floor(random() * (last[2].length - 2));
      return { q: last[1] + last[2].slice(0, keep), right: sameTitle(title, titleOf) };
    },
  },
  {
    // Many names begin alike (`IZ_PolicyFileDownload_1` to `_10`): whatever completes the query is right.
    name: 'three quarters of an identifier',
    goal: [0.99, 0.98],
    make: (item, _title, random) => {
      const name = pick(
        [policyName(item.setting), ...valueNames(item)].filter((each) => each.length >= 8),
        random,
      );
      if (!name) return undefined;
      const q = name.slice(0, Math.ceil(name.length * 0.75));
      const begun = q.toLowerCase();
      return {
        q,
        right: (other) => identifiersOf(other).some((each) => each.toLowerCase().startsWith(begun)),
      };
    },
  },
];

function wordsOf(title: string): string[] {
  return [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
}

function threeWords(words: string[], title: string, random: Random, titleOf: TitleOf): KnownItem | undefined {
  if (words.length < 3) return undefined;
  return { q: sample(words, 3, random).join(' '), right: sameTitle(title, titleOf) };
}

function sameTitle(title: string, titleOf: TitleOf) {
  return (other: Item) => {
    const its = titleOf(other);
    return its !== undefined && same(its, title);
  };
}

function same(a: string, b: string): boolean {
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
