/** The ceiling of a tool call: the same SDK behind the same listener, with one tool and one fixed answer. Argument: its bytes. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { H3 } from 'h3';
import { TOOLS } from '../../../build/documents/tools.ts';
import { nodeListener } from '../../../runtime/node/listener.ts';
import { serve } from './serve.ts';

const text = 'x'.repeat(Math.max(0, Number(process.argv[2] ?? 0) - 80));
const answer = { content: [{ type: 'text' as const, text: '' }], structuredContent: { text } };

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'fixed', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', () => answer);
  return server;
});
const app = new H3({ silent: true });
app.post('/mcp', (event) => handler.fetch(event.req));
await serve(nodeListener(app));
