/** Security templates, PolicyRules and LGPO text, each written by a small writer here and read back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII_VALUES, itemsOf, read } from './generators.ts';
import type { WrittenValue } from './writers.ts';

/** Types that all three formats have, without deletions. */
const PLAIN = ASCII_VALUES.map((values) =>
  values.filter((value) =>
    ['REG_SZ', 'REG_EXPAND_SZ', 'REG_DWORD', 'REG_MULTI_SZ'].includes(value.type ?? ''),
  ),
);

function entries(value: WrittenValue): string[] {
  return Array.isArray(value.data) ? value.data : [];
}

describe('GptTmpl.inf', () => {
  const TYPES: Record<string, number> = { REG_SZ: 1, REG_EXPAND_SZ: 2, REG_DWORD: 4, REG_MULTI_SZ: 7 };
  const HEAD = '[Unicode]\r\nUnicode=yes\r\n[Version]\r\nsignature="$CHICAGO$"\r\n';

  function write(value: WrittenValue): string {
    const path = `${value.key.replace('HKLM', 'MACHINE').replace('HKCU', 'USER')}\\${value.value}`;
    const quoted = value.type === 'REG_DWORD' ? `${value.data}` : `"${value.data}"`;
    const data =
      value.type === 'REG_MULTI_SZ'
        ? entries(value)
            .map((each) => each.replaceAll(',', '","'))
            .join(',')
        : quoted;
    return `${path}=${TYPES[value.type ?? '']},${data}\r\n`;
  }

  it('reads back what is written', () => {
    const plain = PLAIN.map((values) =>
      values
        .map((value) => ({
          ...value,
          // A template separates with these characters, and trims its lines.
          value: value.value.replaceAll(/[\\="]/g, '').trim(),
          data: Array.isArray(value.data)
            ? value.data.map((each) => `e${each.replaceAll(/["\s]/g, '')}`)
            : (value.data ?? ''),
        }))
        .map((value) => ({
          ...value,
          data: typeof value.data === 'string' ? value.data.replaceAll('"', '') : value.data,
        })),
    );
    fc.assert(
      fc.property(plain, (values) => {
        const text = `${HEAD}[Registry Values]\r\n${values.map(write).join('')}`;
        const expected = values.map((value) => ({
          ...value,
          key: value.key.replace('HKLM', 'MACHINE').replace('HKCU', 'USER'),
        }));
        expect(itemsOf(read('GptTmpl.inf', text))).toEqual(expected);
      }),
    );
  });
});

describe('PolicyRules', () => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  function write({ key, value, type, data }: WrittenValue): string {
    const element = key.startsWith('HKLM') ? 'ComputerConfig' : 'UserConfig';
    const fields = { Key: key.slice(5), Value: value, RegType: type ?? '', RegData: `${data}` };
    const xml = Object.entries(fields).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`);
    return `<${element}>${xml.join('\n')}</${element}>\n`;
  }

  it('reads back what is written', () => {
    const plain = PLAIN.map((values) =>
      values.filter((value) => value.type !== 'REG_MULTI_SZ' && !value.value.startsWith('**')),
    );
    fc.assert(
      fc.property(plain, (values) => {
        const text = `<?xml version="1.0" encoding="utf-16"?>\n<PolicyRules>${values.map(write).join('')}</PolicyRules>`;
        expect(itemsOf(read('a.PolicyRules', text))).toEqual(values);
      }),
    );
  });
});

describe('LGPO text', () => {
  function action(value: WrittenValue): string {
    if (value.delete) return 'DELETE';
    const name = (value.type ?? '').replace('REG_EXPAND_SZ', 'EXSZ').replace('REG_', '').replace('_', '');
    return `${name}:${Array.isArray(value.data) ? value.data.join('\\0') : value.data}`;
  }

  it('reads back what is written', () => {
    const values = ASCII_VALUES.map((all) =>
      all
        .filter((value) => value.type !== 'REG_NONE')
        .map((value) =>
          Array.isArray(value.data)
            ? { ...value, data: value.data.map((each) => each.replaceAll('\\', '/')) }
            : value,
        ),
    );
    fc.assert(
      fc.property(values, (all) => {
        const blocks = all.map((value) =>
          [
            value.key.startsWith('HKLM') ? 'Computer' : 'User',
            value.key.slice(5),
            value.value,
            action(value),
            '',
            '',
          ].join('\r\n'),
        );
        expect(
          itemsOf(
            read('lgpo.txt', `; LGPO text\r\nComputer\r\nK\r\n*\r\nCREATEKEY\r\n\r\n${blocks.join('')}`),
          ),
        ).toEqual(all);
      }),
    );
  });
});
