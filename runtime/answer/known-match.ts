/**
 * A stored match as it is kept between questions: the few facts that decide what is said of it, and its JSON in pieces
 * of which it is put together in any language.
 */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type {
  Confidence,
  CspEntry,
  ListEntry,
  ListFacts,
  PolicyClass,
  ResolveEntry,
  StoredMatch,
} from '../format.ts';
import type { Messages } from '../messages/index.ts';
import { splitPairKey } from '../normalize.ts';
import type { Facts } from '../verdict/index.ts';
import { confidenceOf, languageWarnings, pickLanguage, slugsOf } from './envelope.ts';
import { type KnownName, type ShareName, sharedNames, titleText } from './known-name.ts';
import { groups, piecesOf, type Share, sharing } from './pieces.ts';
import { inner } from './sentence.ts';
import type { Provenance } from './types.ts';

/** What is kept of a match and of a record alike. */
export interface KnownSetting extends KnownProvenance, KnownName {
  slug: string;
  /** In JSON, without its quotation marks. */
  slugText: ByteString;
  confidence: Confidence;
  /** What follows the title, from the comma on; without the closing brace. */
  rest: readonly ByteString[];
}

export interface KnownMatch extends KnownSetting {
  class: PolicyClass;
  list: ListFacts | undefined;
  facts: Facts;
}

/** Where a fact comes from, as pieces of JSON. */
export interface KnownProvenance {
  /** `{"source":…,"sourceVersion":…`. */
  edition: ByteString;
  /** `,"learnUrl":…`. */
  page: ByteString | undefined;
}

/** Settings that an answer names together, and what it says of all of them. */
export interface Named {
  matches: readonly KnownMatch[];
  /** The match where there is one alone, as mostly: its way there touches less memory than a list's. */
  only: KnownMatch | undefined;
  confidence: Confidence;
  /** What follows the last member of the result: its brace, confidence and provenance. */
  sources: ByteString;
  /** What `slugsOf` says, in JSON, without its quotation marks. */
  slugs: ByteString;
}

/** What writes a pair. */
export interface KnownPair extends Named {
  /** What `startOf` says. */
  start: ByteString;
  /** Once it is known: no list is under the pair's key. */
  alone: boolean;
}

export interface KnownNode extends Named {
  omaUri: string;
  /** The node as JSON, where no match tells it. */
  node: ByteString | undefined;
}

export function keepPair({ matches }: ResolveEntry, dataset: Dataset, id: string): KnownPair {
  const [key, value] = splitPairKey(id);
  const { confidence, sources, slugs, only, matches: known } = knownMatches(matches, dataset);
  return { matches: known, only, confidence, sources, slugs, start: startOf(key, value), alone: false };
}

/** The answer to a question about a pair up to the value. */
export function startOf(key: string, value: string): ByteString {
  return encode(`{"query":${JSON.stringify({ key, value }).slice(0, -1)}`);
}

export function keepList({ matches }: ListEntry, dataset: Dataset): readonly KnownMatch[] {
  return matches.map((match) => knownMatch(match, dataset));
}

export function keepNode({ node, matches }: CspEntry, dataset: Dataset): KnownNode {
  const { share } = sharedOf(dataset);
  const { source, sourceVersion } = node;
  // Where no match tells it, the node is what is told of.
  const own = matches.length > 0 ? undefined : [knownProvenance({ source, sourceVersion }, share)];
  const { confidence, sources, slugs, only, matches: known } = knownMatches(matches, dataset, own);
  return {
    matches: known,
    only,
    confidence,
    sources,
    slugs,
    omaUri: node.omaUri,
    node: matches.length === 0 ? encode(JSON.stringify(node)) : undefined,
  };
}

function knownMatches(
  stored: readonly StoredMatch[],
  dataset: Dataset,
  from?: readonly KnownProvenance[],
): Named {
  const known = named(
    stored.map((match) => knownMatch(match, dataset)),
    from,
  );
  known.sources = sharedOf(dataset).share(known.sources);
  return known;
}

