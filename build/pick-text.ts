/** The choice of the vendor's language for a text. */
import { FALLBACK_LANGUAGE } from '../runtime/answer/language.ts';

/** The tag in its usual case (`fr-fr` → `fr-FR`); undefined if it is none. */
export function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** The text in `lang`, else in English, else in any language that the vendor has; undefined if there is none. */
export function pickText(texts: Readonly<Record<string, string>>, lang: string) {
  const served = pickLanguage(texts, lang);
  const text = served === undefined ? undefined : texts[served];
  return served === undefined || text === undefined ? undefined : { text, lang: served };
}

/** `lang` if the text has it, else English, else any language that it has; undefined for a text without languages. */
export function pickLanguage(texts: Readonly<Record<string, unknown>>, lang: string): string | undefined {
  if (Object.hasOwn(texts, lang)) return lang;
  return Object.hasOwn(texts, FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : Object.keys(texts)[0];
}
