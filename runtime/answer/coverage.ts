/** `GET /v1/coverage`: the figures of the dataset in service. */
import type { Dataset } from '../dataset/dataset.ts';
import { messagesFor } from '../messages/index.ts';
import type { CoverageEnvelope } from '../schema/answers.ts';
import { writeEnvelope } from './envelope.ts';
import type { Json } from './json.ts';
import { FALLBACK_LANGUAGE } from './language.ts';

export async function answerCoverage(dataset: Dataset): Promise<Json<CoverageEnvelope>> {
  const coverage = await dataset.file<Record<string, unknown>>('coverage.json');
  return writeEnvelope({
    query: { lang: FALLBACK_LANGUAGE },
    result: { coverage, reason: messagesFor(FALLBACK_LANGUAGE).figuresOnly },
    confidence: 'none',
    dataset,
    warnings: [],
  });
}
