/** What `hivecheck serve` loads. */
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { builtInDist } from '../build/built-in.ts';
import { createLog } from '../runtime/node/log.ts';
import { createService } from '../runtime/service.ts';
import { datasetSource, isUrl } from './dataset-source.ts';
import { CliError, EXIT } from './error.ts';
import { readConfig } from './serve-config.ts';
import { SERVE_OPTIONS, type ServeValues } from './serve-options.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';
import { fileState } from './state-file.ts';

export async function serveCommand(command: Command): Promise<void> {
  const { env, flags } = valuesBySource(command);
  const config = readConfig(env, await withKeyText(flags));
  const log = createLog(config.logLevel);
  const location =
    config.dataset ?? (await builtInDist(async () => (await import('./progress.ts')).createProgress()));
  if (!isUrl(location)) await requireFolder(location);
  const source = await datasetSource(location, {
    ...(config.publicKey !== undefined && { publicKey: config.publicKey }),
    ...(config.state !== undefined && { state: fileState(config.state) }),
    allowRollback: command.getOptionValue('allowRollback') === true,
    logger: {
      info: (message, fields) => log.info(message, fields),
      error: (message, fields) => log.fault(undefined, message, fields),
    },
  });
  await source.start();
  const service = createService(source);
  await serveUntilStopped({ service, config, log }, () => source.stop());
}

/** A folder without a dataset is waited for, since one may be published into it; a missing one is a typing mistake. */
async function requireFolder(location: string): Promise<void> {
  const found = await stat(location).catch(() => undefined);
  if (!found?.isDirectory()) throw new CliError(`there is no folder ${location} to serve`, EXIT.unavailable);
}

/** Commander has merged both; messages must name the variable or the flag that holds the fault. */
function valuesBySource(command: Command): { env: Record<string, string>; flags: ServeValues } {
  const env: Record<string, string> = {};
  const flags: ServeValues = {};
  for (const { name, variable } of SERVE_OPTIONS) {
    const value: unknown = command.getOptionValue(name);
    if (typeof value !== 'string') continue;
    if (command.getOptionValueSource(name) === 'env') env[variable] = value;
    else flags[name] = value;
  }
  return { env, flags };
}

/** As with every command, a flag names the file of a key and the environment holds the key itself. */
async function withKeyText(flags: ServeValues): Promise<ServeValues> {
  if (flags.publicKey === undefined) return flags;
  const { publicKey } = await import('../build/pipeline/publish/keys.ts');
  return { ...flags, publicKey: await publicKey({ file: flags.publicKey, environment: {} }) };
}
