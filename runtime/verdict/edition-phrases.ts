/** What people write for an edition: the phrases that `editions.ts` looks for, and how a text is cut into words. */
import { EDITIONS } from './edition-table.ts';

/** An edition that a text names. */
export interface NamedEdition {
  /** As answers print it: `Pro`, `LTSC`. */
  name: string;
  /** The product types it may be; more than one where the text does not tell which. */
  codes: readonly string[];
}

export interface EditionPhrase extends NamedEdition {
  words: readonly string[];
}

/** Between two of these stand editions of their own: "Pro/Enterprise", "Pro and Education". */
export const SEPARATORS: ReadonlySet<string> = new Set([
  '/',
  '|',
  ',',
  ';',
  '&',
  '+',
  'and',
  'or',
  'et',
  'ou',
]);

const SYNONYMS = new Map([
  ['professional', 'pro'],
  ['professionnel', 'pro'],
  ['ent', 'enterprise'],
  ['entreprise', 'enterprise'],
  ['edu', 'education'],
  ['éducation', 'education'],
  ['famille', 'home'],
  ['ltsb', 'ltsc'],
  ['eval', 'evaluation'],
  ['workstations', 'workstation'],
  ['multisession', 'multi-session'],
]);

/** The word as the phrases have it; undefined for one that binds or fills. */
export function canonical(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (lower === 'for' || SEPARATORS.has(lower)) return undefined;
  return SYNONYMS.get(lower) ?? lower;
}

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

/** Names that nobody gives a PC in a target: `Lite` is a word of many products, and these have better ones below. */
const NEVER_SAID: ReadonlySet<string> = new Set(['0xBD', '0xB4', '0x87']);

/** Further names, and names that may be one of several editions. */
const MORE: [said: string, name: string, ...codes: string[]][] = [
  ['Single Language', 'Single Language', '0x64', '0x8A'],
  ['LTSC', 'LTSC', '0x7D', '0xBF'],
  ['LTSC N', 'Enterprise LTSC N', '0x7E'],
  ['LTSC Evaluation', 'LTSC Evaluation', '0x81', '0xCF'],
  ['LTSC N Evaluation', 'Enterprise LTSC N Evaluation', '0x82'],
  ['LTSC Subscription', 'IoT Enterprise LTSC Subscription', '0xCD'],
  ['IoT', 'IoT', '0xBC', '0xBF'],
  // No list names it, so that it has no code.
  ['IoT Core', 'IoT Core'],
  ['IoT LTSC', 'IoT Enterprise LTSC', '0xBF'],
  ['IoT LTSC Subscription', 'IoT Enterprise LTSC Subscription', '0xCD'],
  ['IoT LTSC Evaluation', 'IoT Enterprise LTSC Evaluation', '0xCF'],
  ['IoT Enterprise Evaluation', 'IoT Enterprise LTSC Evaluation', '0xCF'],
  ['IoT Enterprise Subscription', 'IoT Enterprise LTSC Subscription', '0xCD'],
  ['multi-session', 'Enterprise multi-session', '0xAF'],
  ['AVD', 'Enterprise multi-session', '0xAF'],
  ['Enterprise AVD', 'Enterprise multi-session', '0xAF'],
  ['AVD multi-session', 'Enterprise multi-session', '0xAF'],
  ['Enterprise AVD multi-session', 'Enterprise multi-session', '0xAF'],
  ['Enterprise Virtual Desktops', 'Enterprise multi-session', '0xAF'],
  ['Team', 'Surface Hub', '0x77', '0xB4'],
  ['Surface Hub', 'Surface Hub', '0x77', '0xB4'],
  ['Surface Hub Team', 'Surface Hub', '0x77', '0xB4'],
  ['Holographic', 'Holographic', '0x87', '0x88'],
  ['HoloLens', 'Holographic', '0x87', '0x88'],
  ['HoloLens Holographic', 'Holographic', '0x87', '0x88'],
  ['HoloLens Holographic Business', 'Holographic for Business', '0x88'],
  ['HoloLens Business', 'Holographic for Business', '0x88'],
];

/** `Pro for Workstations` → pro, workstation. */
function wordsOf(name: string): string[] {
  return editionWords(name).flatMap((word) => canonical(word) ?? []);
}

/** By each of their words, so that a text is compared only with those that it may hold. */
export const PHRASES_WITH: ReadonlyMap<string, readonly EditionPhrase[]> = byWord([
  ...EDITIONS.filter(({ code }) => !NEVER_SAID.has(code)).map(({ code, name }) => ({
    name,
    words: wordsOf(name),
    codes: [code],
  })),
  ...MORE.map(([said, name, ...codes]) => ({ name, words: wordsOf(said), codes })),
]);

function byWord(phrases: EditionPhrase[]): Map<string, EditionPhrase[]> {
  const map = new Map<string, EditionPhrase[]>();
  for (const phrase of phrases) {
    for (const word of phrase.words) map.set(word, [...(map.get(word) ?? []), phrase]);
  }
  return map;
}
