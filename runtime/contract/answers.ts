/** The envelopes of the endpoints, health and problems. */
import * as v from 'valibot';
import { Compatibility } from './compatibility.ts';
import { Csp, FoundMatch, ListFacts, Match } from './match.ts';
import { SettingRecord } from './record.ts';
import { Confidence, count, described, flag, list, maybe, optional, Scope, Stamp, text } from './words.ts';

export const Provenance = described(
  v.object({
    source: text('The source that documents the setting.'),
    sourceVersion: text('Version label of the source.'),
    learnUrl: maybe('Documentation URL.'),
  }),
  'Present when all matches share one source and version.',
);
export type Provenance = v.InferOutput<typeof Provenance>;

export const reason = maybe('Why there is no mapping or no match. Present whenever confidence is none.');

/** Members that every envelope has. */
export const envelope = <Q extends v.ObjectEntries, R extends v.ObjectEntries>(query: Q, result: R) =>
  v.object({
    query: described(v.object(query), 'The normalized request that was evaluated.'),
    result: described(v.object(result), 'What the dataset says.'),
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
    key: text('Registry path in the vendor’s case, without hive.'),
    value: maybe('Value name; absent where the administrator chooses the names of a list.'),
    slug: text('The setting that writes it.'),
    list: v.exactOptional(ListFacts),
  }),
  'A documented pair that does not match, but is near.',
);
export type Near = v.InferOutput<typeof Near>;

export const NearNode = described(
  v.object({ omaUri: text('OMA-URI of the node.'), slug: maybe('A setting that it configures.') }),
  'A documented node that is not the one asked for, but is near.',
);
export type NearNode = v.InferOutput<typeof NearNode>;

const matches = described(
  v.array(Match),
  'Every documented setting that it may be; empty: none is documented.',
);
const lang = text('Language of the texts: one of the dataset’s.');

export const targetProducts = optional(v.record(v.string(), v.string()), 'As given; absent where none were.');

export const ResolveEnvelope = envelope(
  {
    key: text('The normalized key.'),
    value: text('The normalized value name.'),
    lang,
    hive: described(v.nullable(v.string()), 'HKLM or HKCU, where the key names it.'),
    targetOs: described(v.nullable(v.string()), 'The target as it was given.'),
    targetProducts,
  },
  {
    matches: v.exactOptional(matches),
    compatibility: v.exactOptional(Compatibility),
    reason,
    nearest: list(Near, 'Where nothing matches: the documented pairs that are nearest.'),
    node: v.exactOptional(Csp),
  },
);
export type ResolveEnvelope = v.InferOutput<typeof ResolveEnvelope>;

export const CspEnvelope = envelope(
  {
    omaUri: text('The normalized OMA-URI.'),
    lang,
    scope: described(v.nullable(Scope), 'The scope that the OMA-URI names.'),
    elementId: maybe('The element that a settings-catalog identifier names.'),
    option: maybe('The option that a settings-catalog identifier names.'),
    targetOs: maybe('The target as it was given; absent where none was.'),
    targetProducts,
  },
  {
    matches,
    compatibility: v.exactOptional(Compatibility),
    reason,
    node: v.exactOptional(Csp),
    nearest: list(NearNode, 'Where nothing matches: the documented nodes that are nearest.'),
  },
);
export type CspEnvelope = v.InferOutput<typeof CspEnvelope>;

export const SearchEnvelope = envelope(
  {
    q: text('The query.'),
    lang,
    limit: described(v.pipe(v.number(), v.integer()), 'Most matches that were asked for.'),
  },
  {
    matches: described(v.array(FoundMatch), 'The settings found, the best first.'),
    total: optional(count, 'How many settings were found before limit.'),
    weak: flag('Not even the best match fits the query well: more likely than not, none is what was meant.'),
    reason,
    suggestions: list(v.string(), 'Where nothing is found: queries that find something.'),
  },
);
export type SearchEnvelope = v.InferOutput<typeof SearchEnvelope>;

export const SettingEnvelope = envelope(
  { slug: text('Slug of the setting.'), lang },
  { setting: SettingRecord, matches: described(v.array(SettingRecord), 'The same record.'), reason },
);
export type SettingEnvelope = v.InferOutput<typeof SettingEnvelope>;

export const CoverageEnvelope = envelope(
  { lang },
  { coverage: described(v.record(v.string(), v.unknown()), 'The figures of the dataset.'), reason },
);
export type CoverageEnvelope = v.InferOutput<typeof CoverageEnvelope>;

export const Refusal = described(
  v.object({
    version: maybe('Absent where index.json itself cannot be read.'),
    reason: text('Why it was refused.'),
    at: v.pipe(v.string(), v.isoTimestamp(), v.description('Of the first refusal for this reason.')),
  }),
  'The newest dataset that was refused; the one in “dataset” goes on being served.',
);
export type Refusal = v.InferOutput<typeof Refusal>;

export const Counts = v.object({
  settings: described(count, 'Settings of all sources.'),
  registryPairs: described(count, 'Registry pairs that settings write.'),
  cspMappings: described(count, 'Mappings of settings to MDM nodes, official and derived.'),
});
export type Counts = v.InferOutput<typeof Counts>;

export const Health = v.object({
  status: v.literal('ok'),
  hivecheck: text('Version of the program.'),
  dataset: Stamp,
  languages: described(v.array(v.string()), 'Languages that may be asked for.'),
  counts: described(Counts, 'What the dataset holds.'),
  sources: described(
    v.object({
      active: described(count, 'Those whose facts are in the dataset.'),
      declared: described(count, 'All that the dataset names.'),
    }),
    'How many sources.',
  ),
  uptimeSeconds: described(v.number(), 'Seconds since the service started.'),
  refused: v.exactOptional(Refusal),
});
export type Health = v.InferOutput<typeof Health>;

export const Liveness = v.object({ status: described(v.literal('alive'), 'The process answers.') });
export type Liveness = v.InferOutput<typeof Liveness>;

export const Readiness = v.object({
  status: described(v.literal('ready'), 'A file of the dataset could be read.'),
  dataset: Stamp,
});
export type Readiness = v.InferOutput<typeof Readiness>;

export const FieldError = v.object({
  pointer: text('JSON Pointer to the field.'),
  detail: text('What is expected of it.'),
});
export type FieldError = v.InferOutput<typeof FieldError>;

export const ProblemDetails = v.object({
  type: text('Path of a page that explains the problem.'),
  title: text('What kind of problem it is.'),
  status: described(v.pipe(v.number(), v.integer()), 'The HTTP status.'),
  detail: text('What is wrong with this request, and the remedy.'),
  instance: text('Path of the request.'),
  dataset: v.exactOptional(Stamp),
  errors: list(FieldError, 'The fields that are wrong.'),
});
export type ProblemDetails = v.InferOutput<typeof ProblemDetails>;
