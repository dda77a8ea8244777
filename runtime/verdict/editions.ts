/**
 * Edition lists of MDM nodes, and the editions that a `targetOs` names. Pure and linear in the length of the text.
 * An edition that may be one of several (`LTSC` alone) stays all of them: nothing is assumed.
 */
import type { EditionList, NamedEdition } from '../format/format.ts';
import type { Releases } from './releases.ts';

/** Whether the named edition is in a list; the names of what is, where only a part of what it may mean is. */
export function allowsEdition({ codes }: EditionList, edition: NamedEdition): 'all' | 'none' | string[] {
  const possible = Object.entries(edition.codes);
  const found = possible.filter(([code]) => codes.includes(code)).map(([, name]) => name);
  if (found.length === 0) return 'none';
  return found.length === possible.length ? 'all' : found;
}

/** Between two of these stand editions of their own: "Pro/Enterprise", "Pro and Education". */
const SEPARATORS: ReadonlySet<string> = new Set('/ | , ; & + and or et ou'.split(' '));
const SEPARATOR_OR_WORD = /[/|,;&+]|[^\s()[\]{}"'`:=®™_/|,;&+-]+/gu;

/**
 * A text's words, separators kept as words, `multi-session` and `multi session` as `multisession`. In what systeminfo
 * prints, `10.0.22631 N/A Build 22631`, is no edition N.
 */
export function editionWords(text: string): string[] {
  const plain = text
    .replace(/(?<![a-z\d])multi[\s_-]+session(?![a-z\d])/gi, 'multisession')
    .replace(/(?<![a-z\d])n\/a(?![a-z\d])/gi, ' ');
  return plain.match(SEPARATOR_OR_WORD) ?? [];
}

/**
 * The editions that the words of {@link editionWords} name. Words may stand in any order between two separators; the
 * longest phrase wins, then the one whose words stand closest together, then the first. `rest`: words of none.
 */
export function readEditions(words: readonly string[], releases: Releases) {
  // A target has at most 128 characters: a longer text is no target, and would cost more than it is worth.
  if (words.length > 64) return { editions: [], rest: [...words] };
  const parts: string[][] = [[]];
  for (const word of words) {
    if (SEPARATORS.has(word.toLowerCase())) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const editions = new Map<string, NamedEdition>();
  const rest = parts.flatMap((part) => readPart(part, releases, editions));
  return { editions: [...editions.values()], rest };
}

const BETWEEN_EDITIONS = /\bedition(?:\s*[&+]\s*|\s+(?:and|or|et|ou)\s+)(?=edition\b)/gi;

/** The text with `edition` for each word that names one and for none else; LTSC, a name of releases too, stays. */
export function maskEditions(text: string, rest: readonly string[]): string {
  const kept = new Set(['ltsc', 'ltsb', ...SEPARATORS, ...rest.map((word) => word.toLowerCase())]);
  return text
    .replace(SEPARATOR_OR_WORD, (word) => (kept.has(word.toLowerCase()) ? word : 'edition'))
    .replace(BETWEEN_EDITIONS, 'edition ');
}

/** Adds the editions of a part; the words that are left. */
function readPart(
  part: readonly string[],
  { editionsWith, editionSynonyms }: Releases,
  editions: Map<string, NamedEdition>,
): string[] {
  const open = part.map((word) => editionSynonyms.get(word.toLowerCase()) ?? word.toLowerCase());
  for (let found = best(open, editionsWith); found; found = best(open, editionsWith)) {
    // No word is empty.
    for (const at of found.at) open[at] = '';
    const { words: _, ...edition } = found.phrase;
    editions.set(edition.name, edition);
  }
  return part.filter((_, at) => open[at] !== '');
}

/** The longest phrase whose words are all present; of equal ones the one whose words are closest. */
function best(open: readonly string[], editionsWith: Releases['editionsWith']) {
  const places = new Map(open.map((word, at) => [word, at] as const).reverse());
  const candidates = [...new Set(open.flatMap((word) => editionsWith.get(word) ?? []))];
  const found = candidates.flatMap((phrase) => {
    const at = phrase.words.flatMap((word) => places.get(word) ?? []);
    return at.length < phrase.words.length ? [] : { phrase, at, span: Math.max(...at) - Math.min(...at) };
  });
  return found.sort((a, b) => b.at.length - a.at.length || a.span - b.span)[0];
}
