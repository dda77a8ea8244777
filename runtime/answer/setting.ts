/** `GET /v1/setting/{slug}`: the whole record. */
import type { Dataset } from '../dataset.ts';
import type { PolicyEntry, SettingEntry, SettingRecord } from '../format.ts';
import { envelope, FALLBACK_LANGUAGE, languageWarnings, provenanceOf } from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import type { Envelope, SettingRequest } from './types.ts';

/** undefined: no setting has that slug or policyId. */
export async function setting(dataset: Dataset, request: SettingRequest): Promise<Envelope | undefined> {
  const record = await findRecord(dataset, request);
  return record && envelopeOf(dataset, record, request.lang);
}

/** The JSON of {@link setting}, to the byte: the record stands in it twice, but is serialized once. */
export async function settingText(dataset: Dataset, request: SettingRequest): Promise<string | undefined> {
  const record = await findRecord(dataset, request);
  if (!record) return undefined;
  const { query, result, ...rest } = envelopeOf(dataset, record, request.lang);
  const text = JSON.stringify(record);
  const reason = result.reason === undefined ? '' : `,"reason":${JSON.stringify(result.reason)}`;
  const whole = `{"setting":${text},"matches":[${text}]${reason}}`;
  return `{"query":${JSON.stringify(query)},"result":${whole},${JSON.stringify(rest).slice(1)}`;
}

function envelopeOf(dataset: Dataset, record: SettingRecord, lang: string): Envelope {
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
async function findRecord(
  dataset: Dataset,
  { slug: asked, lang }: SettingRequest,
): Promise<SettingRecord | undefined> {
  const slug = await slugOf(dataset, asked);
  if (slug === undefined) return undefined;
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
