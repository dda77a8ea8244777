/** Registration files (`.reg`, version 5.00), as Registry Editor writes and reads them: UTF-16 with a byte order mark. */
import { hexList, storedBytes, typeNumber } from './bytes.ts';
import {
  byKey,
  HIVE_NAMES,
  isWritten,
  type RegistryForm,
  type RegistryValue,
  refusedByTexts,
} from './form.ts';

export const regForm: RegistryForm = {
  mediaType: 'text/x-registry; charset=utf-16le',
  encoding: 'utf-16le-bom',
  refuses: refusedByTexts,
  write(values) {
    const keys = byKey(values).map(([{ hive, key }, group]) =>
      [`[${HIVE_NAMES[hive]}\\${key}]`, ...group.map(regLine), ''].join('\r\n'),
    );
    return ['Windows Registry Editor Version 5.00', '', ...keys, ''].join('\r\n');
  },
};

function regLine(value: RegistryValue): string {
  const name = value.name === '' ? '@' : regQuoted(value.name);
  return `${name}=${isWritten(value) ? regContent(value) : '-'}`;
}

function regContent(value: Parameters<typeof storedBytes>[0]): string {
  const { type, data } = value;
  // Quoted text ends at its line; what it cannot hold is written as bytes.
  if (type === 'REG_SZ' && typeof data === 'string' && !/[\0\r\n]/.test(data)) return regQuoted(data);
  if (type === 'REG_DWORD') return `dword:${Number(data).toString(16).padStart(8, '0')}`;
  const kind = type === 'REG_BINARY' ? 'hex' : `hex(${typeNumber(type).toString(16)})`;
  return `${kind}:${hexList(storedBytes(value))}`;
}

function regQuoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
