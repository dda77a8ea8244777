import { stat } from 'node:fs/promises';
import { publicKey } from '../build/pipeline/publish/keys.ts';
import type { SourceOptions } from '../runtime/dataset/source.ts';
import { createLog } from '../runtime/node/log.ts';
import { createService } from '../runtime/service.ts';
import { CliError, EXIT } from './error.ts';
import { datasetLocation, datasetSource, isUrl } from './open.ts';
import { readConfig } from './serve-config.ts';
import type { ServeValues } from './serve-options.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';

export async function run({ allowRollback = false, ...flags }: ServeFlags): Promise<void> {
  const config = readConfig(process.env, await withKeyText(flags));
  const log = createLog(config.logLevel);
  const location = await datasetLocation(config.dataset);
  if (!isUrl(location)) await requireFolder(location);
  const options: SourceOptions = {
    ...(config.publicKey !== undefined && { publicKey: config.publicKey }),
    allowRollback,
    logger: {
      info: (message, fields) => log.info(message, fields),
      error: (message, fields) => log.fault(undefined, message, fields),
    },
  };
  const source = await datasetSource(location, options, config.state);
  await source.start();
  const service = createService(source);
  await serveUntilStopped({ service, config, log }, () => source.stop());
}

interface ServeFlags extends ServeValues {
  allowRollback?: boolean;
}

/** A folder without a dataset is allowed, since one may be published into it; a missing folder is a typing error. */
async function requireFolder(location: string): Promise<void> {
  const found = await stat(location).catch(() => undefined);
  if (!found?.isDirectory()) throw new CliError(`there is no folder ${location} to serve`, EXIT.unavailable);
}

/** As for every command, a flag names the file of a key and the environment contains the key itself. */
async function withKeyText(flags: ServeValues): Promise<ServeValues> {
  const { publicKey: file } = flags;
  return file === undefined ? flags : { ...flags, publicKey: await publicKey({ file, environment: {} }) };
}
