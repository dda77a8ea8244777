/**
 * Edition lists of MDM nodes, and the editions that a `targetOs` names. Pure and linear in the length of the text.
 * An edition that may be one of several (`LTSC` alone) stays all of them: nothing is assumed.
 */
import {
  canonical,
  type EditionPhrase,
  type NamedEdition,
  PHRASES_WITH,
  SEPARATORS,
} from './edition-phrases.ts';
import { DEVICE_GROUPS, EDITIONS, type EditionGroup, PC_GROUPS } from './edition-table.ts';

export { editionWords, type NamedEdition } from './edition-phrases.ts';
export type { EditionGroup } from './edition-table.ts';

interface NamedEditions {
  editions: NamedEdition[];
  /** The words that name no edition, in their order, without separators. */
  rest: string[];
}

const BY_CODE = new Map(EDITIONS.map((edition) => [edition.code.toLowerCase(), edition]));

/** The groups of an edition list; `all` in the place of the PC groups where every one of them is listed. */
export function groupsOf(codes: readonly string[]): (EditionGroup | 'all')[] {
  const listed = new Set<EditionGroup>();
  for (const code of codes) {
    const edition = BY_CODE.get(code.toLowerCase());
    if (edition?.group && edition.leads) listed.add(edition.group);
  }
  const pc = PC_GROUPS.filter((group) => listed.has(group));
  const devices = DEVICE_GROUPS.filter((group) => listed.has(group));
  return [...(pc.length === PC_GROUPS.length ? (['all'] as const) : pc), ...devices];
}

/** Whether a list has an edition of a PC; an empty list names none, and says nothing. */
export function isForPc(codes: readonly string[]): boolean {
  return codes.some((code) => {
    const edition = BY_CODE.get(code.toLowerCase());
    return edition !== undefined && !DEVICE_GROUPS.some((group) => group === edition.group);
  });
}

/** Whether the named edition is in a list; the names of what is, where only a part of what it may mean is. */
export function allowsEdition(codes: readonly string[], edition: NamedEdition): 'all' | 'none' | string[] {
  const listed = new Set(codes.map((code) => code.toLowerCase()));
  const found = edition.codes.filter((code) => listed.has(code.toLowerCase()));
  if (found.length === 0) return 'none';
  if (found.length === edition.codes.length) return 'all';
  return found.map((code) => BY_CODE.get(code.toLowerCase())?.name ?? code);
}

/** Whether every product type of a list is one of HoloLens; not so for an empty list. */
export function isForHoloLens(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every((code) => BY_CODE.get(code.toLowerCase())?.group === 'HoloLens');
}

/** A target has at most 128 characters; a longer text is no target, and would cost more than it is worth. */
const MAX_WORDS = 64;

/**
 * The editions that the words of {@link editionWords} name. Words may stand in any order between two separators; the
 * longest phrase wins, then the one whose words stand closest together, then the first.
 */
export function readEditions(words: readonly string[]): NamedEditions {
  if (words.length > MAX_WORDS) return { editions: [], rest: [...words] };
  const editions = new Map<string, NamedEdition>();
  const rest: string[] = [];
  for (const part of parts(words)) readPart(part, editions, rest);
  return { editions: [...editions.values()], rest };
}

/** A word as {@link editionWords} cuts it. */
const WORD = /[^\s()[\]{}"'`:=®™_/|,;&+-]+/gu;
const BETWEEN_EDITIONS = /\bedition(?:\s*[&+]\s*|\s+(?:and|or|et|ou)\s+)(?=edition\b)/gi;
const RELEASE_WORDS = ['ltsc', 'ltsb'];

/** The text with `edition` for each word that names one and for none else; LTSC, a name of releases too, stays. */
export function maskEditions(text: string, { rest }: NamedEditions): string {
  const kept = new Set([...RELEASE_WORDS, ...SEPARATORS, ...rest.map((word) => word.toLowerCase())]);
  return text
    .replace(WORD, (word) => (kept.has(word.toLowerCase()) ? word : 'edition'))
    .replace(BETWEEN_EDITIONS, 'edition ');
}

function parts(words: readonly string[]): string[][] {
  const all: string[][] = [[]];
  for (const word of words) {
    if (SEPARATORS.has(word.toLowerCase())) all.push([]);
    else all.at(-1)?.push(word);
  }
  return all;
}

function readPart(part: string[], editions: Map<string, NamedEdition>, rest: string[]): void {
  const open: (string | undefined)[] = part.map((word) => canonical(word));
  const used = new Set<number>();
  for (let found = best(open); found; found = best(open)) {
    for (const at of found.at) {
      open[at] = undefined;
      used.add(at);
    }
    const { name, codes } = found.phrase;
    editions.set(name, { name, codes });
  }
  rest.push(...part.filter((_, at) => !used.has(at)));
}

interface Found {
  phrase: EditionPhrase;
  at: number[];
  span: number;
}

function best(open: (string | undefined)[]): Found | undefined {
  const places = new Map<string, number>();
  open.forEach((word, at) => {
    if (word !== undefined && !places.has(word)) places.set(word, at);
  });
  const candidates = new Set([...places.keys()].flatMap((word) => PHRASES_WITH.get(word) ?? []));
  let winner: Found | undefined;
  for (const phrase of candidates) {
    const at = phrase.words.flatMap((word) => places.get(word) ?? []);
    if (at.length < phrase.words.length) continue;
    const found = { phrase, at, span: Math.max(...at) - Math.min(...at) };
    // In the order of their first words: of equals the first stays.
    if (winner === undefined || isBetter(found, winner)) winner = found;
  }
  return winner;
}

function isBetter(a: Found, b: Found): boolean {
  return (b.at.length - a.at.length || a.span - b.span) < 0;
}
