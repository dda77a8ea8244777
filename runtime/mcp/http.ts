/** MCP over HTTP: the 2026-07-28 revision and, for older clients, those of 2025; no state between requests. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../format/json.ts';
import type { McpEndpoint } from '../http/options.ts';
import { nextTurn } from '../pace.ts';
import { createMcpServer } from './server.ts';

export const answerMcp: McpEndpoint = ({ request, body, snapshot, inTurn, report }) => {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, each in its own turn of the event loop: fifty searches in one turn delayed others by 240 ms.
  const inOrder = <T>(call: () => Promise<T>): Promise<T> => {
    const answer = last.then(nextTurn).then(call);
    last = answer.catch(() => {});
    return answer;
  };
  const host = { snapshot: () => snapshot, inTurn, report, ...(Array.isArray(body) && { inOrder }) };
  const { message, given } = withoutArguments(body);
  const handler = createMcpHandler(
    () => createMcpServer(host, given),
    // Errors of a client are not logged. No list ever changes: a subscription would hold a connection open.
    { onerror: () => {}, maxSubscriptions: 0 },
  );
  return handler.fetch(request, { parsedBody: message });
};

/** The SDK's schema would walk through all arguments of a call; the tools check them by themselves. */
function withoutArguments(body: unknown): { message: unknown; given?: JsonObject } {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return { message: body };
  const { arguments: given } = body.params;
  if (!isObject(given)) return { message: body };
  return { message: { ...body, params: { ...body.params, arguments: {} } }, given };
}
