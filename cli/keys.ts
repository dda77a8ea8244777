import { type Command, Option } from 'commander';
import { CliError, EXIT } from './error.ts';

const KEY_FILE = new Option('--file <file>', 'the key file').env('HIVECHECK_KEYS');

export function register(program: Command): void {
  const keys = program.command('keys').description('API keys; only their hashes are stored');
  keys
    .command('add')
    .description('make a key; it is shown once')
    .argument('[note]', 'whose it is', '')
    .addOption(KEY_FILE)
    .action(add);
  keys
    .command('list')
    .description('the keys, without the keys themselves')
    .addOption(KEY_FILE)
    .option('--json', 'print the list as JSON')
    .action(list);
  keys
    .command('revoke')
    .description('make a key invalid')
    .argument('<id>', 'as listed')
    .addOption(KEY_FILE)
    .action(revoke);
}

interface KeyOptions {
  file?: string;
  json?: boolean;
}

async function add(note: string, options: KeyOptions): Promise<void> {
  const { addKey } = await import('./edit-keys.ts');
  const { id, key } = await addKey(keyFile(options), note);
  process.stdout.write(`${key}\n`);
  process.stderr.write(`This is key ${id}. It is shown only now: the file holds only its hash.\n`);
}

async function list(options: KeyOptions): Promise<void> {
  const { listKeys } = await import('./edit-keys.ts');
  const { grid } = await import('../build/table.ts');
  const keys = await listKeys(keyFile(options));
  const shown = keys.map(({ sha256: _, ...rest }) => rest);
  const rows = shown.map(({ id, note, created, revoked = '' }) => [id, note, created, revoked]);
  process.stdout.write(
    options.json ? `${JSON.stringify(shown, null, 2)}\n` : grid(['id', 'note', 'created', 'revoked'], rows),
  );
}

async function revoke(id: string, options: KeyOptions): Promise<void> {
  const { revokeKey } = await import('./edit-keys.ts');
  const { revoked } = await revokeKey(keyFile(options), id);
  process.stdout.write(`key ${id} is revoked since ${revoked}\n`);
}

function keyFile({ file }: KeyOptions): string {
  if (file) return file;
  throw new CliError('no key file: name one with --file, or in HIVECHECK_KEYS', EXIT.usage);
}
