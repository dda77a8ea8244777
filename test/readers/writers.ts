/** Writers of .reg and Registry.pol, for round trips. Written from the formats' descriptions, not from the readers. */
import type { RegistryItem } from '../../runtime/readers/index.ts';

/** A value with its data in the form that `POST /v1/verify` takes. */
export type WrittenValue = Omit<RegistryItem, 'at'>;

export interface RegForm {
  version: 4 | 5;
  encoding: 'utf-16le' | 'utf-16be' | 'utf-8' | 'utf-8-mark';
  lineBreak: '\r\n' | '\n';
}

const EXPORT: RegForm = { version: 5, encoding: 'utf-16le', lineBreak: '\r\n' };

const TYPES: Record<string, number> = {
  REG_NONE: 0,
  REG_SZ: 1,
  REG_EXPAND_SZ: 2,
  REG_BINARY: 3,
  REG_DWORD: 4,
  REG_MULTI_SZ: 7,
  REG_QWORD: 11,
};

/** A .reg file as regedit exports it, or in another form that it imports. REGEDIT4 takes ASCII data only. */
export function writeReg(values: WrittenValue[], form: RegForm = EXPORT): Uint8Array {
  const header = form.version === 5 ? 'Windows Registry Editor Version 5.00' : 'REGEDIT4';
  const lines = [header, ''];
  let key: string | undefined;
  for (const value of values) {
    if (value.key !== key) lines.push(`[${longHive(value.key)}]`);
    key = value.key;
    lines.push(`${value.value === '' ? '@' : quoted(value.value)}=${regData(value, form.version)}`);
  }
  return encode([...lines, '', ''].join(form.lineBreak), form.encoding);
}

export function longHive(key: string): string {
  return key.replace(/^HKLM\\/, 'HKEY_LOCAL_MACHINE\\').replace(/^HKCU\\/, 'HKEY_CURRENT_USER\\');
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function regData(value: WrittenValue, version: 4 | 5): string {
  if (value.delete) return '-';
  if (value.type === 'REG_SZ') return quoted(String(value.data));
  if (value.type === 'REG_DWORD') return `dword:${Number(value.data).toString(16).padStart(8, '0')}`;
  const type = TYPES[value.type ?? ''] ?? 3;
  const bytes =
    version === 5 ? dataBytes(value) : dataBytes(value).filter((_, at) => isWide(type) || at % 2 === 0);
  const kind = type === 3 ? 'hex:' : `hex(${type.toString(16)}):`;
  return kind + folded([...bytes].map((byte) => byte.toString(16).padStart(2, '0')));
}

/** Whether REGEDIT4 writes the bytes of this type as they are, and not as ANSI text. */
function isWide(type: number): boolean {
  return type !== 2 && type !== 7;
}

/** 25 bytes a line, as regedit folds them. */
function folded(bytes: string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 25) lines.push(bytes.slice(at, at + 25).join(','));
  return lines.join(',\\\r\n  ');
}

/** A Registry.pol file. The hive is left out: the file's folder tells it. */
export function writePol(values: WrittenValue[]): Uint8Array {
  const records = values.flatMap((value) => {
    const name = value.delete ? `**del.${value.value}` : value.value;
    const data = value.delete ? utf16(' \0') : dataBytes(value);
    const type = value.delete ? 1 : (TYPES[value.type ?? ''] ?? 3);
    const path = value.key.replace(/^HK(?:LM|CU)\\/, '');
    const head = [utf16('['), utf16(`${path}\0;`), utf16(`${name}\0;`)];
    return [...head, uint32(type), utf16(';'), uint32(data.length), utf16(';'), data, utf16(']')];
  });
  return joined([Uint8Array.of(0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0), ...records]);
}

/** A PolicyRules file of the computer, without their hives. Texts are XML as they stand. */
export function writeRules(values: Pick<WrittenValue, 'key' | 'value' | 'type' | 'data'>[]): string {
  const rules = values.map(
    ({ key, value, type = 'REG_SZ', data }) =>
      `<ComputerConfig><Key>${key}</Key><Value>${value}</Value><RegType>${type}</RegType><RegData>${data}</RegData></ComputerConfig>\n`,
  );
  return `<PolicyRules>\n${rules.join('')}</PolicyRules>\n`;
}

/** Data as the registry stores it. */
function dataBytes({ type, data }: WrittenValue): Uint8Array {
  if (type === 'REG_DWORD') return uint32(Number(data));
  if (type === 'REG_QWORD') return new Uint8Array(new BigUint64Array([BigInt(String(data))]).buffer);
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return utf16(`${data}\0`);
  if (type === 'REG_MULTI_SZ') return utf16(`${(data as string[]).map((entry) => `${entry}\0`).join('')}\0`);
  return Uint8Array.from(String(data).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function uint32(value: number): Uint8Array {
  return new Uint8Array(new Uint32Array([value]).buffer);
}

export function utf16(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf16le'));
}

export function encode(text: string, encoding: RegForm['encoding']): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-8-mark') return new TextEncoder().encode(`\ufeff${text}`);
  const bytes = utf16(`\ufeff${text}`);
  if (encoding === 'utf-16le') return bytes;
  for (let at = 0; at < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
  return bytes;
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
