/** Calls of tools over HTTP. */
import type { Ask } from './requests.ts';

const REVISION = '2026-07-28';
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'resolve',
};
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The same questions as of resolve. */
export function mcpAsks(resolve: readonly Ask[]): Ask[] {
  return resolve.map(({ body = '{}' }, id) => {
    const params = { name: 'resolve', arguments: JSON.parse(body) as object, _meta: META };
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params };
    return { method: 'POST', path: '/mcp', body: JSON.stringify(message), headers: HEADERS };
  });
}
