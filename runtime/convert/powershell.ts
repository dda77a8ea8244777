/**
 * A script for Windows PowerShell 5.1 and PowerShell 7. It uses the .NET registry in the 64-bit view: the registry
 * provider reads `/`, `*` and `[` in keys and names as something else, and a 32-bit host would be redirected.
 */
import { hexBytes, hexList, signed } from './bytes.ts';
import {
  isWritten,
  type RegistryForm,
  type RegistryValue,
  refusedByTools,
  textsOf,
  type WrittenValue,
} from './form.ts';

const HEAD = `#Requires -Version 5.1
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

export const powershellForm: RegistryForm = {
  mediaType: 'text/plain; charset=utf-8',
  // Without the mark Windows PowerShell 5.1 reads a script in the code page of the machine.
  encoding: 'utf-8-bom',
  refuses(value) {
    const texts = [value.key, value.name, ...textsOf(value)];
    if (texts.some((text) => text.includes('\0'))) return (t) => t.nul;
    return refusedByTools(value);
  },
  write: (values) => `${HEAD}\n${values.map(line).join('\n')}\n`.replaceAll(/\r?\n/g, '\r\n'),
};

const KINDS: Record<string, string> = {
  REG_SZ: 'String',
  REG_EXPAND_SZ: 'ExpandString',
  REG_MULTI_SZ: 'MultiString',
  REG_DWORD: 'DWord',
  REG_QWORD: 'QWord',
  REG_BINARY: 'Binary',
};

function line(value: RegistryValue): string {
  const place = `$${value.hive} ${quoted(value.key)} ${quoted(value.name)}`;
  return isWritten(value)
    ? `Set-Value ${place} ${content(value)} ${KINDS[value.type]}`
    : `Remove-Value ${place}`;
}

function content({ type, data }: WrittenValue): string {
  if (Array.isArray(data)) return `([string[]] @(${data.map(quoted).join(', ')}))`;
  if (type === 'REG_DWORD') return `([int] ${signed(type, data)})`;
  if (type === 'REG_QWORD') return `([long] ${quoted(signed(type, data))})`;
  if (type !== 'REG_BINARY') return quoted(String(data));
  return `([byte[]] @(${hexList(hexBytes(data), '0x')}))`;
}

/** PowerShell takes four curly quotes for single ones too; a quote is doubled. Line breaks would change with the file's. */
function quoted(text: string): string {
  const literal = (part: string) => `'${part.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
  if (!/[\r\n]/.test(text)) return literal(text);
  const parts = text.split(/([\r\n])/).filter((part) => part !== '');
  return `(${parts.map((part) => (part === '\r' ? '[char] 13' : part === '\n' ? '[char] 10' : literal(part))).join(' + ')})`;
}
