/** How each tool answers from a snapshot. */
import { parseJson } from '../answer/json.ts';
import type { ListChangesEnvelope } from '../contract/changes.ts';
import type { JsonObject } from '../format/json.ts';
import type { McpExchange } from '../http/options.ts';
import { Problem } from '../http/problem.ts';
import type { Snapshot } from '../http/service.ts';
import {
  cspRequest,
  listChangesRequest,
  requestedLanguage,
  resolveRequest,
  searchRequest,
  settingRequest,
} from '../http/validate.ts';
import { mcpMessagesFor } from '../messages/mcp.ts';
import { briefChanges, briefCoverage, briefCsp, briefResolve, briefSearch, briefSetting } from './brief.ts';
import { briefConvert } from './convert.ts';
import {
  CHANGES_BYTES,
  firstFitting,
  type Limits,
  NODE_BYTES,
  RECORD_BYTES,
  SEARCH_BYTES,
  VALUE_BYTES,
} from './fit.ts';
import { isFull, toolConvertRequest, toolVerifyRequest } from './requests.ts';
import { changesText, convertText, coverageText, lookUpText, settingText, verifyText } from './text.ts';
import { briefVerify } from './verify.ts';

/** The content of a tool result. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }];
  structuredContent: object;
}

interface Call extends Pick<McpExchange, 'snapshot' | 'inTurn'> {
  /** Aborted once the client has cancelled the call. */
  signal?: AbortSignal;
}

/** Throws a {@link Problem} for arguments that are not valid. */
export type Tool = (args: JsonObject, call: Call) => Promise<ToolResult>;

export const TOOL_TABLE = {
  verify,
  convert,
  resolve: lookUp({
    request: resolveRequest,
    answer: (snapshot, request) => snapshot.resolve(request),
    bytes: VALUE_BYTES,
    brief: briefResolve,
    text: lookUpText,
  }),
  csp: lookUp({
    request: cspRequest,
    answer: (snapshot, request) => snapshot.csp(request),
    bytes: NODE_BYTES,
    brief: briefCsp,
    text: lookUpText,
  }),
  search: lookUp({
    request: searchRequest,
    answer: (snapshot, request) => snapshot.search(request),
    bytes: SEARCH_BYTES,
    brief: briefSearch,
    text: lookUpText,
  }),
  setting: lookUp({
    request: settingRequest,
    answer: async (snapshot, request) => (await snapshot.setting(request)) ?? unknownSetting(),
    bytes: RECORD_BYTES,
    brief: briefSetting,
    text: settingText,
  }),
  changes: lookUp({
    request: (args, languages) => ({
      ...listChangesRequest(args, [...OWN, 'lang']),
      lang: requestedLanguage(args.lang, languages),
    }),
    answer: async (snapshot, request, signal) => {
      const answer = await snapshot.listChanges(request, signal);
      if (typeof answer === 'string') return parseJson<ListChangesEnvelope>(answer);
      throw new Problem('unknown-version', answer.unknown);
    },
    bytes: CHANGES_BYTES,
    brief: briefChanges,
    text: changesText,
  }),
  coverage: lookUp({
    request: ({ lang }, languages) => ({ lang: requestedLanguage(lang, languages) }),
    answer: (snapshot) => snapshot.coverage(),
    bytes: RECORD_BYTES,
    brief: briefCoverage,
    text: coverageText,
  }),
} satisfies Record<string, Tool>;

/** Arguments of every tool that the requests of the API do not have. */
const OWN = ['detail'];

/** A question with one answer, which is as long as its bytes let it be. */
function lookUp<R extends { lang: string }, E extends object, B extends object>(tool: {
  request(args: JsonObject, languages: readonly string[], own: string[]): R;
  answer(snapshot: Snapshot, request: R, signal?: AbortSignal): Promise<E>;
  bytes: number;
  brief(envelope: E, limits: Limits): B;
  text(brief: B, lang: string): string;
}): Tool {
  return async (args, { snapshot, signal }) => {
    const request = tool.request(args, snapshot.languages, OWN);
    const full = isFull(args);
    const envelope = await tool.answer(snapshot, request, signal);
    if (full) return whole(envelope, request.lang);
    return firstFitting(tool.bytes, (limits) => {
      const brief = tool.brief(envelope, limits);
      return result(brief, tool.text(brief, request.lang));
    });
  };
}

function unknownSetting(): never {
  throw new Problem(
    'unknown-setting',
    'No setting of this dataset version has this slug or policyId; search, resolve and csp give slugs.',
  );
}

async function verify(args: JsonObject, { snapshot, inTurn, signal }: Call): Promise<ToolResult> {
  const { request, shown } = toolVerifyRequest(args, snapshot.languages);
  const envelope = parseJson(await inTurn(() => snapshot.verify(request, signal)));
  if (request.detail === 'full') return whole(envelope, request.lang);
  const brief = briefVerify(envelope, shown);
  return result(brief, verifyText(brief, envelope));
}

async function convert(args: JsonObject, { snapshot, inTurn, signal }: Call): Promise<ToolResult> {
  const request = toolConvertRequest(args, snapshot.languages);
  const full = isFull(args);
  const envelope = parseJson(await inTurn(() => snapshot.convert(request, signal)));
  if (full) return whole(envelope, request.lang);
  const brief = briefConvert(envelope);
  return result(brief, convertText(brief, envelope));
}

function whole(envelope: object, lang: string): ToolResult {
  return result(envelope, mcpMessagesFor(lang).full);
}

function result(structuredContent: object, text: string): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}
