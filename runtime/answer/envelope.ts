/** The one maker of envelopes, and the members that all envelopes have: confidence, provenance, warnings. */

import type { Provenance } from '../contract/answers.ts';
import type { Confidence, DatasetStamp } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, reasonsInEnglish } from '../messages/index.ts';

export interface EnvelopeParts<Query, Result> {
  query: Query;
  result: Result;
  confidence: Confidence;
  provenance?: Provenance | undefined;
  dataset: Dataset;
  /** Each once in the envelope. */
  warnings: readonly string[];
  /** Warnings on the request, which come first. */
  notes?: readonly string[] | undefined;
  /** In the result: `reasons` are in English or French, `details` in English only. */
  within?: 'reasons' | 'details' | undefined;
}

/** The envelope of an answer, its members in the order of the specification. */
export function envelopeOf<
  Query extends { lang: string },
  Result extends { reason?: string; compatibility?: object },
>({ query, result, confidence, provenance, dataset, warnings, notes, within }: EnvelopeParts<Query, Result>) {
  const hasSentences = within ?? result.reason ?? result.compatibility ?? warnings[0];
  const english = hasSentences === undefined ? undefined : reasonsInEnglish(query.lang, within === 'details');
  const all = new Set(english === undefined ? warnings : [...warnings, english]);
  return {
    query,
    result,
    confidence,
    ...(provenance && { provenance }),
    dataset: stampOf(dataset),
    warnings: [...(notes ?? []), ...all],
  };
}

export function stampOf({ manifest }: Dataset): DatasetStamp {
  return { version: manifest.version, generatedAt: manifest.generatedAt };
}

/** `none` only if no match has an MDM mapping; else `derived` if any mapped one is; else `official`. */
export function confidenceOf(matches: readonly { confidence?: Confidence }[]): Confidence {
  const mapped = matches.filter(({ confidence = 'none' }) => confidence !== 'none');
  if (mapped.length === 0) return 'none';
  return mapped.some(({ confidence }) => confidence === 'derived') ? 'derived' : 'official';
}

/** Present when all matches share one source and version; the page too when they share it. */
export function provenanceOf(matches: readonly Provenance[]): Provenance | undefined {
  const [first, ...others] = matches;
  if (!first) return undefined;
  const { source, sourceVersion, learnUrl } = first;
  if (others.some((each) => each.source !== source || each.sourceVersion !== sourceVersion)) return undefined;
  const samePage = learnUrl !== undefined && others.every((each) => each.learnUrl === learnUrl);
  return samePage ? { source, sourceVersion, learnUrl } : { source, sourceVersion };
}

export function slugsOf(matches: readonly { slug: string }[]): string {
  return [...new Set(matches.map(({ slug }) => slug))].join(', ');
}

/** The matches without any node. */
export function unmappedAmong<M extends { csp?: unknown; cspElements?: unknown }>(
  matches: readonly M[],
): M[] {
  return matches.filter(({ csp, cspElements }) => csp === undefined && cspElements === undefined);
}

/** A warning if only some matches are mapped: an agent must not use one's mapping for another. */
export function unmappedWarnings(
  matches: readonly object[],
  unmapped: readonly { slug: string }[],
  sentence: (slugs: string) => string,
): string[] {
  return unmapped.length === 0 || unmapped.length === matches.length ? [] : [sentence(slugsOf(unmapped))];
}

/** Why none of the matches has a node for the value. */
export function unmappedReason(
  matches: readonly { slug: string; noMdm?: string | undefined }[],
  texts: Pick<Messages, 'valueUnmapped' | 'keyNotIngestible'>,
): string {
  const key = matches.find(({ noMdm }) => noMdm !== undefined)?.noMdm;
  const reason = texts.valueUnmapped(slugsOf(matches));
  return key === undefined ? reason : `${reason} ${texts.keyNotIngestible(key)}`;
}
