/** The text that LGPO.exe reads: blocks of four lines. What no published file shows is refused (docs/convert.md). */
import { isWritten, type RegistryForm, type RegistryValue, refusedByTools, textsOf } from './form.ts';

const ACTIONS: Record<string, string> = { REG_DWORD: 'DWORD', REG_SZ: 'SZ', REG_EXPAND_SZ: 'EXSZ' };

export const lgpoForm: RegistryForm = {
  mediaType: 'text/plain; charset=utf-16le',
  encoding: 'utf-16le-bom',
  refuses(value) {
    const { key, name, type } = value;
    // Readers drop empty lines before they count to four.
    if (name === '') return (t) => t.noDefault;
    if (name === '*' || name.startsWith('**')) return (t) => t.instruction;
    if (key.startsWith(';')) return (t) => t.comment;
    if (key.trim() !== key || name.trim() !== name) return (t) => t.blanks;
    if (isWritten(value) && ACTIONS[value.type] === undefined) return (t) => t.typeNotDocumented(type ?? '');
    if (textsOf(value).some((text) => /[\0\r\n]/.test(text))) return (t) => t.blanks;
    return refusedByTools(value);
  },
  write: (values) => values.map((value) => `${block(value)}\r\n`).join('\r\n'),
  warnings: () => [(t) => t.localPolicy],
};

function block(value: RegistryValue): string {
  const action = isWritten(value) ? `${ACTIONS[value.type]}:${value.data}` : 'DELETE';
  return [value.hive === 'HKLM' ? 'Computer' : 'User', value.key, value.name, action].join('\r\n');
}
