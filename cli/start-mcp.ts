/** What `hivecheck mcp` loads: MCP over standard input and output, for a client that starts its servers itself. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../runtime/mcp/server.ts';
import type { OpenedService } from './open-service.ts';

/** A new version is taken over while a client stays connected. */
const INTERVAL_MS = 60_000;

/** Opening a dataset takes as long as all before it: the first message is answered first. */
const OPEN_AFTER_MS = 50;

/** Ends when the client has closed the input, or a signal came. */
export async function mcpCommand({ dataset }: { dataset?: string }): Promise<void> {
  let opening: Promise<OpenedService> | undefined;
  const opened = (): Promise<OpenedService> => {
    opening ??= open(dataset);
    return opening;
  };
  const reportFailure = (error: unknown): void => report('request failed', error);
  const host = {
    snapshot: async () => (await opened()).service.snapshot(),
    // One client: it decides how much it asks at once.
    inTurn: <T>(work: () => Promise<T>) => work(),
    report: reportFailure,
  };
  const transport = new StdioServerTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createMcpServer(host), { transport, onerror: reportFailure });
  const early = setTimeout(() => void opened(), OPEN_AFTER_MS);
  await new Promise<void>((resolve) => {
    const close = () => void handle.close().then(resolve, resolve);
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.once('SIGTERM', close);
    process.once('SIGINT', close);
  });
  clearTimeout(early);
  (await opening)?.stop();
}

/** Without a dataset there is nothing to serve: the client learns it from the end of the process. */
async function open(dataset: string | undefined): Promise<OpenedService> {
  // Loaded after the first message is answered.
  const { openService } = await import('./open-service.ts');
  return openService(dataset, INTERVAL_MS, report).catch(async (error: unknown) => {
    const { exitCodeOf } = await import('./error.ts');
    report(error instanceof Error ? error.message : String(error));
    process.exit(exitCodeOf(error));
  });
}

/** Standard output belongs to the protocol. */
function report(message: string, error?: unknown): void {
  process.stderr.write(`hivecheck: ${message}${error === undefined ? '' : `: ${String(error)}`}\n`);
}
