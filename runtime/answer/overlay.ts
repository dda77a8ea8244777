/** Verdicts laid over a prepared answer: only they depend on the target. */

import type { Compatibility } from '../contract/compatibility.ts';
import type { Match } from '../contract/match.ts';
import type { ProductVerdict } from '../contract/product.ts';
import type { StoredAnswer } from '../format/format.ts';
import { noteText, textsIn } from '../messages/index.ts';
import { PRODUCT_TEXTS } from '../messages/product.ts';
import { combine } from '../verdict/index.ts';
import { compatibilityOf, type Judge, type Judged, type Verdicts } from './compatibility.ts';
import { slugsOf } from './envelope.ts';
import { type PairQuestion, scopeOf } from './find.ts';
import { unsupportedWarnings } from './product.ts';

/** A match with its verdict, which is open where another hive is requested. */
export interface JudgedMatch extends Judged {
  slug: string;
  match: Match;
  /** Number of what the verdict is drawn from. */
  rule: number;
  noMdm?: string;
}

/** `judge`: of the request, which may name products. */
export function judgeMatches(
  { matches, rule, noMdm = [] }: StoredAnswer,
  { parsed: { hive }, lang, targetOs }: Pick<PairQuestion, 'parsed' | 'lang' | 'targetOs'>,
  judge: Judge,
  { asked }: Pick<Verdicts, 'asked'>,
): JudgedMatch[] {
  const rules = asked[rule]?.rules ?? [];
  return matches.map((match, at): JudgedMatch => {
    const { slug, otherHive } = match;
    const own = rules[at];
    if (own === undefined) throw new RangeError(`The answer has no rule for ${slug}.`);
    const scope = scopeOf(otherHive ?? hive);
    const { judgement, compatibility, unsupportedProduct } = judge(own, targetOs, lang, scope);
    const key = noMdm[at];
    const judged = {
      slug,
      match: withNodeVerdicts(match, judgement, () => judge(own, null, lang, scope).judgement),
      rule: own,
      judgement,
      ...(typeof key === 'string' && { noMdm: key }),
    };
    if (otherHive === undefined)
      return { ...judged, compatibility, ...(unsupportedProduct && { unsupportedProduct }) };
    const reason = textsIn(lang).otherHiveUnknown(otherHive, hive ?? '');
    return { ...judged, compatibility: openVerdict(compatibility, reason) };
  });
}

/** Nodes of several places are ordered by the target, and each has its own verdict. */
function withNodeVerdicts(
  match: Match,
  { nodes }: Judged['judgement'],
  untargeted: () => Judged['judgement'],
): Match {
  const { csp, cspAlternatives } = match;
  if (csp === undefined || cspAlternatives === undefined) return match;
  const stored = [csp, ...cspAlternatives];
  const indexes = untargeted().nodes.map(({ index }) => index);
  const [first = csp, ...others] = nodes.flatMap(({ index, verdict }, at) => {
    const node = stored[indexes.indexOf(index)];
    return node === undefined ? [] : [at === 0 ? node : { ...node, verdict }];
  });
  return { ...match, csp: first, cspAlternatives: others };
}

/** The matches of the requested hive, or all if there are none: they decide on the whole answer. */
export function decisiveMatches(judged: readonly JudgedMatch[]): readonly JudgedMatch[] {
  // Those of the requested hive come first.
  if (judged.at(-1)?.match.otherHive === undefined || judged[0]?.match.otherHive !== undefined) return judged;
  return judged.filter(({ match }) => match.otherHive === undefined);
}

/** Those that document nothing of the OS while others do: an absence must not overrule a document. */
function silentMatches(judged: readonly JudgedMatch[]): readonly JudgedMatch[] {
  const all = decisiveMatches(judged);
  const least = Math.min(...all.map(({ judgement: { silence = 0 } }) => silence));
  return all.filter(({ judgement: { silence = 0 } }) => silence > least);
}

/** A document on one hive is no evidence about the other: every verdict is open. */
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

/** The verdict over all matches: theirs where it is drawn from the same facts, as mostly. */
export function combinedVerdict(judged: readonly JudgedMatch[], lang: string): Compatibility {
  const silent = silentMatches(judged);
  const [first, ...others] = decisiveMatches(judged).filter((each) => !silent.includes(each));
  if (first === undefined) throw new RangeError('There is no match to judge.');
  if (first.match.otherHive !== undefined || others.every(({ rule }) => rule === first.rule)) {
    return first.compatibility;
  }
  const combined = compatibilityOf(combine([first, ...others]), lang);
  const product = combinedProduct([first, ...others], lang);
  return product === undefined ? combined : { ...combined, product };
}

/** Of matches of one product: their common verdict; where they differ, `unknown` with the sentence of each. */
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
    reason: parts.map(({ slug, reason }) => textsIn(lang, PRODUCT_TEXTS).ofSetting(slug, reason)).join(' '),
  };
}

/** The warnings of an answer, with the notes of the verdicts in their places. */
export function warningsOf(
  { warnings }: StoredAnswer,
  judged: readonly JudgedMatch[],
  lang: string,
): string[] {
  const silent = silentMatches(judged);
  const told = warnings.flatMap((warning) => (typeof warning === 'number' ? (judged[warning] ?? []) : []));
  const firstSilent = told.find((each) => silent.includes(each));
  return warnings.flatMap((warning) => {
    if (typeof warning === 'string') return warning;
    const of = judged[warning];
    if (of === undefined) return [];
    const notes = of.judgement.notes.map((note) => noteText(note, of.slug, lang));
    // One sentence names them all, in the place of the first.
    const left = of === firstSilent ? [textsIn(lang).leftOut(slugsOf(silent))] : [];
    return [...left, ...notes, ...unsupportedWarnings(of, of.slug, lang)];
  });
}
