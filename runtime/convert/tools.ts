/** The forms of tools: a PowerShell script, a document of DSC version 3, Ansible tasks. docs/convert.md has what they take. */
import { bytePairs } from './bytes.ts';
import {
  HALF_PAIR,
  NO_DEFAULT,
  type RegistryForm,
  type RegistryValue,
  type Unwritable,
  type WrittenValue,
} from './registry.ts';

/** The types that every tool can write, in the words of PowerShell and DSC; Ansible has them in lower case. */
const KINDS: Record<string, string> = {
  REG_SZ: 'String',
  REG_EXPAND_SZ: 'ExpandString',
  REG_MULTI_SZ: 'MultiString',
  REG_DWORD: 'DWord',
  REG_QWORD: 'QWord',
  REG_BINARY: 'Binary',
};

const TOOL_RULES: readonly Unwritable[] = [
  [(t, type) => t.typeOfForm(type), (value) => !value.delete && !KINDS[value.type]],
  HALF_PAIR,
];

/** @param as How the tool writes data, by what it is. */
function literal({ type, data }: WrittenValue, as: Literals): string {
  if (Array.isArray(data)) return as.list(data.map(as.text));
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return as.number(data, type);
  return type === 'REG_BINARY' ? as.bytes(bytePairs(data)) : as.text(String(data));
}

/**
 * For Windows PowerShell 5.1 and PowerShell 7. It uses the .NET registry in the 64-bit view: the registry provider
 * reads `/`, `*` and `[` in keys and names as something else, and a 32-bit host would be redirected.
 */
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

export const powershell: RegistryForm = {
  mediaType: 'text/plain; charset=utf-8',
  rules: TOOL_RULES,
  write: (values) => `${HEAD}\n${values.map(powershellLine).join('\n')}\n`.replaceAll(/\r?\n/g, '\r\n'),
};

function powershellLine(value: RegistryValue): string {
  const place = `$${value.hive} ${powershellText(value.key)} ${powershellText(value.name)}`;
  if (value.delete) return `Remove-Value ${place}`;
  return `Set-Value ${place} ${literal(value, POWERSHELL)} ${KINDS[value.type]}`;
}

const POWERSHELL: Literals = {
  text: powershellText,
  list: (entries) => `([string[]] @(${entries.join(', ')}))`,
  // Numbers are signed there: the one with the same bits.
  number: (data, type) =>
    type === 'REG_DWORD'
      ? `([int] ${BigInt.asIntN(32, BigInt(data))})`
      : `([long] '${BigInt.asIntN(64, BigInt(data))}')`,
  bytes: (pairs) => `([byte[]] @(${pairs.map((digits) => `0x${digits}`).join(',')}))`,
};

/** PowerShell takes four curly quotes for single ones too; a quote is doubled. Line breaks would change with the file's. */
function powershellText(text: string): string {
  const parts = text.split(/([\r\n])/).map((part, at) => {
    if (at % 2 === 1) return part === '\r' ? '[char] 13' : '[char] 10';
    return `'${part.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
  });
  // What is added to a text is text; two characters alone would be added as numbers.
  const shown = parts.filter((part, at) => at === 0 || part !== "''");
  return shown.length === 1 ? shown.join() : `(${shown.join(' + ')})`;
}

export const dsc: RegistryForm = {
  mediaType: 'application/yaml',
  // Without a value name a deletion takes the whole key.
  rules: [NO_DEFAULT, ...TOOL_RULES],
  write(values) {
    const schema = 'https://aka.ms/dsc/schemas/v3/bundled/config/document.json';
    return `$schema: ${schema}\nresources:\n${values.map(dscResource).join('')}`;
  },
  warning: (t) => t.concept,
  userWarning: (t) => t.user.dsc,
};

/** The number makes the name unique, which the schema asks for. */
function dscResource(value: RegistryValue, index: number): string {
  const content = value.delete
    ? '_exist: false'
    : `valueData: {${KINDS[value.type]}: ${literal(value, DSC)}}`;
  return `  - name: ${yamlText(`${index + 1} ${value.title}`)}
    type: Microsoft.Windows/Registry
    properties:
      keyPath: ${yamlText(`${value.hive}\\${value.key}`)}
      valueName: ${DSC.text(value.name)}
      ${content}
`;
}

const DSC = {
  // DSC evaluates a text that begins with a bracket, and takes one of two away.
  text: (content: string) => yamlText(content.startsWith('[') ? `[${content}` : content),
  list: (entries: readonly string[]) => `[${entries.join(', ')}]`,
  number: (data: number | string, _type: string) => String(data),
  bytes: (pairs: readonly string[]) => `[${pairs.map((digits) => Number.parseInt(digits, 16)).join(', ')}]`,
};
type Literals = typeof DSC;

export const ansible: RegistryForm = {
  mediaType: 'application/yaml',
  rules: [
    [(t) => t.defaultIsText, (value) => value.name === '' && !value.delete && value.type !== 'REG_SZ'],
    ...TOOL_RULES,
  ],
  write: (values) => values.map(ansibleTask).join(''),
  userWarning: (t) => t.user.ansible,
};

function ansibleTask(value: RegistryValue): string {
  // `absent` without a name deletes the key and all below it, unless this says otherwise.
  const content = value.delete
    ? ['state: absent', 'delete_key: false']
    : [`data: ${literal(value, ANSIBLE)}`, `type: ${KINDS[value.type]?.toLowerCase()}`, 'state: present'];
  // Of an empty list the module makes nothing, and writes no value; where there is no data it makes an empty list.
  const members = content.filter((member) => member !== 'data: []');
  return `- name: ${ANSIBLE.text(value.title)}
  ansible.windows.win_regedit:
    path: ${ANSIBLE.text(`${value.hive}:\\${value.key}`)}
    name: ${ANSIBLE.text(value.name)}
    ${members.join('\n    ')}
`;
}

const ANSIBLE: Literals = {
  ...DSC,
  // Ansible evaluates templates in texts that are not marked as unsafe.
  text: (content) => (/\{[{%#]/.test(content) ? `!unsafe ${yamlText(content)}` : yamlText(content)),
  // Windows PowerShell reads a number above 2^63 as a Decimal, which the module cannot format; it takes text.
  number: (data) => (typeof data === 'number' ? `${data}` : yamlText(data)),
  bytes: (pairs) => yamlText(pairs.length === 0 ? '' : `hex:${pairs.join(',')}`),
};

/** A text in single quotes; with escapes where it holds what those cannot. YAML 1.1 breaks lines at U+0085, U+2028, U+2029. */
function yamlText(content: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what needs escapes
  const special = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
  if (!special.test(content)) return `'${content.replaceAll("'", "''")}'`;
  const inner = content.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${inner.replace(special, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
