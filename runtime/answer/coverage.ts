/** `GET /v1/coverage`: the figures of the dataset in service. */

import type { CoverageEnvelope } from '../contract/answers.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { copyOf } from '../format/json.ts';
import { messagesFor } from '../messages/index.ts';
import { envelopeOf } from './envelope.ts';
import { FALLBACK_LANGUAGE } from './language.ts';

export async function answerCoverage(dataset: Dataset): Promise<CoverageEnvelope> {
  const coverage = await dataset.file<Record<string, unknown>>('coverage.json');
  return envelopeOf({
    query: { lang: FALLBACK_LANGUAGE },
    result: { coverage: copyOf(coverage), reason: messagesFor(FALLBACK_LANGUAGE).figuresOnly },
    confidence: 'none',
    dataset,
    warnings: [],
  });
}
