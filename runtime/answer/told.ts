/** Matches of a pair with their verdicts, and what the hive asked for means for each. */
import type { MatchFacts, StoredMatch } from '../format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { productMessagesFor } from '../messages/product.ts';
import type { Hive } from '../normalize.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { ProductVerdict } from '../schema/product.ts';
import type { Confidence, Scope } from '../schema/words.ts';
import type { Facts } from '../verdict/index.ts';
import { combinedCompatibility, type Judged, notesOf } from './compatibility.ts';
import { slugsOf } from './envelope.ts';
import { confidenceIn, factsOf } from './match.ts';

export interface ToldMatch {
  slug: string;
  match: StoredMatch;
  confidence: Confidence;
  judged: Judged;
  /** The hive that the vendor documents, where another one was asked for. */
  otherHive?: 'HKLM' | 'HKCU';
}

export function scopeOf(hive: Hive | null): Scope | undefined {
  if (hive === 'HKLM') return 'Device';
  return hive === 'HKCU' ? 'User' : undefined;
}

/** Matches of the hive asked for come first: what is documented for one hive says nothing of the other. */
export function tellMatches(
  matches: readonly StoredMatch[],
  hive: Hive | null,
  judge: (facts: Facts, scope: Scope | undefined) => Judged,
): ToldMatch[] {
  const told = matches.map((match): ToldMatch => {
    const otherHive = documentedHive(match, hive);
    const judged = judge(factsOf(match), scopeOf(otherHive ?? hive));
    const confidence = confidenceIn(match, judged.judgement.nodes);
    const base = { slug: match.slug, match, confidence, judged };
    return otherHive === undefined ? base : { ...base, otherHive };
  });
  const others = told.filter(({ otherHive }) => otherHive !== undefined);
  return others.length === 0 ? told : [...told.filter(({ otherHive }) => !otherHive), ...others];
}

/** Those that decide what is said of all: of the hive asked for, where there are any. */
export function deciding(told: readonly ToldMatch[]): readonly ToldMatch[] {
  // Those of the hive asked for come first.
  if (told.at(-1)?.otherHive === undefined || told[0]?.otherHive !== undefined) return told;
  return told.filter(({ otherHive }) => otherHive === undefined);
}

/** The hive that a setting's class writes, where another one was asked for. */
function documentedHive({ served: { class: policyClass } }: StoredMatch, hive: Hive | null) {
  if (hive === null || policyClass === 'Both') return undefined;
  const documented = policyClass === 'Machine' ? ('HKLM' as const) : ('HKCU' as const);
  return documented === hive ? undefined : documented;
}

export function compatibilityFor(
  { judged, otherHive }: ToldMatch,
  hive: Hive | null,
  lang: string,
): Compatibility {
  return otherHive === undefined
    ? judged.compatibility
    : otherHiveCompatibility(judged, otherHive, hive ?? '', messagesFor(lang));
}

/** What is documented for one hive says nothing of the other: every verdict is open. */
function otherHiveCompatibility(
  { compatibility }: Judged,
  documented: string,
  asked: string,
  texts: Messages,
): Compatibility {
  const unknown = { verdict: 'unknown' as const, reason: texts.otherHiveUnknown(documented, asked) };
  return {
    ...unknown,
    ...(compatibility.targetBuild !== undefined && { targetBuild: compatibility.targetBuild }),
    ...(compatibility.registry && { registry: unknown }),
    ...(compatibility.mdm && { mdm: unknown }),
    ...(compatibility.product && { product: { product: compatibility.product.product, ...unknown } }),
  };
}

/** The verdict over all matches: theirs where they have the same facts, as mostly. */
export function combinedVerdict(told: readonly ToldMatch[], hive: Hive | null, lang: string): Compatibility {
  const [first, ...others] = deciding(told);
  if (first === undefined) throw new RangeError('There is no match to judge.');
  if (first.otherHive !== undefined || others.every(({ judged }) => judged === first.judged)) {
    return compatibilityFor(first, hive, lang);
  }
  const named = [first, ...others].map(({ slug, judged: { judgement } }) => ({ slug, judgement }));
  const combined = combinedCompatibility(named, lang);
  const product = combinedProduct([first, ...others], lang);
  return product === undefined ? combined : { ...combined, product };
}

