/**
 * Edition lists of MDM nodes, and the editions that a `targetOs` names. Pure and linear in the length of the text.
 * An edition that may be one of several (`LTSC` alone) stays all of them: nothing is assumed.
 */
import type { EditionList } from '../format/format.ts';
import type { EditionName, NamedEdition, Releases } from './releases.ts';

interface NamedEditions {
  editions: NamedEdition[];
  /** The words that name no edition, in their order, without separators. */
  rest: string[];
}

/** Whether the named edition is in a list; the names of what is, where only a part of what it may mean is. */
export function allowsEdition({ codes }: EditionList, edition: NamedEdition): 'all' | 'none' | string[] {
  const possible = Object.keys(edition.codes);
  const found = possible.filter((code) => codes.includes(code));
  if (found.length === 0) return 'none';
  return found.length === possible.length ? 'all' : found.map((code) => edition.codes[code] ?? code);
}

/** Between two of these stand editions of their own: "Pro/Enterprise", "Pro and Education". */
const SEPARATORS: ReadonlySet<string> = new Set('/ | , ; & + and or et ou'.split(' '));

/** A text's words, separators kept as words, `multi-session` and `multi session` as one word. */
export function editionWords(text: string): string[] {
  const words = text
    .replace(/[/|,;&+]/g, ' $& ')
    .split(/[\s()[\]{}"'`:=®™_-]+/u)
    .filter(Boolean);
  return words.flatMap((word, at) => {
    const lower = word.toLowerCase();
    if (lower === 'multi' && words[at + 1]?.toLowerCase() === 'session') return ['multi-session'];
    if (lower === 'session' && words[at - 1]?.toLowerCase() === 'multi') return [];
    return [word];
  });
}

/** A target has at most 128 characters; a longer text is no target, and would cost more than it is worth. */
const MAX_WORDS = 64;

/**
 * The editions that the words of {@link editionWords} name. Words may stand in any order between two separators; the
 * longest phrase wins, then the one whose words stand closest together, then the first.
 */
export function readEditions(words: readonly string[], releases: Releases): NamedEditions {
  if (words.length > MAX_WORDS) return { editions: [], rest: [...words] };
  const editions = new Map<string, NamedEdition>();
  const rest: string[] = [];
  for (const part of parts(words)) readPart(part, releases, editions, rest);
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

function readPart(
  part: string[],
  { editionsWith, editionSynonyms }: Releases,
  editions: Map<string, NamedEdition>,
  rest: string[],
): void {
  const open: (string | undefined)[] = part.map((word) => {
    const lower = word.toLowerCase();
    return lower === 'for' ? undefined : (editionSynonyms.get(lower) ?? lower);
  });
  const used = new Set<number>();
  for (let found = best(open, editionsWith); found; found = best(open, editionsWith)) {
    for (const at of found.at) {
      open[at] = undefined;
      used.add(at);
    }
    const { words: _, ...edition } = found.phrase;
    editions.set(edition.name, edition);
  }
  rest.push(...part.filter((_, at) => !used.has(at)));
}

interface Found {
  phrase: EditionName;
  at: number[];
  span: number;
}

function best(open: (string | undefined)[], editionsWith: Releases['editionsWith']): Found | undefined {
  const places = new Map<string, number>();
  open.forEach((word, at) => {
    if (word !== undefined && !places.has(word)) places.set(word, at);
  });
  const candidates = new Set([...places.keys()].flatMap((word) => editionsWith.get(word) ?? []));
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
