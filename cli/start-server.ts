/** What `hivecheck serve` loads. */
import { builtInDist } from '../build/built-in.ts';
import { datasetSource } from '../runtime/node/dataset-source.ts';
import { tuneHeap } from '../runtime/node/heap.ts';
import { createLog } from '../runtime/node/log.ts';
import { serveUntilStopped } from '../runtime/node/serve.ts';
import { readConfig, type ServeFlags } from '../runtime/node/serve-config.ts';
import { fileState } from '../runtime/node/state-store.ts';
import { createService } from '../runtime/service.ts';

export interface ServeCommandFlags extends ServeFlags {
  /** File that remembers the newest signed index; default HIVECHECK_STATE, else in memory only. */
  state?: string;
  allowRollback?: boolean;
}

export async function serveCommand({
  state,
  allowRollback = false,
  ...flags
}: ServeCommandFlags): Promise<void> {
  const config = readConfig(process.env, await withKeyText(flags));
  const log = createLog(config.logLevel);
  const location =
    config.dataset ?? (await builtInDist(async () => (await import('./progress.ts')).createProgress()));
  const stateFile = state ?? process.env.HIVECHECK_STATE;
  const source = await datasetSource(location, {
    ...(config.publicKey !== undefined && { publicKey: config.publicKey }),
    ...(stateFile && { state: fileState(stateFile) }),
    allowRollback,
    logger: {
      info: (message, fields) => log.info(message, fields),
      error: (message, fields) => log.fault(undefined, message, fields),
    },
  });
  await source.start();
  await serveUntilStopped({ service: createService(source), config, log }, () => source.stop());
  tuneHeap();
}

/** As with every command, a flag names the file of a key and the environment holds the key itself. */
async function withKeyText(flags: ServeFlags): Promise<ServeFlags> {
  if (flags.publicKey === undefined) return flags;
  const { publicKey } = await import('../pipeline/publish/keys.ts');
  return { ...flags, publicKey: await publicKey({ file: flags.publicKey, environment: {} }) };
}
