/** The text that LGPO.exe reads: blocks of four lines. What no published file shows is refused (docs/convert.md). */
import { isWritten, type RegistryForm, type RegistryValue, refusedByTools, textsOf } from './form.ts';

const ACTIONS: Record<string, string> = { REG_DWORD: 'DWORD', REG_SZ: 'SZ', REG_EXPAND_SZ: 'EXSZ' };

export const lgpoForm: RegistryForm = {
  mediaType: 'text/plain; charset=utf-16le',
  encoding: 'utf-16le-bom',
  refuses(value) {
    const { key, name, type } = value;
    // Readers drop empty lines before they count to four.
    if (name === '') return 'LGPO text has no form for the default value';
    if (name === '*' || name.startsWith('**')) return 'LGPO text reads this value name as an instruction';
    if (key.startsWith(';')) return 'LGPO text reads a line that begins with ; as a comment';
    if (key.trim() !== key || name.trim() !== name)
      return 'a blank around a key or a name is lost in LGPO text';
    if (isWritten(value) && ACTIONS[value.type] === undefined)
      return `how LGPO text writes a ${type} is not documented; convert to pol`;
    if (textsOf(value).some((text) => /[\0\r\n]/.test(text)))
      return 'LGPO text cannot hold a line break or a NUL';
    return refusedByTools(value);
  },
  write: (values) => values.map((value) => `${block(value)}\r\n`).join('\r\n'),
  warnings: () => [
    'LGPO.exe writes local policy: a value outside the Policies keys stays when the policy goes.',
  ],
};

function block(value: RegistryValue): string {
  const action = isWritten(value) ? `${ACTIONS[value.type]}:${value.data}` : 'DELETE';
  return [value.hive === 'HKLM' ? 'Computer' : 'User', value.key, value.name, action].join('\r\n');
}
