/** `GET /v1/setting/{slug}`: the whole record. */

import type { SettingEnvelope } from '../contract/answers.ts';
import type { SettingRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { SettingRecord } from '../format/format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { envelopeOf, provenanceOf } from './envelope.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from './language.ts';
import { lifecycleWarnings } from './match-warnings.ts';

/** Undefined: no setting has that slug or policyId. */
export async function answerSetting(
  dataset: Dataset,
  { slug, lang = FALLBACK_LANGUAGE }: SettingRequest,
): Promise<SettingEnvelope | undefined> {
  const record = await findRecord(dataset, slug, lang);
  if (record === undefined) return undefined;
  const texts = messagesFor(lang);
  const { confidence } = record;
  return envelopeOf({
    query: { slug: record.slug, lang },
    result: {
      setting: record,
      matches: [record],
      reason: confidence === 'none' ? texts.noMapping(record.slug) : undefined,
    },
    confidence,
    provenance: provenanceOf([record]),
    dataset,
    warnings: [
      ...sourceWarnings(record, dataset, texts),
      ...lifecycleWarnings(record.slug, record, lang),
      ...warningsOf(record, lang, texts),
    ],
  });
}

/** A record exists in the languages that have its title: the one asked for, else English, else any. */
export async function findRecord(
  dataset: Dataset,
  asked: string,
  lang: string,
): Promise<SettingRecord | undefined> {
  const id = asked.toLowerCase();
  // A policyId (`<namespace>::<name>`) is taken in place of a slug; slugs hold no colon.
  const slug = id.includes('::') ? (await dataset.lookup('policy', id))?.slug : id;
  if (slug === undefined) return undefined;
  for (const each of new Set([lang, FALLBACK_LANGUAGE, ...dataset.manifest.languages])) {
    const entry = await dataset.lookup(`setting/${each}`, slug);
    if (entry) return entry.setting;
  }
  return undefined;
}

function sourceWarnings({ slug, source }: SettingRecord, dataset: Dataset, texts: Messages): string[] {
  const kind = dataset.manifest.sources.find(({ id }) => id === source)?.provenanceKind;
  return kind === 'community' ? [texts.communitySource(slug, source)] : [];
}

function warningsOf(
  { slug, lang: own, displayName, textFallbacks = {} }: SettingRecord,
  lang: string,
  texts: Messages,
): string[] {
  const warnings = languageWarnings(
    [{ slug, titleLang: displayName === undefined ? undefined : own }],
    lang,
    texts,
  );
  // Labels, categories and the supported-on line may lack a translation that the title has.
  const places = Object.keys(textFallbacks).filter((place) => textFallbacks[place] !== own);
  if (places.length === 0) return warnings;
  const served = [...new Set(places.map((place) => textFallbacks[place] ?? ''))].join(', ');
  return [...warnings, texts.partialTexts(served, places.join(', '))];
}
