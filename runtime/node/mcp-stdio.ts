/** MCP over standard input and output, for a client that starts its servers itself. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Service } from '../http/service.ts';
import { createMcpServer } from '../mcp/server.ts';

/** Serves until the client closes the input; `ended` is called then. */
export function serveMcpStdio(service: Service, report: (error: unknown) => void, ended: () => void): void {
  const host = {
    snapshot: () => service.snapshot(),
    // One client: it decides how much it asks at once.
    inTurn: <T>(work: () => Promise<T>) => work(),
    report,
  };
  const handle = serveStdio(() => createMcpServer(host), { onerror: report });
  const end = (): void => {
    void handle.close().then(ended, ended);
  };
  process.stdin.once('end', ended);
  process.stdin.once('close', ended);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
