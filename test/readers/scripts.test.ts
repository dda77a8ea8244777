/** Commands of scripts: what is written literally is read back, and a note names each other command with its line. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inReg, itemsOf, read, WHOLE_TEXTS } from './generators.ts';
import type { WrittenValue } from './writers.ts';

/** Without what is a pattern in a deletion. */
const WRITABLE = WHOLE_TEXTS.map((values) =>
  values.filter((each) => each.value !== '(default)' && !(each.delete && /[*?[\]]/.test(each.value))),
);
const PS_TYPES: Record<string, string> = {
  REG_SZ: 'String',
  REG_EXPAND_SZ: 'ExpandString',
  REG_MULTI_SZ: 'MultiString',
  REG_DWORD: 'DWord',
  REG_QWORD: 'QWord',
  REG_BINARY: 'Binary',
  REG_NONE: 'None',
};

const single = (text: string) => `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
const double = (text: string) => `"${text.replaceAll(/["\u201c-\u201e`$]/g, '`$&')}"`;
const bytes = (hex: string) => (hex.match(/../g) ?? []).map((byte) => `0x${byte}`);

function psData({ type, data }: WrittenValue, quoted: (text: string) => string): string {
  if (Array.isArray(data)) return `@(${data.map(quoted).join(', ')})`;
  if (type === 'REG_BINARY' || type === 'REG_NONE') return `([byte[]](${bytes(String(data)).join(',')}))`;
  return typeof data === 'number' ? String(data) : quoted(String(data));
}

it('PowerShell reads back what it writes, with names of parameters and by place, in each kind of quotation marks', () => {
  const form = fc.record({
    quoted: fc.constantFrom(single, double),
    drive: fc.constantFrom('HKLM:\\', 'Registry::HKLM\\'),
    style: fc.nat(3),
    lineBreak: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(WRITABLE, form, (values, { quoted, drive, style, lineBreak }) => {
      const lines = values.map((value) => {
        const path = quoted(value.key.replace(/^(HK\w\w)\\/, drive.replace('HKLM', '$1')));
        const name = quoted(value.value);
        if (value.delete) return `Remove-ItemProperty -LiteralPath ${path} -Name ${name} -Force`;
        const type = PS_TYPES[value.type ?? ''];
        return [
          `Set-ItemProperty -LiteralPath ${path} -Name ${name} -Type ${type} -Value ${psData(value, quoted)}`,
          `\tnew-itemproperty -lp ${path} ${name} -PropertyType '${type}' -val ${psData(value, quoted)} -Force | Out-Null`,
          `$null = New-ItemProperty -LiteralPath ${path} \`${lineBreak} -Name ${name} -Value:${psData(value, quoted)} -Prop ${type}; # ${type}`,
          `if ($x) { Set-ItemProperty -LiteralPath ${path} -Na ${name} -Type ${type} ${psData(value, quoted)} -EA Stop } else { 1 }`,
        ][style];
      });
      const text = `# Set-ItemProperty HKLM:\\a b 1${lineBreak}<# sp x y #>${lineBreak}${lines.join(lineBreak)}${lineBreak}`;
      // Line breaks of a script are those of its texts, too.
      fc.pre(!/\r/.test(values.map(({ value, data }) => `${value}${data}`).join('')));
      const keys = values.map(({ key }) => key.replace(/^(HK\w\w)\\/, drive.replace('HKLM', '$1')));
      const expected = values.map((value, at) => ({ ...value, key: keys[at] }));
      expect(itemsOf(read('a.ps1', text))).toEqual(expected);
    }),
  );
});

// Backslashes before a quotation mark are doubled, also before the last one.
const quoted = (text: string) => {
  const inner = text.replaceAll('%', '%%').replace(/(\\*)"/g, '$1$1\\"');
  return `"${inner.replace(/\\+$/, '$&$&')}"`;
};

it('batch files reads back what it writes', () => {
  const values = WRITABLE.map((all) =>
    all.filter(
      ({ type, value, data }) =>
        type !== 'REG_NONE' &&
        // A line cannot hold its own end; a percent sign and an exclamation mark are computed.
        !/[\r\n%!]/.test(`${value}${data}`) &&
        // Their entries are divided by \0, and none is empty.
        !(Array.isArray(data) && (data.length === 0 || data.some((entry) => /\\|^$/.test(entry)))),
    ),
  );
  fc.assert(
    fc.property(values, fc.constantFrom('\n', '\r\n'), fc.nat(2), (all, lineBreak, style) => {
      // Behind an odd number of quotation marks cmd.exe does not join lines.
      fc.pre(style !== 1 || !all.some(({ key, value }) => `${key}${value}`.includes('"')));
      const lines = all.map(({ key, value, type, data, delete: deleted }) => {
        const name = value === '' ? '/ve' : `/v ${quoted(value)}`;
        if (deleted) return `@reg delete ${quoted(key)} ${name} /f >nul 2>&1`;
        const text = quoted(Array.isArray(data) ? data.join('\\0') : String(data));
        return [
          `reg add ${quoted(key)} ${name} /t ${type} /d ${text} /f`,
          `if exist x ( %SystemRoot%\\System32\\REG.EXE ADD ${quoted(key)} ${name} /t ${type} ^${lineBreak} /d ${text} /f) else echo reg add x /v y`,
          `  @reg.exe add ${quoted(key)} /f /d ${text} ${name} /t ${type} >nul && echo done & rem reg add x /v y`,
        ][style];
      });
      expect(itemsOf(read('a.cmd', `@echo off${lineBreak}${lines.join(lineBreak)}${lineBreak}`))).toEqual(
        all,
      );
    }),
  );
});

it('the output of reg query reads back what it prints', () => {
  const values = WRITABLE.map((all) =>
    all.filter(
      ({ value, data, delete: deleted }) =>
        !deleted &&
        value !== '' &&
        !/[\r\n]| {4}REG_|\\|^\(/.test(`${value}${data}`) &&
        !/^\s|\s$/.test(value),
    ),
  );
  fc.assert(
    fc.property(values, (all) => {
      fc.pre(all.length > 0);
      const printed = ({ type, data }: WrittenValue) =>
        Array.isArray(data)
          ? data.join('\\0')
          : ['REG_DWORD', 'REG_QWORD'].includes(type ?? '')
            ? `0x${BigInt(String(data)).toString(16)}`
            : data;
      const expected = inReg(all);
      const blocks = expected.map(
        (each) => `\r\n${each.key}\r\n    ${each.value}    ${each.type}    ${printed(each)}\r\n`,
      );
      const text = `${blocks.join('')}\r\nEnd of search: ${all.length} match(es) found.\r\n`;
      expect(itemsOf(read('query.txt', text))).toEqual(expected);
    }),
  );
});
