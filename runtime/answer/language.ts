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
export interface Titled {
  slug: string;
  titleLang: string | undefined;
}

interface Texted {
  slug: string;
  titles: LanguageTexts;
  supportedOn: LanguageTexts;
  /** Labels of options, by language. */
  data?: { labels?: Readonly<Record<string, unknown>> } | undefined;
}

/** Texts that are served in another language than the one asked for, or exist in none. */
export function textWarnings(matches: readonly Texted[], lang: string, texts: Messages): string[] {
  if (matches.every((match) => isWhole(match, lang))) return [];
  const titled = matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) }));
  return [...supportedOnWarnings(matches, lang, texts), ...languageWarnings(titled, lang, texts)];
}

/** All its texts are in the language, as mostly. */
function isWhole({ titles, supportedOn, data }: Texted, lang: string): boolean {
  return titles[lang] !== undefined && hasOrIsEmpty(supportedOn, lang) && hasOrIsEmpty(data?.labels, lang);
}

function hasOrIsEmpty(languages: Readonly<Record<string, unknown>> | undefined, lang: string): boolean {
  if (languages === undefined || languages[lang] !== undefined) return true;
  return Object.keys(languages).length === 0;
}

type LanguageTexts = Readonly<Record<string, string>>;

/** Where a supported-on line or the labels stand in another language than the title beside them. */
function supportedOnWarnings(matches: readonly Texted[], lang: string, texts: Messages): string[] {
  return matches.flatMap(({ titles, supportedOn, data }) => {
    const own = pickLanguage(titles, lang) ?? lang;
    const parts = { supportedOn, values: data?.labels ?? {} };
    return Object.entries(parts).flatMap(([part, languages]) => {
      const served = pickLanguage(languages, own);
      return served === undefined || served === own ? [] : [texts.partialTexts(served, part)];
    });
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
