/** The schemas of the OpenAPI document: those that validate and type requests, answers and problems, as JSON Schema. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import * as answers from '../../../runtime/contract/answers.ts';
import * as changes from '../../../runtime/contract/changes.ts';
import * as compatibility from '../../../runtime/contract/compatibility.ts';
import * as convert from '../../../runtime/contract/convert.ts';
import * as converted from '../../../runtime/contract/converted.ts';
import * as data from '../../../runtime/contract/data.ts';
import * as match from '../../../runtime/contract/match.ts';
import * as node from '../../../runtime/contract/node.ts';
import * as product from '../../../runtime/contract/product.ts';
import * as record from '../../../runtime/contract/record.ts';
import * as requests from '../../../runtime/contract/requests.ts';
import * as verified from '../../../runtime/contract/verified.ts';
import * as verify from '../../../runtime/contract/verify.ts';
import { VerifySummary } from '../../../runtime/contract/verify-summary.ts';
import * as words from '../../../runtime/contract/words.ts';
import type { JsonObject } from '../../../runtime/format/json.ts';
import { PROBLEMS } from '../../../runtime/http/problem.ts';
import { picked } from '../../collections.ts';

export type JsonSchema = JsonObject;

/** Name in the document → schema; a named schema is referenced wherever it is used. */
const SCHEMAS = {
  ...picked(words, 'Confidence', 'Verdict', 'PolicyClass'),
  Form: convert.Form,
  Dataset: words.Stamp,
  ...picked(compatibility, 'Candidate', 'Compatibility'),
  AllowedValues: node.AllowedValues,
  NodeDependency: node.Dependency,
  NodeEditions: match.Csp.entries.editions.wrapped,
  Ingestion: match.Csp.entries.ingestion.wrapped,
  ...picked(data, 'DocumentedValue', 'TemplateVersion'),
  Warnings: answers.ResolveEnvelope.entries.warnings,
  Reason: answers.ResolveEnvelope.entries.result.entries.reason.wrapped,
  ...picked(match, 'Via', 'OmaUris'),
  RegistryType: data.RegistryType,
  ...picked(match, 'PolicyWrite', 'Csp', 'CspAlternative'),
  ...picked(compatibility, 'MdmVerdict', 'RegistryVerdict'),
  ...picked(product, 'ProductRange', 'ProductVerdict', 'Lifecycle'),
  Match: match.Match,
  StateValue: record.StateValue,
  Option: record.OptionRecord,
  Element: record.ElementRecord,
  Node: record.RecordNode,
  Setting: record.SettingRecord,
  ...picked(answers, 'Near', 'NearNode', 'Provenance'),
  ResolveResult: answers.ResolveEnvelope.entries.result,
  CspResult: answers.CspEnvelope.entries.result,
  ...picked(
    answers,
    'ResolveEnvelope',
    'CspEnvelope',
    'SearchEnvelope',
    'SettingEnvelope',
    'CoverageEnvelope',
  ),
  ...picked(
    changes,
    'AddedSetting',
    'RemovedSetting',
    'ChangedSetting',
    'FactChange',
    'ChangesSummary',
    'ChangeStep',
    'ChangesEnvelope',
  ),
  ListChangesRequest: changes.ListChangesBody,
  ListChangesEnvelope: changes.ListChangesEnvelope,
  ...picked(verified, 'ItemPlace', 'DataVerdict', 'ItemData', 'ItemMdm', 'VerifiedItem', 'VerifiedFile'),
  VerifySummary,
  VerifyEnvelope: verified.VerifyEnvelope,
  ConvertEnvelope: converted.ConvertEnvelope,
  ...picked(answers, 'Health', 'Liveness', 'Readiness'),
  Problem: answers.ProblemDetails,
  Lang: requests.ResolveBody.entries.lang.wrapped,
  TargetOs: requests.ResolveBody.entries.targetOs.wrapped,
  ListFacts: match.ListFacts,
  TargetProducts: requests.ResolveBody.entries.targetProducts.wrapped,
  ResolveRequest: requests.ResolveBody,
  CspRequest: requests.CspBody,
  SearchRequest: requests.SearchBody,
  RegistryItem: verify.RegistryItemBody,
  NodeItem: verify.NodeItemBody,
  File: verify.FileBody,
  VerifyRequest: verify.VerifyBody,
  ConvertRequest: convert.ConvertBody,
};

const ENVELOPES = [
  'ResolveEnvelope',
  'CspEnvelope',
  'SearchEnvelope',
  'SettingEnvelope',
  'VerifyEnvelope',
  'ConvertEnvelope',
] as const;

export type SchemaName = keyof typeof SCHEMAS;

export function ref(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A parameter of a path or of a query string, by the schema that checks it. */
export function parameter(place: 'path' | 'query', name: string, schema: v.GenericSchema): JsonSchema {
  const { $schema: _, description, examples: [example] = [], ...rest } = toJsonSchema(schema);
  const required = schema.type !== 'optional';
  return { name, in: place, required, description, schema: rest, example };
}

export function componentSchemas(): Record<string, JsonSchema> {
  // JSON Schema has no equivalent of these actions; any other unknown action throws.
  const converted = toJsonSchemaDefs(SCHEMAS, {
    target: 'draft-2020-12',
    ignoreActions: ['trim', 'readonly'],
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // Some generators of clients take a constant without a type for a string.
    overrideSchema: ({ jsonSchema }) =>
      jsonSchema.const === true ? { type: 'boolean', ...jsonSchema } : undefined,
  });
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(converted)) schemas[name] = { ...schema };
  for (const name of ENVELOPES) schemas[name] = { ...schemas[name], ...REASON_WITH_NONE };
  const { Problem } = schemas;
  const properties: JsonSchema = { ...(Problem?.properties ?? {}) };
  const names = Object.keys(PROBLEMS).map((name) => `/problems/${name}`);
  schemas.Problem = {
    ...Problem,
    properties: { ...properties, type: { ...(properties.type ?? {}), enum: names } },
  };
  return schemas;
}

/** The founding rule: an absence always comes with its reason. */
const REASON_WITH_NONE: JsonSchema = {
  if: { properties: { confidence: { const: 'none' } } },
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword.
  then: { properties: { result: { required: ['reason'] } } },
};
