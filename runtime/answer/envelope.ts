/** What every envelope is made of: matches in one language, confidence, provenance and the warnings they share. */
import type { Dataset } from '../dataset.ts';
import type { Confidence, StoredMatch, Texts } from '../format.ts';
import type { AnswerTexts } from './messages.ts';
import type { DatasetStamp, Envelope, Match, Provenance, Result } from './types.ts';

/** The language that texts fall back to. */
export const FALLBACK_LANGUAGE = 'en-US';

export function stampOf({ manifest }: Dataset): DatasetStamp {
  return { version: manifest.version, generatedAt: manifest.generatedAt };
}

/** The text in `lang`, else in English, else in whatever language the vendor has: never an empty one. */
export function pickText(texts: Texts, lang: string): { text: string; lang: string } | undefined {
  for (const each of [lang, FALLBACK_LANGUAGE, ...Object.keys(texts)]) {
    if (Object.hasOwn(texts, each)) return { text: texts[each] as string, lang: each };
  }
  return undefined;
}

/** A stored match as answered. What only the verdict needs (`floor`, `hostOnly`) stays behind. */
export function toMatch(stored: StoredMatch, lang: string): Match {
  const { slug, name, displayName, floor: _floor, hostOnly: _hostOnly, ...rest } = stored;
  const title = pickText(displayName, lang);
  return { slug, lang: title?.lang ?? lang, name, ...(title && { displayName: title.text }), ...rest };
}

type Mapped = { slug: string; confidence: Confidence };

/** `none` only if no match has an MDM mapping; else `derived` if any mapped one is; else `official`. */
export function confidenceOf(matches: readonly Mapped[]): Confidence {
  const mapped = matches.filter(({ confidence }) => confidence !== 'none');
  if (mapped.length === 0) return 'none';
  return mapped.some(({ confidence }) => confidence === 'derived') ? 'derived' : 'official';
}

/** Present when all matches share one source and version; the page too when they share it. */
export function provenanceOf(
  matches: readonly { source: string; sourceVersion: string; learnUrl?: string }[],
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
export function mappingWarnings(matches: readonly Mapped[], texts: AnswerTexts): string[] {
  if (matches.length === 1) return [];
  const unmapped = matches.filter(({ confidence }) => confidence === 'none');
  return unmapped.length === 0 || unmapped.length === matches.length
    ? []
    : [texts.unmapped(slugsOf(unmapped))];
}

/** {@link languageWarnings} of matches as they are stored. */
export function titleWarnings(matches: readonly StoredMatch[], lang: string, texts: AnswerTexts): string[] {
  if (matches.every(({ displayName }) => Object.hasOwn(displayName, lang))) return [];
  const titled = matches.map(({ slug, displayName }) => {
    const title = pickText(displayName, lang);
    return { slug, lang: title?.lang ?? lang, ...(title && { displayName: title.text }) };
  });
  return languageWarnings(titled, lang, texts);
}

/** Texts served in another language than the one asked for, and titles that exist in none. */
export function languageWarnings(
  matches: readonly { slug: string; lang: string; displayName?: string }[],
  lang: string,
  texts: AnswerTexts,
): string[] {
  const warnings: string[] = [];
  const untitled = matches.filter(({ displayName }) => displayName === undefined);
  const foreign = matches.filter((match) => match.lang !== lang && match.displayName !== undefined);
  for (const served of new Set(foreign.map((match) => match.lang))) {
    const those = foreign.filter((match) => match.lang === served);
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
