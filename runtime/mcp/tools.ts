/** How each tool answers from a snapshot. */
import { parseJson } from '../answer/json.ts';
import { type Call as RequestCall, requestedLanguage } from '../check/requests.ts';
import type { ListChangesEnvelope } from '../contract/changes.ts';
import type { JsonObject } from '../format/json.ts';
import type { McpExchange } from '../http/options.ts';
import { Problem, unknownSetting } from '../http/problem.ts';
import type { Snapshot } from '../service.ts';
import { briefChanges, briefCoverage, briefCsp, briefResolve, briefSearch, briefSetting } from './brief.ts';
import { firstFitting, type Limits } from './fit.ts';
import { isFull, toolConvertRequest, toolVerifyRequest } from './requests.ts';
import { changesText, convertText, coverageText, lookUpText, settingText, verifyText } from './text.ts';
import { briefConvert, briefVerify } from './verify.ts';

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
    answer: (snapshot, args, call) => snapshot.resolve(args, call),
    bytes: 1500,
    brief: briefResolve,
    text: lookUpText,
  }),
  csp: lookUp({
    answer: (snapshot, args, call) => snapshot.csp(args, call),
    bytes: 1200,
    brief: briefCsp,
    text: lookUpText,
  }),
  search: lookUp({
    answer: (snapshot, args, call) => snapshot.search(args, call),
    bytes: 1800,
    brief: briefSearch,
    text: lookUpText,
  }),
  setting: lookUp({
    answer: async (snapshot, args, call) => {
      const found = await snapshot.setting(args, call);
      if (found === undefined) throw unknownSetting();
      return found;
    },
    bytes: 3000,
    brief: briefSetting,
    text: settingText,
  }),
  changes: lookUp({
    answer: async (snapshot, args, { signal, inTurn }) => {
      const call = { signal, own: [...OWN, 'lang'] };
      const answer = await inTurn(() => snapshot.listChanges(args, call));
      if (typeof answer === 'string') return parseJson<ListChangesEnvelope>(answer);
      throw new Problem('unknown-version', answer.unknown);
    },
    bytes: 1800,
    brief: briefChanges,
    text: changesText,
  }),
  coverage: lookUp({
    answer: (snapshot) => snapshot.coverage(),
    bytes: 3000,
    brief: briefCoverage,
    text: coverageText,
  }),
} satisfies Record<string, Tool>;

/** Arguments of every tool that the requests of the API do not have. */
const OWN = ['detail'];

/** A tool with one answer, as long as its limit in bytes allows. */
function lookUp<E extends object, B extends object>(tool: {
  /** @param args are checked by the service. */
  answer(snapshot: Snapshot, args: never, call: RequestCall & Pick<Call, 'inTurn'>): Promise<E>;
  /** Limit of the result: content and structured content together. */
  bytes: number;
  brief(envelope: E, limits: Limits): B;
  /** @param isLong There is room for the reason, which a client without structured content lacks. */
  text(brief: B, lang: string, isLong: boolean): string;
}): Tool {
  return async (args, { snapshot, signal, inTurn }) => {
    const full = isFull(args);
    const envelope = await tool.answer(snapshot, args as never, { signal, inTurn, own: OWN });
    if (full) return whole(envelope);
    const lang = requestedLanguage(args.lang, snapshot.languages);
    return firstFitting(tool.bytes, (limits) => {
      const brief = tool.brief(envelope, limits);
      return (isLong) => result(brief, tool.text(brief, lang, isLong));
    });
  };
}

async function verify(args: JsonObject, { snapshot, inTurn, signal }: Call): Promise<ToolResult> {
  const { request, shown, own } = toolVerifyRequest(args);
  const envelope = parseJson(await inTurn(() => snapshot.verify(request, { signal, own, limitItems: true })));
  if (envelope.query.detail === 'full') return whole(envelope);
  const brief = briefVerify(envelope, shown);
  return result(brief, verifyText(brief, envelope));
}

async function convert(args: JsonObject, { snapshot, inTurn, signal }: Call): Promise<ToolResult> {
  const request = toolConvertRequest(args);
  const full = isFull(args);
  const call = { signal, own: OWN, limitItems: true };
  const envelope = parseJson(await inTurn(() => snapshot.convert(request, call)));
  if (full) return whole(envelope);
  const brief = briefConvert(envelope);
  return result(brief, convertText(brief, envelope));
}

/** The text has it too, since many clients pass nothing else to the model. Cut: a client takes lines of about 10 MB. */
function whole(envelope: object) {
  const text = JSON.stringify(envelope);
  const more = `… (of ${text.length} characters: ask for fewer items at once)`;
  return result(envelope, text.length > 100_000 ? text.slice(0, 100_000) + more : text);
}

function result(structuredContent: object, text: string): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}
