/** `GET /v1/setting/{slug}`: the whole record. */
import type { Dataset, Index } from '../dataset/dataset.ts';
import type { PolicyEntry, SettingEntry } from '../format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import type { SettingEnvelope } from '../schema/answers.ts';
import type { SettingRequest } from '../schema/requests.ts';
import { provenanceOf, writeEnvelope } from './envelope.ts';
import { type Json, RawJson } from './json.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from './language.ts';
import { droppedWarnings, lifecycleWarnings } from './told.ts';

/** A record as it is kept in memory: the text that answers copy, and what they say of it. */
const keepRecord = ({ setting }: SettingEntry) => ({
  slug: setting.slug,
  source: setting.source,
  lang: setting.lang,
  titled: setting.displayName !== undefined,
  confidence: setting.confidence,
  provenance: provenanceOf([setting]),
  textFallbacks: setting.textFallbacks ?? {},
  removedIn: setting.removedIn,
  lastSeenIn: setting.lastSeenIn,
  lifecycle: setting.lifecycle,
  json: new RawJson(JSON.stringify(setting)),
});
type KeptRecord = ReturnType<typeof keepRecord>;

const recordsIn = (lang: string): Index<SettingEntry, KeptRecord> => ({
  name: `setting/${lang}`,
  keep: keepRecord,
});

const POLICIES: Index<PolicyEntry, string> = { name: 'policy', keep: ({ slug }) => slug };

/** Undefined: no setting has that slug or policyId. */
export async function answerSetting(
  dataset: Dataset,
  { slug, lang = FALLBACK_LANGUAGE }: SettingRequest,
): Promise<Json<SettingEnvelope> | undefined> {
  const record = await findRecord(dataset, slug, lang);
  if (record === undefined) return undefined;
  const texts = messagesFor(lang);
  const { confidence, provenance, json } = record;
  return writeEnvelope({
    query: { slug: record.slug, lang },
    result: {
      setting: json,
      matches: [json],
      reason: confidence === 'none' ? texts.noMapping(record.slug) : undefined,
    },
    confidence,
    provenance,
    dataset,
    warnings: [
      ...communityWarnings(record, dataset, texts),
      ...droppedWarnings(record, texts),
      ...lifecycleWarnings(record, lang),
      ...warningsOf(record, lang, texts),
    ],
  });
}

/** A record exists in the languages that have its title: the one asked for, else English, else any. */
export async function findRecord(
  dataset: Dataset,
  asked: string,
  lang: string,
): Promise<KeptRecord | undefined> {
  const id = asked.toLowerCase();
  // A policyId (`<namespace>::<name>`) is taken in place of a slug; slugs hold no colon.
  const slug = id.includes('::') ? await dataset.lookup(POLICIES, id) : id;
  if (slug === undefined) return undefined;
  for (const each of new Set([lang, FALLBACK_LANGUAGE, ...dataset.manifest.languages])) {
    const record = await dataset.lookup(recordsIn(each), slug);
    if (record) return record;
  }
  return undefined;
}

function communityWarnings({ slug, source }: KeptRecord, dataset: Dataset, texts: Messages): string[] {
  const kind = dataset.manifest.sources.find(({ id }) => id === source)?.provenanceKind;
  return kind === 'community' ? [texts.communitySource(slug, source)] : [];
}

function warningsOf(
  { slug, lang: own, titled, textFallbacks }: KeptRecord,
  lang: string,
  texts: Messages,
): string[] {
  const warnings = languageWarnings([{ slug, titleLang: titled ? own : undefined }], lang, texts);
  // Labels, categories and the supported-on line may lack a translation that the title has.
  const places = Object.keys(textFallbacks).filter((place) => textFallbacks[place] !== own);
  if (places.length === 0) return warnings;
  const served = [...new Set(places.map((place) => textFallbacks[place] ?? ''))].join(', ');
  return [...warnings, texts.partialTexts(served, places.join(', '))];
}
