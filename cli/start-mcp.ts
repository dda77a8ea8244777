/** What `hivecheck mcp` loads. */
import { serveMcpStdio } from '../runtime/node/mcp-stdio.ts';

/** A new version is taken over while a client stays connected. */
const INTERVAL_MS = 60_000;

export async function mcpCommand({ dataset }: { dataset?: string }): Promise<void> {
  let stop = (): void => {};
  const open = async () => {
    // Loaded after the first message is answered.
    const { openService } = await import('./open-service.ts');
    const opened = await openService(dataset, INTERVAL_MS, report).catch(fail);
    stop = opened.stop;
    return opened.service;
  };
  await new Promise<void>((resolve) => {
    serveMcpStdio({ open, report: (error) => report('request failed', error), ended: resolve });
  });
  stop();
}

/** Standard output belongs to the protocol. */
function report(message: string, error?: unknown): void {
  process.stderr.write(`hivecheck: ${message}${error === undefined ? '' : `: ${String(error)}`}\n`);
}

/** Without a dataset there is nothing to serve: the client learns it from the end of the process. */
async function fail(error: unknown): Promise<never> {
  const { exitCodeOf } = await import('./error.ts');
  report(error instanceof Error ? error.message : String(error));
  process.exit(exitCodeOf(error));
}
