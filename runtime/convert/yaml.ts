/** The two forms that are YAML: DSC version 3 documents and Ansible tasks. What they take and how is in docs/convert.md. */
import { hexBytes, hexList } from './bytes.ts';
import {
  isWritten,
  type RegistryForm,
  type RegistryValue,
  refusedByTools,
  type WrittenValue,
  warnOfUser,
} from './form.ts';

export const dscForm: RegistryForm = {
  mediaType: 'application/yaml',
  encoding: 'utf-8',
  refuses(value) {
    // Without a value name a deletion takes the whole key.
    if (value.name === '') return (t) => t.noDefault;
    return refusedByTools(value);
  },
  write(values) {
    const schema = 'https://aka.ms/dsc/schemas/v3/bundled/config/document.json';
    return `$schema: ${schema}\nresources:\n${values.map(dscResource).join('')}`;
  },
  warnings: (values) => [(t) => t.concept, ...warnOfUser(values, 'dsc')],
};

/** The number makes the name unique, which the schema asks for. */
function dscResource(value: RegistryValue, index: number): string {
  return [
    `  - name: ${text(`${index + 1} ${value.title}`)}`,
    '    type: Microsoft.Windows/Registry',
    '    properties:',
    `      keyPath: ${text(`${value.hive}\\${value.key}`)}`,
    `      valueName: ${yamlEscaped(value.name)}`,
    isWritten(value) ? `      valueData: {${dscData(value)}}` : '      _exist: false',
    '',
  ].join('\n');
}

function dscData({ type, data }: WrittenValue): string {
  if (Array.isArray(data)) return `MultiString: ${list(data, yamlEscaped)}`;
  if (type === 'REG_DWORD') return `DWord: ${data}`;
  if (type === 'REG_QWORD') return `QWord: ${data}`;
  if (type === 'REG_BINARY') return `Binary: [${hexBytes(data).join(', ')}]`;
  return `${type === 'REG_SZ' ? 'String' : 'ExpandString'}: ${yamlEscaped(String(data))}`;
}

/** DSC evaluates a text that begins with a bracket, and takes one of two away. */
function yamlEscaped(content: string): string {
  return text(content.startsWith('[') ? `[${content}` : content);
}

const ANSIBLE_TYPES: Record<string, string> = {
  REG_SZ: 'string',
  REG_EXPAND_SZ: 'expandstring',
  REG_MULTI_SZ: 'multistring',
  REG_DWORD: 'dword',
  REG_QWORD: 'qword',
  REG_BINARY: 'binary',
};

export const ansibleForm: RegistryForm = {
  mediaType: 'application/yaml',
  encoding: 'utf-8',
  refuses(value) {
    if (value.name === '' && isWritten(value) && value.type !== 'REG_SZ') return (t) => t.defaultIsText;
    return refusedByTools(value);
  },
  write: (values) => values.map(ansibleTask).join(''),
  warnings: (values) => warnOfUser(values, 'ansible'),
};

function ansibleTask(value: RegistryValue): string {
  const content = isWritten(value)
    ? [...ansibleData(value), `type: ${ANSIBLE_TYPES[value.type]}`, 'state: present']
    : // `absent` without a name deletes the key and all below it, unless this says otherwise.
      ['state: absent', 'delete_key: false'];
  const members = [
    `path: ${templated(`${value.hive}:\\${value.key}`)}`,
    `name: ${templated(value.name)}`,
    ...content,
  ];
  return [
    `- name: ${templated(value.title)}`,
    '  ansible.windows.win_regedit:',
    ...members.map((each) => `    ${each}`),
    '',
  ].join('\n');
}

function ansibleData({ type, data }: WrittenValue): string[] {
  // The module makes an empty list where there is no data; of an empty one it makes nothing, and writes no value.
  if (Array.isArray(data)) return data.length === 0 ? [] : [`data: ${list(data, templated)}`];
  // Decimal text above 2^53: Windows PowerShell reads a number above 2^63 as a Decimal, which the module cannot format.
  if (typeof data === 'number') return [`data: ${data}`];
  if (type !== 'REG_BINARY') return [`data: ${templated(data)}`];
  return [`data: ${data === '' ? "''" : text(`hex:${hexList(hexBytes(data))}`)}`];
}

/** Ansible evaluates templates in texts that are not marked as unsafe. */
function templated(content: string): string {
  return /\{[{%#]/.test(content) ? `!unsafe ${text(content)}` : text(content);
}

function list(entries: readonly string[], write: (entry: string) => string): string {
  return `[${entries.map((entry) => write(entry)).join(', ')}]`;
}

/** A text in single quotes; with escapes where it holds what those cannot. YAML 1.1 breaks lines at U+0085, U+2028, U+2029. */
function text(content: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what needs escapes
  const special = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
  if (!special.test(content)) return `'${content.replaceAll("'", "''")}'`;
  const inner = content.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${inner.replace(special, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
