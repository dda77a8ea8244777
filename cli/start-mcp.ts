/** What `hivecheck mcp` loads. */
import { datasetSource } from '../runtime/node/dataset-source.ts';
import { serveMcpStdio } from '../runtime/node/mcp-stdio.ts';
import { createService } from '../runtime/service.ts';
import { datasetLocation } from './ask.ts';
import { CliError, EXIT } from './error.ts';

/** A new version is taken over while a client stays connected. */
const INTERVAL_MS = 60_000;

export async function mcpCommand({ dataset }: { dataset?: string }): Promise<void> {
  const location = await datasetLocation(dataset);
  // Standard output belongs to the protocol.
  const report = (message: string, error?: unknown) =>
    process.stderr.write(`hivecheck: ${message}${error === undefined ? '' : `: ${String(error)}`}\n`);
  const { HIVECHECK_PUBLIC_KEY: publicKey } = process.env;
  const source = await datasetSource(location, {
    intervalMs: INTERVAL_MS,
    ...(publicKey && { publicKey }),
    logger: { info: () => {}, error: (message, { cause }) => report(message, cause) },
  });
  await source.start();
  const { refused } = source.status();
  if (source.snapshot() === undefined) {
    throw new CliError(
      `${refused?.reason ?? 'no dataset'} (dataset ${location}; run "hivecheck compile", or name another dataset)`,
      EXIT.unavailable,
    );
  }
  serveMcpStdio(
    createService(source),
    (error) => report('request failed', error),
    () => source.stop(),
  );
}
