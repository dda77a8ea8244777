/** One MCP server: its tools, resources and prompt. The SDK takes one for each HTTP request, and one for a stdio connection. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import list from '#documents/mcp.json' with { type: 'json' };
import hivecheck from '../../package.json' with { type: 'json' };
import { parseJson } from '../answer/json.ts';
import { settingAt } from '../check/snapshot.ts';
import type { JsonObject } from '../format/json.ts';
import { decodedPart } from '../format/text.ts';
import type { McpExchange } from '../http/options.ts';
import { explain, fieldTexts, Problem, unavailable, unknownSetting } from '../http/problem.ts';
import type { Snapshot } from '../service.ts';
import { COVERAGE_URI, checkPromptText, SETTING_PREFIX } from './resources.ts';

interface McpHost extends Pick<McpExchange, 'inTurn' | 'report'> {
  /** The dataset version that one call is answered from; undefined where there is none. */
  snapshot(): Snapshot | undefined | Promise<Snapshot | undefined>;
  /** Runs the calls of a batch one after the other. */
  inOrder?<T>(call: () => Promise<T>): Promise<T>;
}

/** Lists change with the program only. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** Clients must see a new dataset soon. */
const READ_HINT = { ttlMs: 60_000, cacheScope: 'public' } as const;

const OPTIONS: ServerOptions = {
  instructions: list.instructions,
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
  },
  cacheHints: {
    'tools/list': LIST_HINT,
    'prompts/list': LIST_HINT,
    'resources/list': LIST_HINT,
    'resources/templates/list': LIST_HINT,
    'server/discover': LIST_HINT,
    'resources/read': READ_HINT,
  },
};

const INFO = { name: 'hivecheck', version: hivecheck.version };

/** @param given The arguments of the call, if they were taken out of the message for the SDK. */
export function createMcpServer(host: McpHost, given?: JsonObject): Server {
  const server = new Server(INFO, OPTIONS);
  const { inOrder = (call) => call() } = host;
  server.setRequestHandler('tools/list', () => ({ tools: list.tools }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal } }) =>
    inOrder(() => callTool(params.name, given ?? params.arguments ?? {}, host, signal)),
  );
  server.setRequestHandler('resources/list', () => ({ resources: list.resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: list.resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => inOrder(() => readResource(params.uri, host)));
  server.setRequestHandler('prompts/list', () => ({ prompts: list.prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== list.prompts[0]?.name) throw invalidParams(`Prompt ${params.name} not found`);
    const { file = '', targetOs = '' } = params.arguments ?? {};
    const text = checkPromptText(file.trim() ? file : undefined, targetOs.trim() ? targetOs : undefined);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

const invalidParams = (message: string, data?: object) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

async function callTool(name: string, args: JsonObject, host: McpHost, signal: AbortSignal) {
  // Loaded with the first call: a start needs the list only, and the tools import all schemas of the answers.
  const { TOOL_TABLE } = await import('./tools.ts');
  if (!Object.hasOwn(TOOL_TABLE, name)) {
    throw invalidParams(`Tool ${name} not found; there are ${Object.keys(TOOL_TABLE).join(', ')}`);
  }
  const answer = TOOL_TABLE[name as keyof typeof TOOL_TABLE];
  try {
    const call = { ...host, snapshot: await snapshotFor(host), signal };
    return { ...(await answer(args, call)) };
  } catch (error) {
    // A call that was cancelled is not an error to report.
    const text = signal.aborted ? 'The call was cancelled.' : messageOf(error, host);
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

async function readResource(uri: string, host: McpHost) {
  const slug = uri.startsWith(SETTING_PREFIX) ? uri.slice(SETTING_PREFIX.length) : undefined;
  if (slug === undefined && uri !== COVERAGE_URI) throw new ResourceNotFoundError(uri);
  const envelope = await readEnvelope(slug, host);
  if (envelope === undefined) throw invalidParams(unknownSetting().message, { uri });
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(envelope) }] };
}

/** A resource that cannot be read is an error of the protocol. */
async function readEnvelope(slug: string | undefined, host: McpHost): Promise<object | undefined> {
  try {
    const snapshot = await snapshotFor(host);
    if (slug === undefined) return await snapshot.coverage();
    const answer = await settingAt(snapshot, { slug: decodedPart(slug), lang: 'en-US' });
    return answer && parseJson(answer);
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, messageOf(error, host));
  }
}

async function snapshotFor(host: McpHost): Promise<Snapshot> {
  const snapshot = await host.snapshot();
  if (snapshot === undefined) throw unavailable('No dataset is mounted at the moment; try again later.');
  return snapshot;
}

/** What to change, for the model that made the call. */
function messageOf(error: unknown, host: McpHost): string {
  const known = error instanceof Problem;
  if (!known) host.report(error);
  const problem = explain(error);
  const fields = fieldTexts(problem);
  if (fields.length > 0) return `${problem.detail} Change these arguments: ${fields.join('; ')}.`;
  return known ? problem.message : `${problem.message} Try again later.`;
}
