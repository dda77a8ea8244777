/** JSON Schemas of the envelopes, of health and of problems. */
import { PROBLEMS } from '../problem.ts';
import { array, type JsonSchema, object, ref, type Schemas, text } from './schema.ts';

const verdict: JsonSchema = {
  type: 'string',
  enum: ['supported', 'unsupported', 'unverified', 'unknown'],
  description:
    'supported: the target build reaches the documented minimum. unsupported: it does not. unverified: the documentation gives no readable minimum. unknown: the target OS is absent, unrecognized or ambiguous.',
};

const stamp = object(
  { version: text(), generatedAt: { type: 'string', format: 'date-time' } },
  ['version', 'generatedAt'],
  'The dataset that was asked; quote it with the answer.',
);

const compatibility = object(
  {
    verdict: ref('Verdict'),
    reason: text(),
    targetBuild: text('Build of the target, where it resolved.'),
    requiredBuild: text('Documented minimum build.'),
    requiredBuildAlternatives: array(text(), 'Only where the vendor lists several minimum builds.'),
    basis: { type: 'string', enum: ['csp', 'supportedOn'] },
    candidates: array(
      object({ family: text(), label: text(), build: text(), verdict: ref('Verdict') }, [
        'family',
        'label',
        'build',
        'verdict',
      ]),
      'The OS that an ambiguous target may mean.',
    ),
    registry: object(
      { verdict: ref('Verdict'), reason: text(), requiredBuild: text(), supportedOn: text() },
      ['verdict', 'reason'],
      'The verdict of the registry policy itself, beside that of its MDM node.',
    ),
  },
  ['verdict', 'reason'],
);

const string = text();
const orNull: JsonSchema = { type: ['string', 'null'] };
const matches = array(ref('Match'));
const reason = text('Why there is no mapping or no match. Present whenever confidence is none.');

const queries = {
  Resolve: object({ key: string, value: string, lang: string, hive: orNull, targetOs: orNull }, [
    'key',
    'value',
    'lang',
    'hive',
    'targetOs',
  ]),
  Csp: object({ omaUri: string, lang: string, scope: orNull }, ['omaUri', 'lang']),
  Search: object({ q: string, lang: string, limit: { type: 'integer' } }, ['q', 'lang', 'limit']),
  Setting: object({ slug: string, lang: string }, ['slug', 'lang']),
};

const near = object(
  { key: string, value: string, slug: string },
  ['key', 'value', 'slug'],
  'A documented pair that does not match, but lies near.',
);

const results = {
  Resolve: object({ matches, reason, compatibility: ref('Compatibility'), nearest: array(near) }, []),
  Csp: object({ matches, reason, node: ref('CspNode') }, ['matches']),
  Search: object({ matches, reason, total: { type: 'integer' }, suggestions: array(string) }, ['matches']),
  Setting: object({ setting: ref('Setting'), matches: array(ref('Setting')), reason }, [
    'setting',
    'matches',
  ]),
};

function envelope(query: JsonSchema, result: JsonSchema): JsonSchema {
  return {
    ...object(
      {
        query,
        result,
        confidence: ref('Confidence'),
        provenance: object({ source: string, sourceVersion: string, learnUrl: string }, [
          'source',
          'sourceVersion',
        ]),
        dataset: ref('Dataset'),
        warnings: array(string, 'Facts noticed without deciding for the caller: read them before acting.'),
      },
      ['query', 'result', 'confidence', 'dataset', 'warnings'],
    ),
    // The founding rule: an absence always comes with its reason.
    if: { properties: { confidence: { const: 'none' } } },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword.
    then: { properties: { result: { required: ['reason'] } } },
  };
}

const health = object(
  {
    status: { const: 'ok' },
    dataset: ref('Dataset'),
    languages: array(string),
    counts: object(
      { settings: { type: 'integer' }, registryPairs: { type: 'integer' }, cspMappings: { type: 'integer' } },
      ['settings', 'registryPairs', 'cspMappings'],
    ),
    sources: object({ active: { type: 'integer' }, declared: { type: 'integer' } }, ['active', 'declared']),
    uptimeSeconds: { type: 'number' },
    refused: object(
      { version: string, reason: string, at: { type: 'string', format: 'date-time' } },
      ['reason', 'at'],
      'The newest dataset that was refused; the one in “dataset” goes on being served.',
    ),
  },
  ['status', 'dataset', 'languages', 'counts', 'sources', 'uptimeSeconds'],
);

const problem = object(
  {
    type: { type: 'string', enum: Object.keys(PROBLEMS).map((name) => `/problems/${name}`) },
    title: string,
    status: { type: 'integer' },
    detail: string,
    instance: text('Path of the request.'),
    dataset: ref('Dataset'),
    errors: array(
      object({ pointer: text('JSON Pointer to the field.'), detail: text('What is expected of it.') }, [
        'pointer',
        'detail',
      ]),
    ),
  },
  ['type', 'title', 'status', 'detail', 'instance'],
);

export const envelopeSchemas: Schemas = {
  Verdict: verdict,
  Dataset: stamp,
  Compatibility: compatibility,
  ResolveEnvelope: envelope(queries.Resolve, results.Resolve),
  CspEnvelope: envelope(queries.Csp, results.Csp),
  SearchEnvelope: envelope(queries.Search, results.Search),
  SettingEnvelope: envelope(queries.Setting, results.Setting),
  Health: health,
  Problem: problem,
};
