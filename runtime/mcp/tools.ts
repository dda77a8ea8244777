/** The tools: what each takes and returns, and how it answers from a snapshot. */
import type * as v from 'valibot';
import { parseJson } from '../answer/json.ts';
import {
  BriefCoverage,
  BriefCsp,
  BriefResolve,
  BriefSearch,
  BriefSetting,
  toolOutput,
} from '../contract/brief.ts';
import { BriefVerify } from '../contract/brief-verify.ts';
import {
  CoverageInput,
  CspInput,
  ResolveInput,
  SearchInput,
  SettingInput,
  VerifyInput,
} from '../contract/tools.ts';
import type { JsonObject } from '../format/json.ts';
import type { McpExchange } from '../http/options.ts';
import { Problem } from '../http/problem.ts';
import {
  cspRequest,
  requestedLanguage,
  resolveRequest,
  searchRequest,
  settingRequest,
} from '../http/validate.ts';
import { mcpMessagesFor } from '../messages/mcp.ts';
import { LEVELS } from './brief-match.ts';
import { briefCoverage } from './coverage.ts';
import type { ToolName } from './descriptions.ts';
import { ANSWER_BYTES, firstFitting, RECORD_BYTES } from './fit.ts';
import { briefCsp, briefResolve } from './matches.ts';
import { isFull, toolVerifyRequest } from './requests.ts';
import { briefSearch } from './search.ts';
import { briefSetting, RECORD_LEVELS } from './setting.ts';
import { coverageText, cspText, resolveText, searchText, settingText, verifyText } from './text.ts';
import { briefVerify } from './verify.ts';
import { placesOf, writesOf } from './writes.ts';

/** The content of a tool result. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }];
  structuredContent: object;
}

interface Call extends Pick<McpExchange, 'snapshot' | 'inTurn'> {
  /** Aborted once the client has cancelled the call. */
  signal?: AbortSignal;
}

interface Tool {
  /** As they are published; what a call brings is checked as the API checks its requests. */
  input: v.GenericSchema;
  output: v.GenericSchema;
  /** Throws a {@link Problem} for arguments that are not valid. */
  answer(args: JsonObject, call: Call): Promise<ToolResult>;
}

export const TOOL_TABLE: Readonly<Record<ToolName, Tool>> = {
  verify: { input: VerifyInput, output: toolOutput(BriefVerify), answer: verify },
  resolve: { input: ResolveInput, output: toolOutput(BriefResolve), answer: resolve },
  csp: { input: CspInput, output: toolOutput(BriefCsp), answer: csp },
  search: { input: SearchInput, output: toolOutput(BriefSearch), answer: search },
  setting: { input: SettingInput, output: toolOutput(BriefSetting), answer: setting },
  coverage: { input: CoverageInput, output: toolOutput(BriefCoverage), answer: coverage },
};

async function resolve(args: JsonObject, { snapshot }: Call): Promise<ToolResult> {
  const request = resolveRequest(args, snapshot.languages);
  const full = isFull(args);
  const envelope = await snapshot.resolve(request);
  if (full) return whole(envelope, request.lang);
  return firstFitting(LEVELS, ANSWER_BYTES, (limits) => {
    const brief = briefResolve(envelope, limits);
    return result(brief, resolveText(brief, request.lang, limits.said));
  });
}

async function csp(args: JsonObject, { snapshot }: Call): Promise<ToolResult> {
  const request = cspRequest(args, snapshot.languages);
  const full = isFull(args);
  const envelope = await snapshot.csp(request);
  if (full) return whole(envelope, request.lang);
  return firstFitting(LEVELS, ANSWER_BYTES, (limits) => {
    const brief = briefCsp(envelope, limits);
    return result(brief, cspText(brief, request.lang, limits.said));
  });
}

async function search(args: JsonObject, { snapshot }: Call): Promise<ToolResult> {
  const request = searchRequest(args, snapshot.languages);
  const full = isFull(args);
  const envelope = await snapshot.search(request);
  if (full) return whole(envelope, request.lang);
  const brief = briefSearch(envelope);
  return result(brief, searchText(brief, request.lang));
}

async function setting(args: JsonObject, { snapshot }: Call): Promise<ToolResult> {
  const request = settingRequest(args, snapshot.languages);
  const full = isFull(args);
  const envelope = await snapshot.setting(request);
  if (envelope === undefined) {
    throw new Problem(
      'unknown-setting',
      'No setting of this dataset version has this slug or policyId; search, resolve and csp give slugs.',
    );
  }
  if (full) return whole(envelope, request.lang);
  const { setting: record } = envelope.result;
  const places = placesOf(record);
  const told = places.slice(0, RECORD_LEVELS[0].writes);
  const writes = await writesOf(record, told, async (key, value) => {
    const found = await snapshot.resolve({ key, value, lang: request.lang, targetOs: null });
    return found.result.matches ?? [];
  });
  return firstFitting(RECORD_LEVELS, RECORD_BYTES, (limits) => {
    const brief = briefSetting(envelope, places, writes, limits);
    return result(brief, settingText(brief, request.lang));
  });
}

async function verify(args: JsonObject, { snapshot, inTurn, signal }: Call): Promise<ToolResult> {
  const { request, shown } = toolVerifyRequest(args, snapshot.languages);
  const envelope = parseJson(await inTurn(() => snapshot.verify(request, signal)));
  if (request.detail === 'full') return whole(envelope, request.lang);
  const brief = briefVerify(envelope, shown);
  return result(brief, verifyText(brief, request.lang));
}

async function coverage(args: JsonObject, { snapshot }: Call): Promise<ToolResult> {
  const lang = requestedLanguage(args.lang, snapshot.languages);
  const full = isFull(args);
  const envelope = await snapshot.coverage();
  if (full) return whole(envelope, lang);
  const brief = briefCoverage(envelope);
  return result(brief, coverageText(brief, lang));
}

function whole(envelope: object, lang: string): ToolResult {
  return result(envelope, mcpMessagesFor(lang).full);
}

function result(structuredContent: object, text: string): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}
