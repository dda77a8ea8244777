/** Reads keys and value names pasted from a .reg file, and commands that write a value. */
import { keyIn32, VIEW_32 } from '../runtime/format/pasted.ts';
import { remark, UsageError } from './error.ts';

/** `"Name"=dword:1` at its beginning: a name with `\\` and `\"` escaped. */
const QUOTED = /^\s*"((?:[^"\\]|\\.)*)"\s*(?:=.*)?$/s;
/** What Windows shells leave of the above: `'Name'` (cmd) and `Name=dword:1` (PowerShell 5.1). */
const LEFT_BY_SHELL = /^'([^']*)'$|^([^"=]+)=(?:dword|hex(?:\([\da-b]\))?):[\s\da-f,\\]*$/i;

interface Pair {
  key: string;
  value: string;
}

/** Without a value: reads key and name from `reg add … /v`, `Set-ItemProperty … -Name` and the like. */
export async function pastedPair(key: string, value: string | undefined): Promise<Pair> {
  if (value !== undefined) return { key: checkedKey(key), value: pastedName(value) };
  const { readFile } = await import('../runtime/readers/index.ts');
  // Where the views differ readers refuse `/reg:32`: a form of conversion may have no 32-bit view.
  const native = key.replace(VIEW_32, '$1');
  const content = new TextEncoder().encode(`${native}\n`);
  const { items = [] } = readFile({ name: 'pasted', content }) as {
    items?: (Partial<Pair> & { data?: unknown })[];
  };
  const [written, ...others] = items;
  if (written?.key !== undefined && written.value !== undefined && others.length === 0) {
    if (native !== key) return { key: keyIn32(written.key), value: written.value };
    if (written.data !== undefined)
      remark('The data of the pasted command is not checked here: give the command to "hivecheck verify -".');
    return { key: written.key, value: written.value };
  }
  throw new UsageError(
    "the name of the value is missing: write it after the key (@= for the key's default value). " +
      'It is read from a pasted command that writes one value, such as reg add … /v <name>',
  );
}

/** The name in `"Name"`, `"Name"=dword:1` and `@="text"`; other text is returned unchanged. */
function pastedName(text: string): string {
  if (/^\s*@=/.test(text)) return '';
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1');
  const [, inside, before] = LEFT_BY_SHELL.exec(text) ?? [];
  return inside ?? before ?? text;
}

/** `[-HKEY_…]` is refused, because it deletes the key; the service reads all other spellings. */
function checkedKey(text: string): string {
  const deleted = /^\s*"?\s*\[-(.*?)\]?\s*"?\s*$/s.exec(text)?.[1];
  if (deleted === undefined) return text;
  const message = `[-${deleted}] deletes a key in a .reg file; to resolve the key write '${deleted}'`;
  throw new UsageError(message);
}
