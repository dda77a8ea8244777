/** Which of the vendor's languages a text is stored in. */
import { FALLBACK_LANGUAGE } from '../runtime/answer/language.ts';

/** The text in `lang`, else in English, else in whatever language the vendor has: never an empty one. */
export function pickText(texts: Readonly<Record<string, string>>, lang: string) {
  const served = pickLanguage(texts, lang);
  const text = served === undefined ? undefined : texts[served];
  return served === undefined || text === undefined ? undefined : { text, lang: served };
}

/** `lang` where a text has it, else English, else whatever language it has; undefined for a text that has none. */
export function pickLanguage(texts: Readonly<Record<string, unknown>>, lang: string): string | undefined {
  if (Object.hasOwn(texts, lang)) return lang;
  return Object.hasOwn(texts, FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : Object.keys(texts)[0];
}
