/** One MCP server: its tools, resources and prompt. Made anew for every HTTP request, once for a stdio connection. */
import {
  McpServer,
  type McpServerOptions,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import * as v from 'valibot';
import hivecheck from '../../package.json' with { type: 'json' };
import { DatasetUnavailable } from '../dataset/dataset.ts';
import { isObject, type JsonObject } from '../format/json.ts';
import { decodedPart } from '../format/text.ts';
import type { McpExchange } from '../http/options.ts';
import { Problem, unavailable } from '../http/problem.ts';
import type { Snapshot } from '../http/service.ts';
import {
  CHECK_PROMPT,
  COVERAGE_RESOURCE,
  checkPromptText,
  INSTRUCTIONS,
  SETTING_RESOURCE,
  TOOLS,
  type ToolName,
} from './descriptions.ts';
import { published } from './schemas.ts';
import { TOOL_TABLE } from './tools.ts';

interface McpHost extends Pick<McpExchange, 'inTurn' | 'report'> {
  /** The dataset version that one call is answered from; undefined where there is none. */
  snapshot(): Snapshot | undefined | Promise<Snapshot | undefined>;
}

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Lists change with the program only. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** A new dataset is to be seen soon. */
const READ_HINT = { ttlMs: 60_000, cacheScope: 'public' } as const;

const LISTS = {
  'tools/list': LIST_HINT,
  'prompts/list': LIST_HINT,
  'resources/list': LIST_HINT,
  'resources/templates/list': LIST_HINT,
  'server/discover': LIST_HINT,
};

const NAMES = Object.keys(TOOL_TABLE) as ToolName[];

const LISTED: ReadonlyMap<ToolName, ToolConfig> = new Map(
  NAMES.map((name) => {
    const { input, output } = TOOL_TABLE[name];
    const schemas = { inputSchema: published(input), outputSchema: published(output) };
    return [name, { ...TOOLS[name], annotations: ANNOTATIONS, ...schemas }];
  }),
);

interface ToolConfig {
  inputSchema: StandardSchemaWithJSON<JsonObject>;
  outputSchema?: StandardSchemaWithJSON<JsonObject>;
}

/** For a server that answers one call: its schemas are never asked for, and the SDK would walk through them. */
const CALLED: ToolConfig = { inputSchema: published(v.object({})) };

const PromptArguments = published(
  v.object({
    file: v.optional(v.pipe(v.string(), v.description('The content of the .reg file.'))),
    targetOs: v.optional(
      v.pipe(v.string(), v.description('The target, such as “Windows 11 24H2 Enterprise”.')),
    ),
  }),
);

/** What a server must know to answer one message; without it, it knows everything. */
export interface Subject {
  method: string;
  /** Of the tool that is called. */
  name?: string;
  /** Its arguments, which the message that the SDK gets does not have. */
  given?: JsonObject;
}

/** Made for every message over HTTP: it registers only what the message is about. */
export function createMcpServer(host: McpHost, subject?: Subject): McpServer {
  const server = new McpServer({ name: 'hivecheck', version: hivecheck.version }, OPTIONS);
  const { method, name: called, given } = subject ?? {};
  const about = (group: string): boolean => method === undefined || method.startsWith(group);
  if (method === 'tools/call') {
    const name = NAMES.find((each) => each === called);
    if (name !== undefined) addTool(server, host, name, CALLED, given);
  } else if (about('tools/')) {
    for (const [name, config] of LISTED) addTool(server, host, name, config);
  }
  if (about('resources/')) addResources(server, host);
  if (about('prompts/') || about('completion/')) addPrompt(server);
  return server;
}

const OPTIONS: McpServerOptions = {
  instructions: INSTRUCTIONS,
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
  },
  cacheHints: LISTS,
};

const failed = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

function addTool(
  server: McpServer,
  host: McpHost,
  name: ToolName,
  config: ToolConfig,
  given?: JsonObject,
): void {
  const { answer } = TOOL_TABLE[name];
  server.registerTool(name, config, async (args, { mcpReq: { signal } }) => {
    try {
      const call = { ...host, snapshot: await snapshotOf(host), signal };
      return { ...(await answer(given ?? (isObject(args) ? args : {}), call)) };
    } catch (error) {
      // Nobody reads the answer to a call that was cancelled, and it is no fault to report.
      return failed(signal.aborted ? 'The call was cancelled.' : messageOf(error, host));
    }
  });
}

function addPrompt(server: McpServer): void {
  const config = { ...CHECK_PROMPT, argsSchema: PromptArguments };
  server.registerPrompt('check-reg-file', config, ({ file, targetOs }) => ({
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: checkPromptText(givenText(file), givenText(targetOs)) },
      },
    ],
  }));
}

const givenText = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

function addResources(server: McpServer, host: McpHost): void {
  const json = (uri: URL, envelope: object) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(envelope) }],
  });
  const config = { mimeType: 'application/json', cacheHint: READ_HINT };
  server.registerResource(
    'coverage',
    'hivecheck://coverage',
    { ...COVERAGE_RESOURCE, ...config },
    async (uri) => json(uri, await readable(async () => (await snapshotOf(host)).coverage(), host)),
  );
  server.registerResource(
    'setting',
    new ResourceTemplate('hivecheck://setting/{slug}', { list: undefined }),
    { ...SETTING_RESOURCE, ...config },
    async (uri, { slug }) => {
      const asked = decodedPart(String(slug));
      const envelope = await readable(
        async () => (await snapshotOf(host)).setting({ slug: asked, lang: 'en-US' }),
        host,
      );
      if (envelope === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'No setting of this dataset version has this slug; the tools search, resolve and csp tell slugs.',
          { uri: uri.href },
        );
      }
      return json(uri, envelope);
    },
  );
}

async function snapshotOf(host: McpHost): Promise<Snapshot> {
  const snapshot = await host.snapshot();
  if (snapshot === undefined) throw unavailable('No dataset is mounted at the moment; try again later.');
  return snapshot;
}

/** A resource that cannot be read is an error of the protocol. */
async function readable<T>(read: () => Promise<T>, host: McpHost): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, messageOf(error, host));
  }
}

/** What to change, for the model that made the call. */
function messageOf(error: unknown, host: McpHost): string {
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`);
    return fields.length === 0 ? error.message : `Change these arguments: ${fields.join('; ')}.`;
  }
  host.report(error);
  // Shows only the file’s path below dist/.
  if (error instanceof DatasetUnavailable) {
    return `A file of the dataset is missing, damaged or not read in time (${error.file}). Try again later.`;
  }
  return 'The service failed with an unexpected error; the operator has a log entry. Try again later.';
}
