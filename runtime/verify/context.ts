/** State that the items of one request share. */

import type { Verdicts } from '../answer/compatibility.ts';
import { FALLBACK_LANGUAGE } from '../answer/language.ts';
import { type ProductQuestion, productQuestion } from '../answer/product.ts';
import type { PartsEntry } from '../contract/parts.ts';
import type { VerifiedFile } from '../contract/verified.ts';
import type { VerifyRequest } from '../contract/verify.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, textsIn } from '../messages/index.ts';
import { VERIFY_TEXTS, type VerifyMessages } from '../messages/verify.ts';
import { quote } from '../readers/fault.ts';
import { getOrMake, Values } from './values.ts';

/** Its judge includes the products of the request. */
export interface VerifyContext extends Verdicts {
  dataset: Dataset;
  /** Filled before the first item is answered. */
  values: Values;
  /** Each setting is read once: several values and nodes of a request belong to it. */
  partsOf: (slug: string) => Promise<PartsEntry | undefined>;
  products: ProductQuestion | undefined;
  lang: string;
  /** The last target of the request. */
  targetOs: string | null;
  /** The answer lists what changes from each of them. */
  earlierTargets: readonly string[];
  /** Warnings on the request itself. */
  notes: readonly string[];
  full: boolean;
  texts: Messages;
  verifyTexts: VerifyMessages;
}

export function verifyContext(
  dataset: Dataset,
  verdicts: Verdicts,
  { lang = FALLBACK_LANGUAGE, targetOs: targets = null, targetProducts, detail, notes = [] }: VerifyRequest,
): VerifyContext {
  const texts = textsIn(lang);
  const known = new Map<string, Promise<PartsEntry | undefined>>();
  const products = productQuestion(targetProducts, verdicts, lang);
  const all = typeof targets === 'string' ? [targets] : (targets ?? []);
  return {
    ...verdicts,
    dataset,
    values: new Values(),
    partsOf: (slug) => getOrMake(known, slug, () => dataset.lookup('parts', slug)),
    judge: products?.judge ?? verdicts.judge,
    products,
    lang,
    targetOs: all.at(-1) ?? null,
    earlierTargets: all.slice(0, -1),
    notes,
    full: detail === 'full',
    texts,
    verifyTexts: textsIn(lang, VERIFY_TEXTS),
  };
}

/** Warnings on the whole request: on the target, the products, and the files that could not be read. */
export function requestWarnings(context: VerifyContext, files: readonly VerifiedFile[]): string[] {
  const { products, verifyTexts, notes } = context;
  const unread = files.filter(({ problem }) => problem !== undefined).map(({ name }) => quote(name));
  // A few names are enough: `files` has them all.
  const names = unread.length > 5 ? [...unread.slice(0, 5), '…'] : unread;
  return [
    ...notes,
    ...targetWarnings(context),
    ...(products?.warnings ?? []),
    ...(unread.length > 0 ? [verifyTexts.unreadFiles(names.join(', '))] : []),
  ];
}

/** A warning if no item can be judged for that target; each item has the reason too. */
function targetWarnings({ judge, targetOs, earlierTargets, lang }: VerifyContext): string[] {
  const all = targetOs === null ? [] : [...earlierTargets, targetOs];
  return [...new Set(all)].flatMap((target) => {
    const { judgement, compatibility } = judge({}, target, lang);
    if (judgement.target !== undefined) return [];
    return all.length === 1 ? compatibility.reason : `${quote(target)}: ${compatibility.reason}`;
  });
}
