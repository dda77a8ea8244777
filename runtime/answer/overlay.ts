/** Verdicts laid over a prepared answer: only they depend on the target. */

import type { Compatibility } from '../contract/compatibility.ts';
import type { Csp, Match } from '../contract/match.ts';
import type { ProductVerdict } from '../contract/product.ts';
import type { StoredAnswer } from '../format/format.ts';
import { noteText, textsIn } from '../messages/index.ts';
import { PRODUCT_TEXTS } from '../messages/product.ts';
import { combine } from '../verdict/index.ts';
import { compatibilityOf, type Judged } from './compatibility.ts';
import { slugsOf } from './envelope.ts';
import { type PairQuestion, scopeOf } from './find.ts';
import { unsupportedWarnings } from './product.ts';

/** A match with its verdict, which is open where it is documented for another hive than the requested one. */
export interface JudgedMatch extends Judged {
  slug: string;
  match: Match;
  /** Number of what the verdict is drawn from. */
  rule: number;
  noMdm?: string;
  /** The higher, the less it has to say: a list of any names after a setting that names the value. */
  rank: number;
}

export function judgeMatches(
  { matches, rule: number, noMdm = [] }: Pick<StoredAnswer, 'matches' | 'rule' | 'noMdm'>,
  {
    parsed: { hive },
    lang,
    targetOs,
    judge,
    asked,
  }: Pick<PairQuestion, 'parsed' | 'lang' | 'targetOs' | 'judge' | 'asked'>,
): JudgedMatch[] {
  return matches.map((match, at): JudgedMatch => {
    const { slug, otherHive, list, csp, cspAlternatives } = match;
    const [rule, key] = [asked[number]?.rules[at], noMdm[at]];
    if (rule === undefined) throw new RangeError(`The dataset has no rule for ${slug}.`);
    const scope = scopeOf(otherHive ?? hive);
    const judged = judge(rule, targetOs, lang, scope);
    const untargeted = () => judge(rule, null, lang, scope).judgement;
    return {
      match:
        csp && cspAlternatives
          ? { ...match, ...judgedNodes([csp, ...cspAlternatives], judged.judgement, untargeted()) }
          : match,
      slug,
      rule,
      ...(typeof key === 'string' && { noMdm: key }),
      rank: 2 * (judged.judgement.silence ?? 0) + (list ? 1 : 0),
      ...(otherHive === undefined ? judged : openVerdicts(judged, otherHive, hive, lang)),
    };
  });
}

/** Nodes of several places, ordered by the target, each with its own verdict. @param stored In the order without a target. */
function judgedNodes(
  stored: readonly Csp[],
  { nodes }: Judged['judgement'],
  untargeted: Judged['judgement'],
): Pick<Match, 'csp' | 'cspAlternatives'> {
  const indexes = untargeted.nodes.map(({ index }) => index);
  const [csp, ...cspAlternatives] = nodes.flatMap(({ index, verdict }, at) => {
    const node = stored[indexes.indexOf(index)];
    return node === undefined ? [] : [at === 0 ? node : { ...node, verdict }];
  });
  return { ...(csp && { csp }), cspAlternatives };
}

/** The matches of the requested hive, or all if there are none: they decide on the whole answer. */
export function decisiveMatches(judged: readonly JudgedMatch[]): readonly JudgedMatch[] {
  const own = judged.filter(({ match }) => match.otherHive === undefined);
  return own.length > 0 ? own : judged;
}

/**
 * The decisive matches, apart from those that document nothing on the OS while others do: an absence must not overrule a
 * document. Nor must a list of any names overrule a setting that names the value.
 */
function withoutSilent(judged: readonly JudgedMatch[]): { deciding: JudgedMatch[]; silent: JudgedMatch[] } {
  const all = decisiveMatches(judged);
  const least = Math.min(...all.map(({ rank }) => rank));
  return {
    deciding: all.filter(({ rank }) => rank === least),
    silent: all.filter(({ rank }) => rank > least),
  };
}

