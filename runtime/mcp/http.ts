/** MCP over HTTP: the 2026-07-28 revision and, for older clients, those of 2025; no state between requests. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isObject } from '../format/json.ts';
import type { McpEndpoint } from '../http/options.ts';
import { createMcpServer, type Subject } from './server.ts';

export const answerMcp: McpEndpoint = ({ request, body, snapshot, inTurn, report }) => {
  const host = { snapshot: () => snapshot, inTurn, report };
  const handler = createMcpHandler(
    () => createMcpServer(host, subjectOf(body)),
    // What a client sends wrong is its own matter. No list ever changes: to wait for it would keep a connection open.
    { onerror: () => {}, maxSubscriptions: 0 },
  );
  return handler.fetch(request, { parsedBody: withoutArguments(body) });
};

/** The SDK's schema would walk through all arguments of a call; the tools check them by themselves. */
function withoutArguments(body: unknown): unknown {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return body;
  if (!isObject(body.params.arguments)) return body;
  return { ...body, params: { ...body.params, arguments: {} } };
}

/** Undefined for a batch and for what is no message. */
function subjectOf(body: unknown): Subject | undefined {
  if (!isObject(body) || typeof body.method !== 'string') return undefined;
  const { method, params } = body;
  const name = isObject(params) ? params.name : undefined;
  const given = isObject(params) ? params.arguments : undefined;
  return { method, ...(typeof name === 'string' && { name }), ...(isObject(given) && { given }) };
}
