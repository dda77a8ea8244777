/** The PowerShell script that a conversion writes: its head, and the values of its commands. */
import type { Collector } from './collect.ts';
import { unreadCommand } from './command.ts';
import { readNamed } from './item-property.ts';
import type { Token } from './ps-lexer.ts';
import { PsValues } from './ps-literals.ts';

/**
 * For Windows PowerShell 5.1 and PowerShell 7. It uses the .NET registry in the 64-bit view: the registry provider
 * reads `/`, `*` and `[` in keys and names as something else, and a 32-bit host would be redirected.
 */
export const OWN_HEAD = `#Requires -Version 5.1
$ErrorActionPreference = 'Stop'
$view = [Microsoft.Win32.RegistryView]::Registry64
$HKLM = [Microsoft.Win32.RegistryKey]::OpenBaseKey([Microsoft.Win32.RegistryHive]::LocalMachine, $view)
$HKCU = [Microsoft.Win32.RegistryKey]::OpenBaseKey([Microsoft.Win32.RegistryHive]::CurrentUser, $view)
function Set-Value($Hive, [string] $Key, [string] $Name, $Data, [Microsoft.Win32.RegistryValueKind] $Kind) {
  $opened = $Hive.CreateSubKey($Key)
  try { $opened.SetValue($Name, $Data, $Kind) } finally { $opened.Dispose() }
}
function Remove-Value($Hive, [string] $Key, [string] $Name) {
  $opened = $Hive.OpenSubKey($Key, $true)
  if ($null -eq $opened) { return }
  try { $opened.DeleteValue($Name, $false) } finally { $opened.Dispose() }
}
`;

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
