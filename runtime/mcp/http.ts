/** MCP over HTTP: the 2026-07-28 revision and, for older clients, those of 2025; no state between requests. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpEndpoint, McpExchange } from '../http/options.ts';
import { isObject } from '../json.ts';
import { createMcpServer, type Subject } from './server.ts';

export function createEndpoint(): McpEndpoint {
  const exchanges = new WeakMap<Request, McpExchange>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (exchange === undefined) throw new Error('The SDK hands on another request than it was given.');
      const { snapshot, inTurn, report, body } = exchange;
      return createMcpServer({ snapshot: () => snapshot, inTurn, report }, subjectOf(body));
    },
    // What a client sends wrong is its own matter. No list ever changes: to wait for it would keep a connection open.
    { onerror: () => {}, maxSubscriptions: 0 },
  );
  return (exchange) => {
    exchanges.set(exchange.request, exchange);
    return handler.fetch(exchange.request, { parsedBody: exchange.body });
  };
}

/** Undefined for a batch and for what is no message. */
function subjectOf(body: unknown): Subject | undefined {
  if (!isObject(body) || typeof body.method !== 'string') return undefined;
  const { method, params } = body;
  const name = isObject(params) ? params.name : undefined;
  return { method, ...(typeof name === 'string' && { name }) };
}
