import { grid } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { addKey, listKeys, revokeKey } from './edit-keys.ts';
import { CliError, EXIT, print } from './error.ts';

interface KeyOptions {
  file?: string;
  json?: boolean;
}

export async function add(note = '', options: KeyOptions): Promise<void> {
  const { id, key } = await addKey(keyFile(options), note);
  print(`${key}\n`);
  process.stderr.write(`This is key ${id}. It is shown only now: the file holds only its hash.\n`);
}

export async function list(options: KeyOptions): Promise<void> {
  const keys = (await listKeys(keyFile(options))).map(({ sha256: _, ...shown }) => shown);
  const rows = keys.map(({ id, note, created, revoked = '' }) => [id, note, created, revoked]);
  print(options.json ? jsonText(keys) : grid(['id', 'note', 'created', 'revoked'], rows));
}

export async function revoke(id: string, options: KeyOptions): Promise<void> {
  const { revoked } = await revokeKey(keyFile(options), id);
  print(`key ${id} is revoked since ${revoked}\n`);
}

function keyFile({ file }: KeyOptions): string {
  if (file) return file;
  throw new CliError('no key file: name one with --file, or in HIVECHECK_KEYS', EXIT.usage);
}
