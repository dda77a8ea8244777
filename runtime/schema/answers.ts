/** The envelopes of the endpoints, health and problems. */
import * as v from 'valibot';
import { Compatibility } from './compatibility.ts';
import { Csp, FoundMatch, ListFacts, Match } from './match.ts';
import { SettingRecord } from './record.ts';
import { Confidence, count, described, flag, maybe, optional, Scope, Stamp, text } from './words.ts';

export const Provenance = described(
  v.object({ source: v.string(), sourceVersion: v.string(), learnUrl: maybe('Documentation URL.') }),
  'Present when all matches share one source and version.',
);
export type Provenance = v.InferOutput<typeof Provenance>;

export const reason = maybe('Why there is no mapping or no match. Present whenever confidence is none.');

/** What every envelope has in common. */
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

export const Near = described(
  v.object({
    key: v.string(),
    value: maybe('Value name; absent where the administrator chooses the names of a list.'),
    slug: v.string(),
    list: v.exactOptional(ListFacts),
  }),
  'A documented pair that does not match, but is near.',
);
export type Near = v.InferOutput<typeof Near>;

export const NearNode = described(
  v.object({ omaUri: v.string(), slug: v.exactOptional(v.string()) }),
  'A documented node that is not the one asked for, but is near.',
);
export type NearNode = v.InferOutput<typeof NearNode>;

const nullable = v.nullable(v.string());
const matches = v.array(Match);

export const targetProducts = optional(v.record(v.string(), v.string()), 'As given; absent where none were.');

export const ResolveEnvelope = envelope(
  {
    key: v.string(),
    value: v.string(),
    lang: v.string(),
    hive: nullable,
    targetOs: nullable,
    targetProducts,
  },
  {
    matches: v.exactOptional(matches),
    compatibility: v.exactOptional(Compatibility),
    reason,
    nearest: v.exactOptional(v.array(Near)),
    node: v.exactOptional(Csp),
  },
);
export type ResolveEnvelope = v.InferOutput<typeof ResolveEnvelope>;

export const CspEnvelope = envelope(
  {
    omaUri: v.string(),
    lang: v.string(),
    scope: v.nullable(Scope),
    elementId: maybe('The element that a settings-catalog identifier names.'),
    option: maybe('The option that a settings-catalog identifier names.'),
    targetProducts,
  },
  { matches, reason, node: v.exactOptional(Csp), nearest: v.exactOptional(v.array(NearNode)) },
);
export type CspEnvelope = v.InferOutput<typeof CspEnvelope>;

export const SearchEnvelope = envelope(
  { q: v.string(), lang: v.string(), limit: v.pipe(v.number(), v.integer()) },
  {
    matches: v.array(FoundMatch),
    total: optional(count, 'How many settings were found before limit.'),
    weak: flag('Not even the best match fits the query well: more likely than not, none is what was meant.'),
    reason,
    suggestions: v.exactOptional(v.array(v.string())),
  },
);
export type SearchEnvelope = v.InferOutput<typeof SearchEnvelope>;

export const SettingEnvelope = envelope(
  { slug: v.string(), lang: v.string() },
  { setting: SettingRecord, matches: v.array(SettingRecord), reason },
);
export type SettingEnvelope = v.InferOutput<typeof SettingEnvelope>;

export const CoverageEnvelope = envelope(
  { lang: v.string() },
  { coverage: v.record(v.string(), v.unknown()), reason },
);
export type CoverageEnvelope = v.InferOutput<typeof CoverageEnvelope>;

export const Refusal = described(
  v.object({
    version: maybe('Absent where index.json itself cannot be read.'),
    reason: v.string(),
    at: v.pipe(v.string(), v.isoTimestamp(), v.description('Of the first refusal for this reason.')),
  }),
  'The newest dataset that was refused; the one in “dataset” goes on being served.',
);
export type Refusal = v.InferOutput<typeof Refusal>;

export const Counts = v.object({ settings: count, registryPairs: count, cspMappings: count });
export type Counts = v.InferOutput<typeof Counts>;

export const Health = v.object({
  status: v.literal('ok'),
  dataset: Stamp,
  languages: v.array(v.string()),
  counts: Counts,
  sources: v.object({ active: count, declared: count }),
  uptimeSeconds: v.number(),
  refused: v.exactOptional(Refusal),
});
export type Health = v.InferOutput<typeof Health>;

export const FieldError = v.object({
  pointer: text('JSON Pointer to the field.'),
  detail: text('What is expected of it.'),
});
export type FieldError = v.InferOutput<typeof FieldError>;

export const ProblemDetails = v.object({
  type: text('Path of a page that explains the problem.'),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  instance: text('Path of the request.'),
  dataset: v.exactOptional(Stamp),
  errors: v.exactOptional(v.array(FieldError)),
});
export type ProblemDetails = v.InferOutput<typeof ProblemDetails>;
