/** Warnings on single matches that depend on the target. */
import { productMessagesFor } from '../messages/product.ts';
import type { Judged } from './compatibility.ts';

/** The verdict of the OS does not say that the product's version is not among the documented. */
export function unsupportedWarnings({ unsupportedProduct }: Judged, slug: string, lang: string): string[] {
  if (unsupportedProduct === undefined) return [];
  const texts = productMessagesFor(lang);
  return [texts.ofSetting(slug, texts.reason(unsupportedProduct))];
}