/** `from`: whose provenance it is, where not that of the matches. */
export function named(matches: readonly KnownMatch[], from: readonly KnownProvenance[] = matches): Named {
  const confidence = confidenceOf(matches);
  return {
    matches,
    only: matches.length === 1 ? matches[0] : undefined,
    confidence,
    sources: sourcesText(confidence, from),
    slugs: slugsText(matches),
  };
}

/** Members of a match that many have alike. */
const MATCH_GROUPS = groups(
  ['class', 'registryKey'],
  ['valueName'],
  ['source', 'sourceVersion', 'confidence'],
  ['learnUrl'],
  ['elementId'],
  ['csp'],
  ['supportedOn'],
);

function knownMatch(match: StoredMatch, dataset: Dataset): KnownMatch {
  // What only the verdict needs (`floor`, `hostOnly`) stays behind.
  const { slug, name, displayName, floor: _floor, hostOnly: _hostOnly, ...rest } = match;
  const { share, called } = sharedOf(dataset);
  const { edition, page } = knownProvenance(match, share);
  const slugText = share(inner(slug));
  const { name: nameText, titles } = called(slug, name, displayName);
  // Member by member: what is spread into an object makes it half as large again.
  return {
    // The shared one of two equal texts.
    slug: slugText === slug ? slugText : slug,
    slugText,
    class: match.class,
    confidence: match.confidence,
    list: match.list,
    facts: factsOf(match),
    edition,
    page,
    name: nameText,
    titles,
    rest: piecesOf(rest, MATCH_GROUPS, share),
  };
}

function factsOf({ supportedOn, floor, hostOnly, csp }: StoredMatch): Facts {
  return {
    ...(supportedOn !== undefined && { supportedOn }),
    ...(floor !== undefined && { floor }),
    ...(hostOnly !== undefined && { hostOnly }),
    ...(csp !== undefined && { csp }),
  };
}

/** A match or a record as answered, without the closing brace. */
export function settingText(setting: KnownSetting, lang: string): ByteString {
  let text = `{"slug":"${setting.slugText}","lang":${titleText(setting, lang)}`;
  for (const piece of setting.rest) text += piece;
  return text as ByteString;
}

function slugsText(matches: readonly KnownMatch[]): ByteString {
  const [first] = matches;
  return first !== undefined && matches.length === 1 ? first.slugText : inner(slugsOf(matches));
}

/** The end of the result; confidence and what `provenanceOf` says, as members of the envelope. */
export function sourcesText(confidence: Confidence, of: readonly KnownProvenance[]): ByteString {
  const text = `},"confidence":"${confidence}"` as ByteString;
  const [first, ...others] = of;
  if (first === undefined) return text;
  const { edition, page } = first;
  if (others.some((other) => other.edition !== edition)) return text;
  const samePage = page !== undefined && others.every((other) => other.page === page);
  return `${text},"provenance":${edition}${samePage ? page : ''}}` as ByteString;
}

export function knownProvenance(
  { source, sourceVersion, learnUrl }: Provenance,
  share: Share,
): KnownProvenance {
  return {
    edition: share(encode(JSON.stringify({ source, sourceVersion }).slice(0, -1))),
    page: learnUrl === undefined ? undefined : share(encode(`,"learnUrl":${JSON.stringify(learnUrl)}`)),
  };
}

const NONE: readonly string[] = [];

/** What `languageWarnings` says. */
export function titleWarnings(
  matches: readonly KnownMatch[],
  lang: string,
  texts: Messages,
): readonly string[] {
  // Nearly always.
  if (matches.every(({ titles }) => titles[lang] !== undefined)) return NONE;
  const titled = matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) }));
  return languageWarnings(titled, lang, texts);
}

interface Shared {
  share: Share;
  called: ShareName;
}

const shared = new WeakMap<Dataset, Shared>();

export function sharedOf(dataset: Dataset): Shared {
  let known = shared.get(dataset);
  if (known === undefined) {
    const share = sharing();
    known = {
      share,
      called: sharedNames(),
    };
    shared.set(dataset, known);
  }
  return known;
}
