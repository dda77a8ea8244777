/** What every envelope is made of: matches in one language, confidence, provenance and the warnings they share. */
import type { Dataset } from '../dataset/dataset.ts';
import type { Confidence, Texts } from '../format.ts';
import type { Messages } from '../messages/index.ts';
import type { DatasetStamp, Envelope, Provenance, Result } from './types.ts';

/** The language that texts fall back to. */
export const FALLBACK_LANGUAGE = 'en-US';

export function stampOf({ manifest }: Dataset): DatasetStamp {
  return { version: manifest.version, generatedAt: manifest.generatedAt };
}

/** The text in `lang`, else in English, else in whatever language the vendor has: never an empty one. */
export function pickText(texts: Texts, lang: string): { text: string; lang: string } | undefined {
  const served = pickLanguage(texts, lang);
  return served === undefined ? undefined : { text: texts[served] as string, lang: served };
}

/** `lang` where a text has it, else English, else whatever language it has; undefined for a text that has none. */
export function pickLanguage(texts: Readonly<Record<string, string>>, lang: string): string | undefined {
  if (Object.hasOwn(texts, lang)) return lang;
  return Object.hasOwn(texts, FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : Object.keys(texts)[0];
}

type Mapped = { slug: string; confidence: Confidence };

/** `none` only if no match has an MDM mapping; else `derived` if any mapped one is; else `official`. */
export function confidenceOf(matches: readonly Mapped[]): Confidence {
  if (matches.length === 1) return matches[0]?.confidence ?? 'none';
  const mapped = matches.filter(({ confidence }) => confidence !== 'none');
  if (mapped.length === 0) return 'none';
  return mapped.some(({ confidence }) => confidence === 'derived') ? 'derived' : 'official';
}

/** Present when all matches share one source and version; the page too when they share it. */
export function provenanceOf(
  matches: readonly { source: string; sourceVersion: string; learnUrl?: string | undefined }[],
): Provenance | undefined {
  const [first, ...others] = matches;
  if (!first) return undefined;
  const { source, sourceVersion, learnUrl } = first;
  if (others.some((each) => each.source !== source || each.sourceVersion !== sourceVersion)) return undefined;
  const samePage = learnUrl !== undefined && others.every((each) => each.learnUrl === learnUrl);
  return { source, sourceVersion, ...(samePage && { learnUrl }) };
}

export function slugsOf(matches: readonly { slug: string }[]): string {
  if (matches.length === 1) return matches[0]?.slug ?? '';
  return [...new Set(matches.map(({ slug }) => slug))].join(', ');
}

/** Where some matches are mapped and some are not, the agent must not take one's mapping for the other's. */
export function mappingWarnings(matches: readonly Mapped[], texts: Messages): string[] {
  if (matches.length === 1) return [];
  const unmapped = matches.filter(({ confidence }) => confidence === 'none');
  return unmapped.length === 0 || unmapped.length === matches.length
    ? []
    : [texts.valueUnmapped(slugsOf(unmapped))];
}

/** The language of what is shown as a title. */
export function titled({ slug, lang, displayName }: { slug: string; lang: string; displayName?: string }) {
  return { slug, titleLang: displayName === undefined ? undefined : lang };
}

/** Titles served in another language than the one asked for, and those that exist in none. */
export function languageWarnings(
  matches: readonly { slug: string; titleLang: string | undefined }[],
  lang: string,
  texts: Messages,
): string[] {
  if (matches.every(({ titleLang }) => titleLang === lang)) return [];
  const warnings: string[] = [];
  const untitled = matches.filter(({ titleLang }) => titleLang === undefined);
  const foreign = matches.filter(({ titleLang }) => titleLang !== undefined && titleLang !== lang);
  for (const served of new Set(foreign.map(({ titleLang }) => titleLang ?? ''))) {
    const those = foreign.filter(({ titleLang }) => titleLang === served);
    warnings.push(texts.fallback(lang, served, slugsOf(those)));
  }
  if (untitled.length > 0) warnings.push(texts.noText(slugsOf(untitled)));
  return warnings;
}

export interface EnvelopeParts {
  query: Envelope['query'];
  result: Result;
  confidence: Confidence;
  provenance?: Provenance | undefined;
  dataset: Dataset;
  warnings: string[];
}

/** In the specification's order; `provenance` is left out where there is none. */
export function envelope({
  query,
  result,
  confidence,
  provenance,
  dataset,
  warnings,
}: EnvelopeParts): Envelope {
  return {
    query,
    result,
    confidence,
    ...(provenance && { provenance }),
    dataset: stampOf(dataset),
    warnings: [...new Set(warnings)],
  };
}
