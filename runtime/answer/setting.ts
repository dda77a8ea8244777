/** `GET /v1/setting/{slug}`: the whole record. */
import type { Dataset } from '../dataset.ts';
import type { PolicyEntry, SettingEntry, SettingRecord } from '../format.ts';
import { envelope, FALLBACK_LANGUAGE, languageWarnings, provenanceOf } from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import type { Envelope, SettingRequest } from './types.ts';

/** undefined: no setting has that slug or policyId. */
export async function setting(
  dataset: Dataset,
  { slug: asked, lang }: SettingRequest,
): Promise<Envelope | undefined> {
  const slug = await slugOf(dataset, asked);
  const record = slug === undefined ? undefined : await findRecord(dataset, slug, lang);
  if (!record) return undefined;
  const texts = textsFor(lang);
  return envelope({
    query: { slug: record.slug, lang },
    result: {
      setting: record,
      matches: [record],
      ...(record.confidence === 'none' && { reason: texts.noMapping(record.slug) }),
    },
    confidence: record.confidence,
    provenance: provenanceOf([record]),
    dataset,
    warnings: [...languageWarnings([record], lang, texts), ...partialTexts(record, texts)],
  });
}

/** A policyId (`<namespace>::<name>`) is taken in place of a slug; slugs hold no colon. */
async function slugOf(dataset: Dataset, asked: string): Promise<string | undefined> {
  const id = asked.toLowerCase();
  return id.includes('::') ? (await dataset.lookup<PolicyEntry>('policy', id))?.slug : id;
}

/** A record exists in the languages that have its title: the one asked for, else English, else any. */
async function findRecord(dataset: Dataset, slug: string, lang: string): Promise<SettingRecord | undefined> {
  for (const each of new Set([lang, FALLBACK_LANGUAGE, ...dataset.manifest.languages])) {
    const entry = await dataset.lookup<SettingEntry>(`setting/${each}`, slug);
    if (entry) return entry.setting;
  }
  return undefined;
}

/** Labels, categories and the supported-on line may lack a translation that the title has. */
function partialTexts({ textFallbacks = {}, lang }: SettingRecord, texts: AnswerTexts): string[] {
  const places = Object.keys(textFallbacks).filter((place) => textFallbacks[place] !== lang);
  if (places.length === 0) return [];
  const served = [...new Set(places.map((place) => textFallbacks[place] ?? ''))].join(', ');
  return [texts.partialTexts(served, places.join(', '))];
}
