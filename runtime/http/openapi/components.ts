/** The schemas of the OpenAPI document: those that validate and type requests, answers and problems, as JSON Schema. */
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { JsonObject } from '../../json.ts';
import {
  CoverageEnvelope,
  CspEnvelope,
  Health,
  Near,
  NearNode,
  ProblemDetails,
  Provenance,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../../schema/answers.ts';
import {
  AddedSetting,
  ChangedSetting,
  ChangesEnvelope,
  FactChange,
  RemovedSetting,
} from '../../schema/changes.ts';
import { Candidate, Compatibility, MdmVerdict, RegistryVerdict } from '../../schema/compatibility.ts';
import { Csp, CspAlternative, Match } from '../../schema/match.ts';
import { Lifecycle, ProductRange, ProductVerdict } from '../../schema/product.ts';
import { ElementRecord, OptionRecord, RecordNode, SettingRecord, StateValue } from '../../schema/record.ts';
import { CspBody, ResolveBody, SearchBody } from '../../schema/requests.ts';
import {
  DataVerdict,
  ItemData,
  ItemMdm,
  VerifiedFile,
  VerifiedItem,
  VerifyEnvelope,
  VerifySummary,
} from '../../schema/verified.ts';
import { FileBody, NodeItemBody, RegistryItemBody, VerifyBody } from '../../schema/verify.ts';
import { Confidence, Stamp, Verdict } from '../../schema/words.ts';
import { PROBLEMS } from '../problem.ts';

export type JsonSchema = JsonObject;

/** Name in the document → schema; one that is named is referred to wherever it is used. */
const NAMED = {
  Confidence,
  Verdict,
  Dataset: Stamp,
  Candidate,
  Compatibility,
  Csp,
  CspAlternative,
  MdmVerdict,
  RegistryVerdict,
  ProductRange,
  ProductVerdict,
  Lifecycle,
  Match,
  StateValue,
  Option: OptionRecord,
  Element: ElementRecord,
  Node: RecordNode,
  Setting: SettingRecord,
  Near,
  NearNode,
  Provenance,
  ResolveEnvelope,
  CspEnvelope,
  SearchEnvelope,
  SettingEnvelope,
  CoverageEnvelope,
  AddedSetting,
  RemovedSetting,
  ChangedSetting,
  FactChange,
  ChangesEnvelope,
  DataVerdict,
  ItemData,
  ItemMdm,
  VerifiedItem,
  VerifiedFile,
  VerifySummary,
  VerifyEnvelope,
  Health,
  Problem: ProblemDetails,
  ResolveRequest: ResolveBody,
  CspRequest: CspBody,
  SearchRequest: SearchBody,
  RegistryItem: RegistryItemBody,
  NodeItem: NodeItemBody,
  File: FileBody,
  VerifyRequest: VerifyBody,
};

const ENVELOPES = [
  'ResolveEnvelope',
  'CspEnvelope',
  'SearchEnvelope',
  'SettingEnvelope',
  'VerifyEnvelope',
] as const;

export type SchemaName = keyof typeof NAMED;

export function ref(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function componentSchemas(): Record<string, JsonSchema> {
  // Trimming is the one action that JSON Schema has no word for; anything else unknown to it throws.
  const converted = toJsonSchemaDefs(NAMED, {
    target: 'draft-2020-12',
    ignoreActions: ['trim'],
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
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
