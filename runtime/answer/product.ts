/** `targetProducts` of a request: the verdict on the version of each setting's product, beside that of the OS. */

import type { Match } from '../contract/match.ts';
import type { GivenProducts, ProductVerdict } from '../contract/product.ts';
import { textsIn } from '../messages/index.ts';
import { PRODUCT_TEXTS } from '../messages/product.ts';
import type { Facts, ProductFacts, Verdict } from '../verdict/index.ts';
import { judgeProduct, type ProductJudgement } from '../verdict/product.ts';
import { type ProductProblem, readTargetProducts, type TargetProduct } from '../verdict/product-target.ts';
import { factsOf, type Judge, type Judged, type Verdicts } from './compatibility.ts';

/** The product targets of one request. */
export type ProductQuestion = NonNullable<ReturnType<typeof productQuestion>>;

/** Undefined where the request names no product. */
export function productQuestion(given: GivenProducts | null | undefined, verdicts: Verdicts, lang: string) {
  if (!given || Object.keys(given).length === 0) return undefined;
  const read = readTargetProducts(given, verdicts.productNames);
  const texts = textsIn(lang, PRODUCT_TEXTS);
  return {
    given,
    targets: read.targets,
    /** On the entries that cannot be read, each with what to give instead. */
    warnings: read.problems.map((problem) => texts.problem(problem)),
    judge: judgeWithProducts(verdicts, read),
  };
}

type ReadProducts = ReturnType<typeof readTargetProducts>;

/** Its verdicts have the part on the product, where the setting has one. */
function judgeWithProducts({ judge, rules }: Verdicts, products: ReadProducts): Judge {
  return (rule, targetOs, lang, scope, about) => {
    const facts = factsOf(rule, rules);
    const host = () => judge(hostFacts(facts), targetOs, lang).judgement.verdict;
    const found = facts.product && judgedProduct(facts.product, products, host);
    const product = found && shownProduct(found, lang);
    // A version for which the setting is documented is older than those whose templates dropped it.
    const { gone, ...current } = facts;
    const judged = judge(
      gone && product?.verdict === 'supported' ? current : rule,
      targetOs,
      lang,
      scope,
      about,
    );
    return product ? { ...judged, compatibility: { ...judged.compatibility, product } } : judged;
  };
}

/** The part of the text about Windows: judged only for product versions that the text ties to a Windows. */
function hostFacts({ supportedOn, product }: Facts): Facts {
  return {
    ...(supportedOn !== undefined && { supportedOn }),
    ...(product?.host !== undefined && { floor: product.host }),
  };
}

/**
 * A problem where an entry of the setting's product cannot be read.
 * @param host Verdict on the Windows part of the setting's text.
 */
function judgedProduct(
  facts: ProductFacts,
  { targets, problems }: ReadProducts,
  host: () => Verdict,
): ProductJudgement | ProductProblem | undefined {
  const { ranges = [] } = facts;
  const product = ranges[0]?.product;
  if (product === undefined) return withoutRange(facts, targets);
  const problem = problems.find((each) => each.product === product);
  if (problem !== undefined) return problem;
  const target = targets.find((each) => each.product === product);
  if (target === undefined) return { product, verdict: 'unknown', reasonCode: 'not-named' };
  const isTied = ranges.some(({ onHost }) => onHost === true);
  return judgeProduct(facts, target, isTied ? host() : undefined);
}

/** The text gives no versions: whatever is named of the setting's product is unverified. */
function withoutRange(
  { name }: ProductFacts,
  targets: readonly TargetProduct[],
): ProductJudgement | undefined {
  const named = name === undefined ? targets : targets.filter(({ product }) => product === name);
  const [only, ...others] = named;
  const product = name ?? named.map((each) => each.product).join(', ');
  if (product === '') return undefined;
  const target = only !== undefined && others.length === 0 ? only : { product };
  return { ...target, verdict: 'unverified', reasonCode: 'no-range' };
}

function shownProduct(found: ProductJudgement | ProductProblem, lang: string): ProductVerdict {
  const texts = textsIn(lang, PRODUCT_TEXTS);
  if ('code' in found)
    return { product: found.product ?? '', verdict: 'unknown', reason: texts.problem(found) };
  const { product, version, channel, verdict, from, to } = found;
  return {
    product,
    ...(version !== undefined && { version }),
    ...(channel !== undefined && { channel }),
    verdict,
    reason: texts.reason(found),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/**
 * The version of the product is not among the documented ones, or the vendor says that the setting does not work with it,
 * which the verdict on the OS does not show.
 */
export function unsupportedWarnings(
  { slug, compatibility, match }: Judged & { slug: string; match?: Pick<Match, 'products'> },
  lang: string,
): string[] {
  const { verdict, reason = '' } = compatibility.product ?? {};
  const isEnded = verdict === 'unverified' && match?.products?.some(({ worksUntil }) => worksUntil);
  return verdict === 'unsupported' || isEnded ? [textsIn(lang, PRODUCT_TEXTS).ofSetting(slug, reason)] : [];
}
