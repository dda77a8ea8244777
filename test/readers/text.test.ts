/** Security templates, PolicyRules and LGPO text, each written by a small writer here and read back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII_VALUES, itemsOf, kindsOf, read } from './generators.ts';
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

  it('reads binary data only where its base is certain, and hives that only templates have', () => {
    const lines = [
      'MACHINE\\L\\a=3,0',
      'MACHINE\\L\\b=3,0a,1f',
      'MACHINE\\L\\c=3,10',
      'USERS\\.DEFAULT\\d=4,1',
      'CLASSES_ROOT\\e\\f=1,"x"',
    ];
    const result = read('GptTmpl.inf', `${HEAD}[Registry Values]\r\n${lines.join('\r\n')}\r\n`);
    expect(itemsOf(result)).toEqual([
      { key: 'MACHINE\\L', value: 'a', type: 'REG_BINARY', data: '00' },
      { key: 'MACHINE\\L', value: 'b', type: 'REG_BINARY', data: '0a1f' },
      { key: 'MACHINE\\L', value: 'c', type: 'REG_BINARY', unread: expect.stringContaining('"10"') },
      { key: 'HKEY_USERS\\.DEFAULT', value: 'd', type: 'REG_DWORD', data: 1 },
      { key: 'HKEY_CLASSES_ROOT\\e', value: 'f', type: 'REG_SZ', data: 'x' },
    ]);
    expect(kindsOf(result)).toEqual(['unreadable-data']);
  });

  it('notes the sections without registry values, with place and number of entries', () => {
    const result = read(
      'x.inf',
      `${HEAD}[System Access]\r\na = 1\r\nb = 2\r\n[Privilege Rights]\r\n[Event Audit]\r\nc = 3\r\n`,
    );
    expect(result).toMatchObject({
      items: [],
      notes: [
        {
          kind: 'no-registry-values',
          message: expect.stringContaining('its 2 entries'),
          at: { file: 'x.inf', line: 5 },
        },
        { kind: 'no-registry-values', message: expect.stringContaining('[Event Audit]'), at: { line: 9 } },
      ],
    });
  });

  it.each(['MACHINE\\a\\b', 'MACHINE=4,1', 'MACHINE\\a\\b=x,1', '[Open'])(
    'refuses %j with its line',
    (line) => {
      expect(read('x.inf', `${HEAD}[Registry Values]\r\n${line}\r\n`).problem).toMatchObject({ line: 6 });
    },
  );
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

  it('reads security templates, and notes what holds no registry values', () => {
    const text = `<PolicyRules>
<SecurityTemplate Section="Registry Values"><LineItem>MACHINE\\a\\b=7,x","y,z</LineItem></SecurityTemplate>
<SecurityTemplate Section="System Access"><LineItem>c=1</LineItem></SecurityTemplate>
<AuditSubcategory><GUID>g</GUID></AuditSubcategory><AuditSubcategory/>
<ComputerConfig><Key>d</Key><Value>**delvals.</Value><RegType>REG_SZ</RegType><RegData> </RegData></ComputerConfig>
<CSE-Machine/></PolicyRules>`;
    const result = read('a.PolicyRules', text);
    expect(result).toMatchObject({
      items: [{ key: 'MACHINE\\a', value: 'b', type: 'REG_MULTI_SZ', data: ['x,y', 'z'], at: { line: 2 } }],
      notes: [
        { kind: 'delete-all-values', key: 'HKLM\\d', at: { line: 5 } },
        { kind: 'no-registry-values', message: expect.stringContaining('[System Access]'), at: { line: 3 } },
        { kind: 'no-registry-values', message: expect.stringContaining('its 2 rules'), at: { line: 4 } },
      ],
    });
  });

  it('reads a REG_MULTI_SZ without entries, which published files have as \\0, and guesses no separator', () => {
    const multi = (data: string) =>
      `<PolicyRules><ComputerConfig><Key>d</Key><Value>v</Value><RegType>REG_MULTI_SZ</RegType><RegData>${data}</RegData></ComputerConfig></PolicyRules>`;
    const item = { key: 'HKLM\\d', value: 'v', type: 'REG_MULTI_SZ' };
    expect(itemsOf(read('a.PolicyRules', multi('\\0')))).toEqual([{ ...item, data: [] }]);
    for (const data of ['', 'a', 'a\\0b', 'a,b', '\\0\\0'])
      expect(itemsOf(read('a.PolicyRules', multi(data)))).toEqual([{ ...item, unread: expect.any(String) }]);
  });

  it.each([
    ['<PolicyRules>\n<ComputerConfig><Key>a</Key></ComputerConfig></PolicyRules>', 2],
    ['<PolicyRules>\n<a></b></PolicyRules>', 2],
    ['<PolicyRules>\n\n', 3],
    [`<PolicyRules>\n${'<a>'.repeat(1000)}`, 2],
    ['<!DOCTYPE r [<!ENTITY e "x">]>\n<PolicyRules>\n<A>&e;</A></PolicyRules>', 3],
  ])('refuses %j with its line', (text, line) => {
    expect(read('a.PolicyRules', text)).toMatchObject({
      format: 'policy-rules',
      problem: { file: 'a.PolicyRules', line },
    });
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

  it('reads blanks and any case of what it knows, and the policy of one user', () => {
    const text = [' COMPUTER ', 'A', 'b', ' dword : 1', 'user:Anne', 'A', 'b', ' delete ', ''].join('\n');
    expect(itemsOf(read('lgpo.txt', text))).toEqual([
      { key: 'HKLM\\A', value: 'b', type: 'REG_DWORD', data: 1 },
      { key: 'HKCU\\A', value: 'b', delete: true },
    ]);
    expect(read('lgpo.txt', 'Computer\n \t\nb\nDWORD:1\n').problem).toMatchObject({ line: 2 });
    expect(read('lgpo.txt', 'Computer\nA\nb\nDWORDX\n').problem).toMatchObject({ line: 4 });
  });

  it.each([
    ['Computer\nA\nb\nDWORD:1\n\nUser\nA\n', 6, /fewer than four lines/],
    ['Computer\nA\nb\nWORD:1\n', 4, /not an action/],
    ['Computer\nA\nb\nDWORD:1\nUsers\nA\nb\nDWORD:1\n', 5, /not Computer or User/],
    ['Computer\n\nb\nDWORD:1\n', 2, /names no key/],
  ])('refuses %j with its line', (text, line, message) => {
    expect(read('lgpo.txt', text).problem).toMatchObject({ line, message: expect.stringMatching(message) });
  });
});
