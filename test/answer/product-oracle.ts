/** What the pure functions say of a setting and the products of a question. */

import type { Item } from '../../build/compile/context.ts';
import { PRODUCTS } from '../../build/compile/product-names.ts';
import corrections from '../../facts/corrections.json' with { type: 'json' };
import type { ProductRange } from '../../runtime/contract/product.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { PRODUCT_TEXTS } from '../../runtime/messages/product.ts';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { judgeProduct, type ProductJudgement } from '../../runtime/verdict/product.ts';
import { readTargetProducts } from '../../runtime/verdict/product-target.ts';
import { readingOf } from '../products/corpus.ts';
import { vectors } from '../vectors.ts';
import { releases, tables } from '../verdict/releases.ts';

export const QUESTIONS = vectors<Record<string, string>>('product-questions');
export const SYSTEMS = ['Windows 11 24H2', 'Windows 10 22H2', null];

const SYSTEMS_READ = new Map(SYSTEMS.map((system) => [system, readTarget(system, releases)]));
const named = new Map<object, ReturnType<typeof readTargetProducts>>();

/** What a question names, read once. */
function productsNamed(question: Record<string, string>) {
  const read = named.get(question) ?? readTargetProducts(question, PRODUCTS);
  named.set(question, read);
  return read;
}

/** Templates that have the versions of their product; every text of Edge gives versions. */
const OWN_VERSIONS: Record<string, string> = { chrome: 'Google Chrome', brave: 'Brave' };

const limits: { policyId: string; products?: ProductRange[]; worksUntil?: string }[] = corrections.limits;
const limitOf = ({ setting }: Item) => limits.find(({ policyId }) => policyId === setting.policyId);

/** The versions of the text, else those whose templates have the setting. */
export function versionsOf(item: Item): ProductRange[] | undefined {
  const { source, setting } = item;
  const product = OWN_VERSIONS[source.id];
  const seen =
    product === undefined ? undefined : [{ product, seenIn: [...(setting.seenIn ?? []), setting.version] }];
  const { products, worksUntil } = limitOf(item) ?? {};
  const ranges = products ?? readingOf(item)?.products ?? seen;
  return worksUntil ? ranges?.map((range) => ({ ...range, worksUntil })) : ranges;
}

/** What the pure functions say of one setting; the sentences in English. */
export function expected(item: Item, question: Record<string, string>, targetOs: string | null) {
  const { host } = readingOf(item) ?? {};
  const products = versionsOf(item) ?? [];
  const { targets, problems } = productsNamed(question);
  const texts = textsIn('en-US', PRODUCT_TEXTS);
  const product = products[0]?.product;
  if (product === undefined) return undefined;
  const problem = problems.find((each) => each.product === product);
  if (problem) return { product, verdict: 'unknown', reason: texts.problem(problem) };
  const supportedOn = item.supportedOn['en-US'] ?? '';
  const facts = { supportedOn, ...(host && { floor: host }) };
  const os = judge(facts, SYSTEMS_READ.get(targetOs) ?? readTarget(targetOs, releases), tables).verdict;
  const target = targets.find((each) => each.product === product);
  const judged: ProductJudgement =
    target === undefined
      ? { product, verdict: 'unknown', reasonCode: 'not-named' }
      : judgeProduct({ ranges: products, ...stateOf(item, product) }, target, os);
  const { reasonCode: _, ranges: __, channels: ___, since: ____, seenIn: _____, from, to, ...told } = judged;
  const bounds = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return { ...told, ...bounds, reason: texts.reason(judged) };
}

function stateOf(item: Item, product: string) {
  const { removedIn = '' } = item.setting;
  const isVersioned = ['Microsoft Edge', ...Object.values(OWN_VERSIONS)].includes(product);
  return {
    ...(removedIn && { removedIn }),
    ...(isVersioned && { hasTemplatesOfVersion: true as const }),
    ...((item.lifecycle ?? { state: 'deprecated' }).state !== 'deprecated' && { withdrawn: true as const }),
  };
}

/** The first pair with a value of its own. */
export function pairOf({ pairs }: Item) {
  return pairs.find(({ valueName }) => valueName !== undefined);
}
