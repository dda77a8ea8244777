/** The forms of tools: a PowerShell script, a document of DSC version 3, Ansible tasks. docs/convert.md has what they take. */
import { bytePairs } from '../format/text.ts';
import { OWN_HEAD } from '../readers/own-script.ts';
import { hasText, type RegistryForm, type RegistryValue, TEXT_RULES, type WrittenValue } from './registry.ts';

/** The types that every tool can write, in the words of PowerShell and DSC; Ansible has them in lower case. */
const KINDS: Record<string, string> = {
  REG_SZ: 'String',
  REG_EXPAND_SZ: 'ExpandString',
  REG_MULTI_SZ: 'MultiString',
  REG_DWORD: 'DWord',
  REG_QWORD: 'QWord',
  REG_BINARY: 'Binary',
};

const TOOL_RULES: RegistryForm['rules'] = {
  typeOfForm: (value) => !value.delete && !KINDS[value.type],
  ...TEXT_RULES,
};

export const powershell: RegistryForm = {
  mediaType: 'text/plain; charset=utf-8',
  rules: TOOL_RULES,
  write: (values) => `${OWN_HEAD}\n${values.map(powershellLine).join('\n')}\n`.replaceAll(/\r?\n/g, '\r\n'),
  userWarning: (t) => t.user.file,
};

function powershellLine(value: RegistryValue): string {
  const place = `$${value.hive} ${powershellText(value.key)} ${powershellText(value.name)}`;
  if (value.delete) return `Remove-Value ${place}`;
  return `Set-Value ${place} ${powershellData(value)} ${KINDS[value.type]}`;
}

function powershellData({ type, data }: WrittenValue): string {
  if (Array.isArray(data)) return `([string[]] @(${data.map(powershellText).join(', ')}))`;
  // Numbers are signed there: the one with the same bits.
  if (type === 'REG_DWORD') return `([int] ${BigInt.asIntN(32, BigInt(data))})`;
  if (type === 'REG_QWORD') return `([long] '${BigInt.asIntN(64, BigInt(data))}')`;
  if (type !== 'REG_BINARY') return powershellText(String(data));
  return `([byte[]] @(${bytePairs(data).map((digits) => `0x${digits}`)}))`;
}

/**
 * In single quotes, doubled within; PowerShell reads four curly quotes as single ones, too. A line break would change
 * with those of the file: such a text is in double quotes, with escapes.
 */
function powershellText(text: string): string {
  if (!/[\r\n]/.test(text)) return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
  const inner = text.replaceAll(/[`$"\u201c-\u201e]/g, '`$&');
  return `"${inner.replaceAll('\r', '`r').replaceAll('\n', '`n')}"`;
}

export const dsc: RegistryForm = {
  mediaType: 'application/yaml',
  rules: {
    // Without a value name a deletion takes the whole key.
    noDefault: ({ name }) => name === '',
    // Its grammar skips blanks before the bracket of an expression, and ends `[[…` at the line.
    bracket: (value) => hasText(value, (text) => /^\s+\[|^\[[^\n]*\n/.test(text)),
    ...TOOL_RULES,
  },
  write: (values) =>
    `$schema: https://aka.ms/dsc/schemas/v3/bundled/config/document.json\nresources:\n${values.map(dscResource).join('')}`,
  warning: (t) => t.concept,
  userWarning: (t) => t.user.dsc,
};

/** The number makes the name unique, which the schema asks for. */
function dscResource(value: RegistryValue, index: number): string {
  const content = value.delete ? '_exist: false' : `valueData: {${KINDS[value.type]}: ${dscData(value)}}`;
  return `  - name: ${yamlText(`${index + 1} ${value.title}`)}
    type: Microsoft.Windows/Registry
    properties:
      keyPath: ${yamlText(`${value.hive}\\${value.key}`)}
      valueName: ${dscLiteral(value.name)}
      ${content}
`;
}

function dscData({ type, data }: WrittenValue): string {
  if (Array.isArray(data)) return `[${data.map(dscLiteral).join(', ')}]`;
  if (type !== 'REG_BINARY') return type.endsWith('SZ') ? dscLiteral(String(data)) : String(data);
  const bytes = bytePairs(data).map((digits) => Number.parseInt(digits, 16));
  return `[${bytes.join(', ')}]`;
}

/** DSC evaluates a text that begins with a bracket, and takes one of two away. */
function dscLiteral(text: string): string {
  return yamlText(text.startsWith('[') ? `[${text}` : text);
}

export const ansible: RegistryForm = {
  mediaType: 'application/yaml',
  rules: {
    defaultIsText: (value) => value.name === '' && !value.delete && value.type !== 'REG_SZ',
    ...TOOL_RULES,
  },
  write: (values) => values.map(ansibleTask).join(''),
  userWarning: (t) => t.user.ansible,
};

function ansibleTask(value: RegistryValue): string {
  // `absent` without a name deletes the key and all below it, unless this says otherwise.
  const content = value.delete
    ? ['state: absent', 'delete_key: false']
    : [`data: ${ansibleData(value)}`, `type: ${KINDS[value.type]?.toLowerCase()}`, 'state: present'];
  // For an empty list the module writes no value; without data it writes an empty list.
  const members = content.filter((member) => member !== 'data: []');
  return `- name: ${ansibleText(value.title)}
  ansible.windows.win_regedit:
    path: ${ansibleText(`${value.hive}:\\${value.key}`)}
    name: ${ansibleText(value.name)}
    ${members.join('\n    ')}
`;
}

function ansibleData({ type, data }: WrittenValue): string {
  if (Array.isArray(data)) return `[${data.map(ansibleText).join(', ')}]`;
  if (type === 'REG_BINARY') return yamlText(data === '' ? '' : `hex:${bytePairs(data)}`);
  // Windows PowerShell reads a number above 2^63 as a Decimal, which the module cannot format; it takes text.
  return typeof data === 'number' ? `${data}` : ansibleText(data);
}

/** Ansible evaluates templates in texts that are not marked as unsafe. */
function ansibleText(text: string): string {
  return /\{[{%#]/.test(text) ? `!unsafe ${yamlText(text)}` : yamlText(text);
}

/** A text in single quotes; with escapes where it holds what those cannot. YAML 1.1 breaks lines at U+0085, U+2028, U+2029. */
function yamlText(content: string): string {
  const special = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;
  if (!special.test(content)) return `'${content.replaceAll("'", "''")}'`;
  const inner = content.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${inner.replace(special, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
