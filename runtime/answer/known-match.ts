/**
 * A stored match as it is kept between questions: the few facts that decide what is said of it, and its JSON in pieces
 * of which it is put together in any language.
 */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset.ts';
import type {
  Confidence,
  CspEntry,
  ListEntry,
  ListFacts,
  PolicyClass,
  ResolveEntry,
  StoredMatch,
} from '../format.ts';
import { type Minimums, sharedMinimums } from '../verdict/index.ts';
import { languageWarnings, pickLanguage, provenanceOf, slugsOf } from './envelope.ts';
import type { AnswerTexts } from './messages.ts';
import type { Provenance } from './types.ts';

export interface KnownMatch {
  slug: string;
  /** In JSON, without its quotation marks. */
  slugText: ByteString;
  class: PolicyClass;
  confidence: Confidence;
  list: ListFacts | undefined;
  /** One object for all matches of the dataset with the same minimums. */
  minimums: Minimums;
  /** One object for all matches of the dataset with the same provenance. */
  provenance: KnownProvenance;
  /** Language → `"<language>","name":…,"displayName":…`, of the languages that have the title. */
  titles: Readonly<Record<string, ByteString>>;
  /** `"name":…`, where no language has the title. */
  untitled: ByteString | undefined;
  /** What follows the title, from the comma on; without the closing brace. */
  rest: ByteString;
}

export interface KnownProvenance extends Provenance {
  /** Itself as JSON. */
  text: ByteString;
}

/** What writes a pair. */
export interface KnownPair {
  matches: readonly KnownMatch[];
  /** Once it is known: no list is under the pair's key. */
  alone: boolean;
  /** Once it was asked for: `{"key":…,"value":…` of the normalized pair. */
  asked: ByteString | undefined;
}

export interface KnownNode {
  matches: readonly KnownMatch[];
  /** Of the entry, as JSON. */
  node: ByteString;
}

export function keepPair({ matches }: ResolveEntry, dataset: Dataset): KnownPair {
  return { matches: matches.map((match) => knownMatch(match, dataset)), alone: false, asked: undefined };
}

export function keepList({ matches }: ListEntry, dataset: Dataset): readonly KnownMatch[] {
  return matches.map((match) => knownMatch(match, dataset));
}

export function keepNode({ node, matches }: CspEntry, dataset: Dataset): KnownNode {
  return { matches: matches.map((match) => knownMatch(match, dataset)), node: encode(JSON.stringify(node)) };
}

function knownMatch(match: StoredMatch, dataset: Dataset): KnownMatch {
  // What only the verdict needs (`floor`, `hostOnly`) stays behind.
  const { slug, name, displayName, floor: _floor, hostOnly: _hostOnly, ...rest } = match;
  const named = `"name":${JSON.stringify(name)}`;
  const languages = Object.entries(displayName);
  const { minimums, provenance } = sharedOf(dataset);
  return {
    slug,
    slugText: inner(slug),
    class: match.class,
    confidence: match.confidence,
    list: match.list,
    minimums: minimums(match),
    provenance: provenance(match),
    titles: Object.fromEntries(
      languages.map(([lang, title]) => [
        lang,
        encode(`${JSON.stringify(lang)},${named},"displayName":${JSON.stringify(title)}`),
      ]),
    ),
    untitled: languages.length === 0 ? encode(named) : undefined,
    // Of `{"class":…}` what follows the opening brace.
    rest: encode(`,${JSON.stringify(rest).slice(1, -1)}`),
  };
}

/** A text in JSON, without its quotation marks; the same string where it needs no escape. */
export function inner(text: string): ByteString {
  const escaped = encode(JSON.stringify(text).slice(1, -1));
  return escaped === text ? (text as ByteString) : escaped;
}

/** A match as answered, without the closing brace. */
export function matchText({ slugText, titles, untitled, rest }: KnownMatch, lang: string): ByteString {
  return `{"slug":"${slugText}","lang":${titles[lang] ?? otherTitle(titles, untitled, lang)}${rest}` as ByteString;
}

function otherTitle(titles: KnownMatch['titles'], untitled: ByteString | undefined, lang: string): string {
  const served = pickLanguage(titles, lang);
  return served === undefined ? `${JSON.stringify(lang)},${untitled}` : (titles[served] ?? '');
}

/** What `slugsOf` says, in JSON, without its quotation marks. */
export function slugsText(matches: readonly KnownMatch[]): ByteString {
  const [first] = matches;
  return first !== undefined && matches.length === 1 ? first.slugText : inner(slugsOf(matches));
}

/** What `provenanceOf` says, as JSON. */
export function provenanceText(matches: readonly KnownMatch[]): ByteString | undefined {
  const [first] = matches;
  if (matches.length === 1) return first?.provenance.text;
  const provenance = provenanceOf(matches.map((match) => match.provenance));
  return provenance && encode(JSON.stringify(provenance));
}

export function addTitleWarnings(
  warnings: string[],
  matches: readonly KnownMatch[],
  lang: string,
  texts: AnswerTexts,
): void {
  // Nearly always, and asked for every request.
  if (matches.every(({ titles }) => titles[lang] !== undefined)) return;
  const titled = matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) }));
  warnings.push(...languageWarnings(titled, lang, texts));
}

interface Shared {
  minimums: (match: StoredMatch) => Minimums;
  provenance: (from: Provenance) => KnownProvenance;
}

const shared = new WeakMap<Dataset, Shared>();

export function sharedOf(dataset: Dataset): Shared {
  let known = shared.get(dataset);
  if (known === undefined) {
    known = { minimums: sharedMinimums(), provenance: sharedProvenance() };
    shared.set(dataset, known);
  }
  return known;
}

function sharedProvenance(): Shared['provenance'] {
  const known = new Map<string, KnownProvenance>();
  return ({ source, sourceVersion, learnUrl }) => {
    const own: Provenance = { source, sourceVersion, ...(learnUrl !== undefined && { learnUrl }) };
    const text = JSON.stringify(own);
    let found = known.get(text);
    if (found === undefined) {
      found = { ...own, text: encode(text) };
      known.set(text, found);
    }
    return found;
  };
}
