/** What every envelope has in common. */
import * as v from 'valibot';
import { Confidence, maybe, Stamp } from './words.ts';

export const Provenance = v.pipe(
  v.object({ source: v.string(), sourceVersion: v.string(), learnUrl: maybe('Documentation URL.') }),
  v.description('Present when all matches share one source and version.'),
);
export type Provenance = v.InferOutput<typeof Provenance>;

export const reason = maybe('Why there is no mapping or no match. Present whenever confidence is none.');

export const envelope = <Q extends v.ObjectEntries, R extends v.ObjectEntries>(query: Q, result: R) =>
  v.object({
    query: v.pipe(v.object(query), v.description('The normalized request that was evaluated.')),
    result: v.object(result),
    confidence: Confidence,
    provenance: v.exactOptional(Provenance),
    dataset: Stamp,
    warnings: v.pipe(
      v.array(v.string()),
      v.description('Facts noticed without deciding for the caller: read them before acting.'),
    ),
  });
