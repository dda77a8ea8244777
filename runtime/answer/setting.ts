/** `GET /v1/setting/{slug}`: the whole record. */

import type { SettingEnvelope } from '../contract/answers.ts';
import type { SettingRequest } from '../contract/requests.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { envelopeOf } from './envelope.ts';
import { FALLBACK_LANGUAGE, lookupIn } from './language.ts';

/** Undefined: no setting has that slug or policyId. */
export async function answerSetting(
  dataset: Dataset,
  { slug: asked, lang = FALLBACK_LANGUAGE, notes }: SettingRequest,
): Promise<SettingEnvelope | undefined> {
  const id = asked.toLowerCase();
  // A policyId (`<namespace>::<name>`) is taken in place of a slug; slugs hold no colon.
  const slug = id.includes('::') ? (await dataset.lookup('policy', id))?.slug : id;
  const entry = slug === undefined ? undefined : await lookupIn(dataset, 'setting', slug, lang);
  if (slug === undefined || entry === undefined) return undefined;
  const { setting, reason, confidence, provenance, warnings } = entry;
  return envelopeOf({
    query: { slug, lang },
    result: { setting, matches: [setting], ...(reason !== undefined && { reason }) },
    confidence,
    provenance,
    dataset,
    warnings,
    notes,
  });
}
