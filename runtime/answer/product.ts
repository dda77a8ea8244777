/** `targetProducts` of a request: the verdict on the version of each setting's product, beside that of the OS. */

import type { GivenProducts, ProductVerdict } from '../contract/product.ts';
import { textsIn } from '../messages/index.ts';
import { PRODUCT_TEXTS } from '../messages/product.ts';
import type { Facts, ProductFacts, Verdict } from '../verdict/index.ts';
import {
  judgeProduct,
  type ProductJudgement,
  type ProductProblem,
  readTargetProducts,
  type TargetProduct,
} from '../verdict/product.ts';
import { factsOf, type Judge, type Judged, type Verdicts } from './compatibility.ts';

/** The targets of one request. */
export interface ProductQuestion {
  given: GivenProducts;
  targets: readonly TargetProduct[];
  problems: readonly ProductProblem[];
}

/** Undefined where the request names no product. */
export function productQuestion(
  given: GivenProducts | null | undefined,
  verdicts: Pick<Verdicts, 'productNames'> | undefined,
): ProductQuestion | undefined {
  if (verdicts === undefined || !given || Object.keys(given).length === 0) return undefined;
  return { given, ...readTargetProducts(given, verdicts.productNames) };
}

/** The entries of `targetProducts` that cannot be read, each with what to give instead. */
export function problemWarnings(question: ProductQuestion | undefined, lang: string): string[] {
  if (question === undefined) return [];
  const texts = textsIn(lang, PRODUCT_TEXTS);
  return question.problems.map((problem) => texts.problem(problem));
}

/** A judge for one request whose verdicts have the part on the product, where the setting has one. */
export function judgeWithProducts(
  { judge, rules }: Pick<Verdicts, 'judge' | 'rules'>,
  question: ProductQuestion | undefined,
): Judge {
  if (question === undefined) return judge;
  return (rule, targetOs, lang, scope, about) => {
    const facts = factsOf(rule, rules);
    const host = () => judge(hostFacts(facts), targetOs, lang).judgement.verdict;
    return withProduct(judge(rule, targetOs, lang, scope, about), facts.product, question, host, lang);
  };
}

/** The part of the text about Windows: judged only for product versions that the text ties to a Windows. */
function hostFacts({ supportedOn, product }: Facts): Facts {
  return {
    ...(supportedOn !== undefined && { supportedOn }),
    ...(product?.host !== undefined && { floor: product.host }),
  };
}

function withProduct(
  judged: Judged,
  facts: ProductFacts | undefined,
  question: ProductQuestion,
  host: () => Verdict,
  lang: string,
): Judged {
  const told = facts && productVerdict(facts, question, host, lang);
  if (told === undefined) return judged;
  const { part, judgement } = told;
  return {
    ...judged,
    compatibility: { ...judged.compatibility, product: part },
    ...(judgement?.verdict === 'unsupported' && { unsupportedProduct: judgement }),
  };
}

interface ToldProduct {
  part: ProductVerdict;
  /** Absent where an entry of the setting's product cannot be read. */
  judgement?: ProductJudgement;
}

/** @param host Verdict on the Windows part of the setting's text. */
function productVerdict(
  facts: ProductFacts,
  { targets, problems }: ProductQuestion,
  host: () => Verdict,
  lang: string,
): ToldProduct | undefined {
  const texts = textsIn(lang, PRODUCT_TEXTS);
  const { ranges = [] } = facts;
  const product = ranges[0]?.product;
  if (product === undefined) return withoutRange(facts, targets, lang);
  const problem = problems.find((each) => each.product === product);
  if (problem !== undefined) {
    return { part: { product, verdict: 'unknown', reason: texts.problem(problem) } };
  }
  const tied = ranges.some(({ onHost }) => onHost === true);
  const target = targets.find((each) => each.product === product);
  const judgement: ProductJudgement =
    target === undefined
      ? { product, verdict: 'unknown', reasonCode: 'not-named' }
      : judgeProduct(facts, target, tied ? host() : undefined);
  return { part: shownProduct(judgement, lang), judgement };
}

/** The text gives no versions: whatever is named of the setting's product is unverified. */
function withoutRange(
  { name }: ProductFacts,
  targets: readonly TargetProduct[],
  lang: string,
): ToldProduct | undefined {
  const named = name === undefined ? targets : targets.filter(({ product }) => product === name);
  const [only, ...others] = named;
  const product = name ?? named.map((each) => each.product).join(', ');
  if (product === '') return undefined;
  const target = only !== undefined && others.length === 0 ? only : { product };
  const judgement: ProductJudgement = { ...target, verdict: 'unverified', reasonCode: 'no-range' };
  return { part: shownProduct(judgement, lang), judgement };
}

function shownProduct(judgement: ProductJudgement, lang: string): ProductVerdict {
  const { product, version, channel, verdict, from, to } = judgement;
  return {
    product,
    ...(version !== undefined && { version }),
    ...(channel !== undefined && { channel }),
    verdict,
    reason: textsIn(lang, PRODUCT_TEXTS).reason(judgement),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The version of the product is not among the documented ones, which the verdict on the OS does not show. */
export function unsupportedWarnings(judged: Judged & { slug: string }, lang: string): string[] {
  const { unsupportedProduct } = judged;
  if (unsupportedProduct === undefined) return [];
  const texts = textsIn(lang, PRODUCT_TEXTS);
  return [texts.ofSetting(judged.slug, texts.reason(unsupportedProduct))];
}