/** Of matches of one product: what all say of it; where their verdicts differ, `unknown` with each one's sentence. */
function combinedProduct(told: readonly ToldMatch[], lang: string): ProductVerdict | undefined {
  const parts = told.flatMap(({ slug, judged: { compatibility } }) =>
    compatibility.product === undefined ? [] : [{ slug, ...compatibility.product }],
  );
  const [first, ...others] = parts;
  if (first === undefined || parts.length < told.length) return undefined;
  if (others.some(({ product }) => product !== first.product)) return undefined;
  const { slug: _, ...shared } = first;
  if (others.every(({ reason, verdict }) => reason === first.reason && verdict === first.verdict)) {
    return shared;
  }
  const { product, version, channel } = first;
  const agree = others.every(({ verdict }) => verdict === first.verdict);
  return {
    product,
    ...(version !== undefined && { version }),
    ...(channel !== undefined && { channel }),
    verdict: agree ? first.verdict : 'unknown',
    reason: parts.map(({ slug, reason }) => productMessagesFor(lang).ofSetting(slug, reason)).join(' '),
  };
}

/**
 * What a vendor has dropped, and what its own labels call deprecated, obsolete or removed, is never served as current.
 */
export function lifecycleWarnings(
  slug: string,
  { removedIn, lastSeenIn, lifecycle }: Pick<MatchFacts, 'removedIn' | 'lastSeenIn' | 'lifecycle'>,
  lang: string,
): string[] {
  const texts = messagesFor(lang);
  return [
    ...(removedIn === undefined ? [] : [texts.removedIn(slug, removedIn)]),
    ...(lastSeenIn === undefined ? [] : [texts.lastSeenIn(slug, lastSeenIn)]),
    ...(lifecycle === undefined ? [] : [productMessagesFor(lang).lifecycle(slug, lifecycle)]),
  ];
}

/** Where no vendor documents the setting, nor a transcription of a vendor's table. */
export function communityWarnings(matches: readonly StoredMatch[], texts: Messages): string[] {
  const all = matches.length > 0 && matches.every(({ community }) => community === true);
  return all ? [texts.communityOnly(slugsOf(matches))] : [];
}

/** The verdict of the OS does not say that the product's version is not among the documented. */
export function unsupportedWarnings({ unsupportedProduct }: Judged, slug: string, lang: string): string[] {
  if (unsupportedProduct === undefined) return [];
  const texts = productMessagesFor(lang);
  return [texts.ofSetting(slug, texts.reason(unsupportedProduct))];
}

/** Warnings on single matches: the hive, the scope of the node, how it is mapped, the notes of the verdict. */
export function matchWarnings(
  { match, slug, judged, otherHive }: ToldMatch,
  hive: Hive | null,
  lang: string,
): string[] {
  const texts = messagesFor(lang);
  const { nodes } = judged.judgement;
  const node = match.nodes?.[nodes[0]?.index ?? -1];
  const scope = scopeOf(otherHive ?? hive);
  return [
    ...(otherHive === undefined ? [] : [texts.otherHive(slug, otherHive, hive ?? '')]),
    ...(node && scope && node.served.scope !== scope ? [texts.noScope(slug, scope, node.served.scope)] : []),
    ...(nodes.length > 1 ? [texts.severalNodes(slug, nodes.length)] : []),
    ...(node?.intuneOnly ? [texts.intuneOnly(slug)] : []),
    ...(node?.wholePolicy ? [texts.wholePolicy(slug)] : []),
    ...lifecycleWarnings(slug, match.served, lang),
    ...(otherHive === undefined ? notesOf(judged.judgement, slug, lang) : []),
    ...(otherHive === undefined ? unsupportedWarnings(judged, slug, lang) : []),
  ];
}
