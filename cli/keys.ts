/** `hivecheck keys`: makes, lists and revokes API keys. */
import { addKey, listKeys, revokeKey } from '../build/api-keys.ts';
import { grid } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { print } from './error.ts';

type KeyOptions = { file: string; json?: boolean };

export async function add(note = '', { file }: KeyOptions): Promise<void> {
  const { id, key } = await addKey(file, note);
  print(`${key}\n`);
  process.stderr.write(`This is key ${id}. It is shown only now: the file holds only its hash.\n`);
}

export async function list({ file, json }: KeyOptions): Promise<void> {
  const keys = (await listKeys(file)).map(({ sha256: _, ...shown }) => shown);
  const rows = keys.map(({ id, note, created, revoked = '' }) => [id, note, created, revoked]);
  print(json ? jsonText(keys) : grid(['id', 'note', 'created', 'revoked'], rows));
}

export async function revoke(id: string, { file }: KeyOptions): Promise<void> {
  const { revoked } = await revokeKey(file, id);
  print(`key ${id} is revoked since ${revoked}\n`);
}
