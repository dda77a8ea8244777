/** Keys and value names as they are pasted from a .reg file. */
import { CliError, EXIT } from './error.ts';

/** `"Name"=dword:1` at its beginning: a name with `\\` and `\"` escaped. */
const QUOTED = /^\s*"((?:[^"\\]|\\.)*)"\s*(?:=.*)?$/s;

/** The name in `"Name"`, `"Name"=dword:1` and `@="text"`; anything else as it is. */
export function pastedName(text: string): string {
  if (/^\s*@=/.test(text)) return '';
  const quoted = QUOTED.exec(text)?.[1];
  return quoted === undefined ? text : quoted.replace(/\\(.)/gs, '$1');
}

/** The key without quotation marks around it; `[-HKEY_…]` is refused, because it deletes the key. */
export function pastedKey(text: string): string {
  const bare = /^\s*"(.*)"\s*$/s.exec(text)?.[1] ?? text;
  if (/^\s*\[-/.test(bare)) {
    const key = bare.trim().replace(/^\[-/, '').replace(/\]$/, '');
    throw new CliError(
      `${bare.trim()} deletes a key in a .reg file; to resolve the key write '${key}'`,
      EXIT.usage,
    );
  }
  return bare;
}
