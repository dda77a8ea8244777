import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FACTS } from '../build/paths.ts';
import { CliError, EXIT } from './error.ts';

/** The folder of `--facts`; default: the built-in facts. Throws {@link CliError} where it cannot be read. */
export async function factsFolder(given: string | undefined): Promise<string> {
  const folder = resolve(given ?? FACTS);
  await readdir(folder).catch(() => {
    throw new CliError(`cannot read the facts folder ${folder}; "hivecheck import" makes one`, EXIT.usage);
  });
  return folder;
}
