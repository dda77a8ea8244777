/** MCP over HTTP: the 2026-07-28 revision and, for older clients, those of 2025; no state between requests. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpEndpoint } from '../http/options.ts';
import { createMcpServer } from './server.ts';

export function createEndpoint(): McpEndpoint {
  return ({ request, body, snapshot, inTurn, report }) => {
    const host = { snapshot: () => snapshot, inTurn, report };
    // Subscriptions to changed lists would be open connections for nothing: no list ever changes.
    const handler = createMcpHandler(() => createMcpServer(host), { onerror: () => {}, maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: body });
  };
}
