/** MCP over standard input and output, for a client that starts its servers itself. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Service } from '../http/service.ts';
import { createMcpServer } from '../mcp/server.ts';

export interface StdioOptions {
  /** Called once. The handshake is answered before it is done, calls after it. */
  open(): Promise<Service>;
  report(error: unknown): void;
  /** The client has closed the input, or a signal came. */
  ended(): void;
}

/** Opening a dataset takes as long as all before it: the first message is answered first. */
const OPEN_AFTER_MS = 50;

export function serveMcpStdio({ open, report, ended }: StdioOptions): void {
  let opening: Promise<Service> | undefined;
  const service = (): Promise<Service> => {
    opening ??= open();
    return opening;
  };
  const host = {
    snapshot: async () => (await service()).snapshot(),
    // One client: it decides how much it asks at once.
    inTurn: <T>(work: () => Promise<T>) => work(),
    report,
  };
  const transport = new StdioServerTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createMcpServer(host), { transport, onerror: report });
  const early = setTimeout(() => void service().catch(() => {}), OPEN_AFTER_MS);
  const stop = (): void => {
    clearTimeout(early);
    ended();
  };
  const end = (): void => {
    void handle.close().then(stop, stop);
  };
  process.stdin.once('end', stop);
  process.stdin.once('close', stop);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
