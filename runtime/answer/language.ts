/** Which language a text is served in, and the warnings that say so. */
import type { Messages } from '../messages/index.ts';
import { slugsOf } from './envelope.ts';

/** The language that texts fall back to. */
export const FALLBACK_LANGUAGE = 'en-US';

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

/** A setting and the language of its title; undefined: the vendor gives no title. */
interface Titled {
  slug: string;
  titleLang: string | undefined;
}

/** Of a setting's texts beside its title: which part is served in another language than the title, and in which. */
export type ForeignPart = readonly [part: string, lang: string];

type LanguageTexts = Readonly<Record<string, unknown>>;

/** @param lang of the title. @param parts name → its texts by language. */
export function foreignParts(parts: Readonly<Record<string, LanguageTexts>>, lang: string): ForeignPart[] {
  return Object.entries(parts).flatMap(([part, languages]) => {
    const served = pickLanguage(languages, lang);
    return served === undefined || served === lang ? [] : [[part, served] as const];
  });
}

/** Titles served in another language than the one asked for, and those that exist in none. */
export function languageWarnings(titled: readonly Titled[], lang: string, texts: Messages): string[] {
  const others = titled.filter(({ titleLang }) => titleLang !== lang);
  if (others.length === 0) return [];
  const untitled = others.filter(({ titleLang }) => titleLang === undefined);
  const foreign = others.filter(({ titleLang }) => titleLang !== undefined);
  const warnings = [...new Set(foreign.map(({ titleLang }) => titleLang ?? ''))].map((served) =>
    texts.fallback(lang, served, slugsOf(foreign.filter(({ titleLang }) => titleLang === served))),
  );
  if (untitled.length > 0) warnings.push(texts.noText(slugsOf(untitled)));
  return warnings;
}
