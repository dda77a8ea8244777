/** What every envelope has in common. */
import * as v from 'valibot';
import { Confidence, described, maybe, Stamp } from './words.ts';

export const Provenance = described(
  v.object({ source: v.string(), sourceVersion: v.string(), learnUrl: maybe('Documentation URL.') }),
  'Present when all matches share one source and version.',
);
export type Provenance = v.InferOutput<typeof Provenance>;

export const reason = maybe('Why there is no mapping or no match. Present whenever confidence is none.');

export const envelope = <Q extends v.ObjectEntries, R extends v.ObjectEntries>(query: Q, result: R) =>
  v.object({
    query: described(v.object(query), 'The normalized request that was evaluated.'),
    result: v.object(result),
    confidence: Confidence,
    provenance: v.exactOptional(Provenance),
    dataset: Stamp,
    warnings: described(
      v.array(v.string()),
      'Facts noticed without deciding for the caller: read them before acting.',
    ),
  });
