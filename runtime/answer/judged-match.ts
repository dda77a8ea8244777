/** Matches of a pair with their verdicts, and what the hive asked for means for each. */

import type { Compatibility } from '../contract/compatibility.ts';
import type { ProductVerdict } from '../contract/product.ts';
import type { Confidence, Scope } from '../contract/words.ts';
import type { StoredMatch } from '../format/format.ts';
import type { Hive } from '../format/keys.ts';
import { messagesFor } from '../messages/index.ts';
import { productMessagesFor } from '../messages/product.ts';
import { combine } from '../verdict/index.ts';
import { compatibilityOf, type Judge, type Judged } from './compatibility.ts';
import type { PairQuestion } from './find.ts';
import { confidenceIn, factsOf } from './match.ts';

/** A match with its verdict, which is open where another hive was asked for. */
export interface JudgedMatch extends Judged {
  slug: string;
  match: StoredMatch;
  confidence: Confidence;
  /** The hive that the vendor documents, where another one was asked for. */
  otherHive?: 'HKLM' | 'HKCU';
}

export function scopeOf(hive: Hive | null): Scope | undefined {
  if (hive === 'HKLM') return 'Device';
  return hive === 'HKCU' ? 'User' : undefined;
}

/** Matches of the hive asked for come first: what is documented for one hive says nothing of the other. */
export function judgeMatches(
  matches: readonly StoredMatch[],
  { parsed: { hive }, lang, targetOs }: PairQuestion,
  judge: Judge,
): JudgedMatch[] {
  const all = matches.map((match): JudgedMatch => {
    const otherHive = documentedHive(match, hive);
    const scope = scopeOf(otherHive ?? hive);
    const { judgement, compatibility, unsupportedProduct } = judge(factsOf(match), targetOs, lang, scope);
    const confidence = confidenceIn(match, judgement.nodes);
    const base = { slug: match.slug, match, confidence, judgement, compatibility };
    if (otherHive === undefined) return unsupportedProduct ? { ...base, unsupportedProduct } : base;
    const reason = messagesFor(lang).otherHiveUnknown(otherHive, hive ?? '');
    return { ...base, otherHive, compatibility: openVerdict(compatibility, reason) };
  });
  const others = all.filter(({ otherHive }) => otherHive !== undefined);
  return others.length === 0 ? all : [...all.filter(({ otherHive }) => !otherHive), ...others];
}

/** Those that decide what is said of all: of the hive asked for, where there are any. */
export function deciding(judged: readonly JudgedMatch[]): readonly JudgedMatch[] {
  // Those of the hive asked for come first.
  if (judged.at(-1)?.otherHive === undefined || judged[0]?.otherHive !== undefined) return judged;
  return judged.filter(({ otherHive }) => otherHive === undefined);
}

/** The hive that a setting's class writes, where another one was asked for. */
function documentedHive({ served: { class: policyClass } }: StoredMatch, hive: Hive | null) {
  if (hive === null || policyClass === 'Both') return undefined;
  const documented = policyClass === 'Machine' ? ('HKLM' as const) : ('HKCU' as const);
  return documented === hive ? undefined : documented;
}

/** What is documented for one hive says nothing of the other: every verdict is open. */
function openVerdict({ targetBuild, registry, mdm, product }: Compatibility, reason: string): Compatibility {
  const unknown = { verdict: 'unknown' as const, reason };
  return {
    ...unknown,
    ...(targetBuild !== undefined && { targetBuild }),
    ...(registry && { registry: unknown }),
    ...(mdm && { mdm: unknown }),
    ...(product && { product: { product: product.product, ...unknown } }),
  };
}

/** The verdict over all matches: theirs where they have the same facts, as mostly. */
export function combinedVerdict(judged: readonly JudgedMatch[], lang: string): Compatibility {
  const [first, ...others] = deciding(judged);
  if (first === undefined) throw new RangeError('There is no match to judge.');
  if (first.otherHive !== undefined || others.every(({ judgement }) => judgement === first.judgement)) {
    return first.compatibility;
  }
  const combined = compatibilityOf(combine([first, ...others]), lang);
  const product = combinedProduct([first, ...others], lang);
  return product === undefined ? combined : { ...combined, product };
}

/** Of matches of one product: what all say of it; where their verdicts differ, `unknown` with each one's sentence. */
function combinedProduct(judged: readonly JudgedMatch[], lang: string): ProductVerdict | undefined {
  const parts = judged.flatMap(({ slug, compatibility }) =>
    compatibility.product === undefined ? [] : [{ slug, ...compatibility.product }],
  );
  const [first, ...others] = parts;
  if (first === undefined || parts.length < judged.length) return undefined;
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