/** A document on one hive is no evidence about the other: every verdict is open. */
function openVerdicts(
  { judgement, compatibility }: Judged,
  otherHive: string,
  hive: string | null,
  lang: string,
): Judged {
  const { targetBuild, registry, mdm, product } = compatibility;
  const reason = textsIn(lang).otherHiveUnknown(otherHive, hive ?? '');
  const unknown = { verdict: 'unknown' as const, reason };
  const open = {
    ...unknown,
    ...(targetBuild !== undefined && { targetBuild }),
    ...(registry && { registry: unknown }),
    ...(mdm && { mdm: unknown }),
    ...(product && { product: { product: product.product, ...unknown } }),
  };
  return { judgement, compatibility: open };
}

/** The verdict over all matches: mostly they share the same facts, and it is that of the first. */
export function combinedVerdict(judged: readonly JudgedMatch[], lang: string): Compatibility {
  const [first, ...others] = withoutSilent(judged).deciding;
  if (first === undefined) throw new RangeError('There is no match to judge.');
  if (first.match.otherHive !== undefined || others.every(({ rule }) => rule === first.rule)) {
    return first.compatibility;
  }
  const combined = compatibilityOf(combine([first, ...others]), lang);
  const product = combinedProduct([first, ...others], lang);
  return product === undefined ? combined : { ...combined, product };
}

/** For matches of one product: their common verdict; if they differ, `unknown` with the sentence of each. */
function combinedProduct(judged: readonly JudgedMatch[], lang: string): ProductVerdict | undefined {
  const parts = judged.flatMap(({ slug, compatibility }) =>
    compatibility.product === undefined ? [] : [{ slug, ...compatibility.product }],
  );
  const [first, ...others] = parts;
  if (first === undefined || parts.length < judged.length) return undefined;
  if (others.some(({ product }) => product !== first.product)) return undefined;
  const { slug: _, ...shared } = first;
  const { from: __, to: ___, ...named } = shared;
  if (others.every(({ reason, verdict }) => reason === first.reason && verdict === first.verdict)) {
    return shared;
  }
  const agree = others.every(({ verdict }) => verdict === first.verdict);
  return {
    ...named,
    verdict: agree ? first.verdict : 'unknown',
    reason: parts.map(({ slug, reason }) => textsIn(lang, PRODUCT_TEXTS).ofSetting(slug, reason)).join(' '),
  };
}

/** The warnings of an answer, with the notes of the verdicts in their places. */
export function warningsOf(
  { warnings }: Pick<StoredAnswer, 'warnings'>,
  judged: readonly JudgedMatch[],
  lang: string,
): string[] {
  const { deciding, silent } = withoutSilent(judged);
  const told = warnings.flatMap((warning) => (typeof warning === 'number' ? (judged[warning] ?? []) : []));
  const firstSilent = told.find((each) => silent.includes(each));
  return warnings.flatMap((warning) => {
    if (typeof warning === 'string') return warning;
    const of = judged[warning];
    if (of === undefined) return [];
    const notes = of.judgement.notes.map((note) => noteText(note, of.slug, lang));
    // One sentence names them all, in the place of the first.
    const left = of === firstSilent ? leftOutWarnings(deciding, silent, lang) : [];
    return [...left, ...notes, ...unsupportedWarnings(of, lang)];
  });
}

function leftOutWarnings(
  deciding: readonly JudgedMatch[],
  silent: readonly JudgedMatch[],
  lang: string,
): string[] {
  const texts = textsIn(lang);
  const byOthers = deciding.every(
    ({ judgement: { silence, reason } }) => silence === 1 && reason.code !== 'dropped',
  );
  const own = deciding[0]?.judgement;
  const lists = silent.filter(({ judgement: { silence } }) => silence === own?.silence);
  const differing = lists.filter(({ judgement: { verdict } }) => verdict !== own?.verdict);
  const others = silent.filter((each) => !lists.includes(each));
  return [
    ...(others.length > 0 ? [texts.leftOut(slugsOf(others))] : []),
    ...(differing.length > 0 ? [texts.listDiffers(slugsOf(differing))] : []),
    ...(byOthers ? [texts.communityDecides(slugsOf(deciding))] : []),
  ];
}
