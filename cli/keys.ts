/** `hivecheck keys add|list|revoke`. */
import { addKey, listKeys, revokeKey } from '../runtime/node/keys.ts';
import { CliError } from './error.ts';
import { grid } from './tables.ts';

interface KeyOptions {
  file?: string;
  json?: boolean;
}

export async function addCommand(note: string, options: KeyOptions): Promise<void> {
  const { id, key } = await addKey(keyFile(options), note);
  process.stdout.write(`${key}\n`);
  process.stderr.write(`This is key ${id}. It is shown this once: the file holds only its hash.\n`);
}

export async function listCommand(options: KeyOptions): Promise<void> {
  const keys = await listKeys(keyFile(options));
  const shown = keys.map(({ sha256: _, ...rest }) => rest);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(shown, null, 2)}\n`
      : grid(
          ['id', 'note', 'created', 'revoked'],
          shown.map((each) => [each.id, each.note, each.created, each.revoked ?? '']),
        ),
  );
}

export async function revokeCommand(id: string, options: KeyOptions): Promise<void> {
  const { revoked } = await revokeKey(keyFile(options), id);
  process.stdout.write(`key ${id} is revoked since ${revoked}\n`);
}

function keyFile({ file }: KeyOptions): string {
  const path = file ?? process.env.HIVECHECK_KEYS;
  if (!path) throw new CliError('no key file: name one with --file, or in HIVECHECK_KEYS', 2);
  return path;
}
