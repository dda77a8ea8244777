/** `hivecheck serve`: reads the configuration, opens the dataset, and serves until it is stopped. */
import { stat } from 'node:fs/promises';
import { publicKey } from '../build/pipeline/publish/keys.ts';
import type { SourceOptions } from '../runtime/dataset/source.ts';
import { isUrl } from '../runtime/node/location.ts';
import { createLog } from '../runtime/node/log.ts';
import type { ServeValues } from '../runtime/node/serve-options.ts';
import { serverConfig } from '../runtime/node/server-config.ts';
import { serveUntilStopped } from '../runtime/node/until-stopped.ts';
import { createService } from '../runtime/service.ts';
import { Unavailable } from './error.ts';
import { datasetLocation, datasetSource } from './open.ts';

type ServeFlags = ServeValues & { allowRollback?: boolean };

export async function run({ allowRollback = false, ...flags }: ServeFlags): Promise<void> {
  const config = serverConfig(process.env, await withKeyText(flags));
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

/** A folder without a dataset is allowed, since one may be published into it; a missing folder is a typing error. */
async function requireFolder(location: string): Promise<void> {
  const found = await stat(location).catch(() => undefined);
  if (!found?.isDirectory()) throw new Unavailable(`there is no folder ${location} to serve`);
}

/** As for every command, a flag names the file of a key and the environment contains the key itself. */
async function withKeyText(flags: ServeValues): Promise<ServeValues> {
  const { publicKey: file } = flags;
  return file === undefined ? flags : { ...flags, publicKey: await publicKey({ file, environment: {} }) };
}
