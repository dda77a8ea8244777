/** The PowerShell script that a conversion writes: its head, and the values of its commands. */
import type { Collector } from './collect.ts';
import { unreadCommand } from './command.ts';
import { readNamed } from './item-property.ts';
import LINES from './own-head.json' with { type: 'json' };
import type { Token } from './ps-lexer.ts';
import { PsValues } from './ps-literals.ts';

/**
 * For Windows PowerShell 5.1 and PowerShell 7. It uses the .NET registry in the 64-bit view: the registry provider
 * reads `/`, `*` and `[` in keys and names as something else, and a 32-bit host would be redirected.
 */
export const OWN_HEAD = LINES.join('\n');

/** The head at the beginning of a script, with its line breaks; empty if the script has another beginning. */
export function ownHeadOf(text: string): string {
  const heads = [OWN_HEAD, OWN_HEAD.replaceAll('\n', '\r\n')];
  return heads.find((head) => text.startsWith(head)) ?? '';
}

/** `Set-Value $HKLM 'key' 'name' data Kind` or `Remove-Value $HKLM 'key' 'name'`, as the head declares them. */
export function readOwnCommand(name: string, tokens: readonly Token[], collector: Collector): void {
  const hive = /^\$(HKLM|HKCU)$/.exec(tokens[0]?.text ?? '')?.[1];
  const values = new PsValues(tokens, 1);
  const [path, value] = [values.list(true), values.list(true)];
  if (hive === undefined || typeof path !== 'string' || typeof value !== 'string') {
    unreadCommand(collector, `${name}: its hive, key or name is computed`);
    return;
  }
  const key = `${hive}\\${path}`;
  if (name === 'remove-value') collector.add({ key, value, delete: true });
  else {
    const given = new Map([['value', values.list(true)]]).set('type', values.list(true));
    readNamed({ name, does: 'write', given, collector }, key, value);
  }
}
