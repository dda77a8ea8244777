/** Registry.xml of Group Policy preferences, as the editor writes it and [MS-GPPREF] 2.2.1.17 describes it. */
import { describe, expect, it } from 'vitest';
import { itemsOf, kindsOf, read } from './generators.ts';

const HIVE = 'HKEY_LOCAL_MACHINE';

const file = (...items: string[]) =>
  read(
    'Machine/Preferences/Registry/Registry.xml',
    `<?xml version="1.0" encoding="utf-8"?>\n<RegistrySettings clsid="{A3CCFC41-DFDB-43a5-8D26-0FE8B954DA51}">\n${items.join('\n')}\n</RegistrySettings>\n`,
  );

const item = (attributes: string, inside = '') =>
  `<Registry name="n" image="12"><Properties default="0" hive="${HIVE}" key="K" ${attributes}>${inside}</Properties></Registry>`;

describe('the values of preferences', () => {
  it.each([
    ['type="REG_DWORD" value="0000000A"', { type: 'REG_DWORD', data: 10 }],
    ['type="REG_QWORD" value="00000000000000ff"', { type: 'REG_QWORD', data: 255 }],
    ['type="REG_SZ" value="00000010"', { type: 'REG_SZ', data: '00000010' }],
    ['type="REG_SZ" value=""', { type: 'REG_SZ', data: '' }],
    [
      'type="REG_EXPAND_SZ" value="%SystemRoot%\\Temp"',
      { type: 'REG_EXPAND_SZ', data: '%SystemRoot%\\Temp' },
    ],
    ['type="REG_BINARY" value="00 0f FF"', { type: 'REG_BINARY', data: '000fff' }],
    ['type="REG_MULTI_SZ" value=""', { type: 'REG_MULTI_SZ', data: [] }],
  ])('%s', (attributes, content) => {
    expect(itemsOf(file(item(`action="U" name="v" ${attributes}`)))).toEqual([
      { key: `${HIVE}\\K`, value: 'v', ...content },
    ]);
  });

  it('a REG_MULTI_SZ has its entries in <Values>: its attribute joins them by blanks', () => {
    const type = 'action="R" name="v" type="REG_MULTI_SZ" value="a b c"';
    const entries = '<Values><Value>a b</Value><Value>c</Value></Values>';
    expect(itemsOf(file(item(type, entries)))).toEqual([
      { key: `${HIVE}\\K`, value: 'v', type: 'REG_MULTI_SZ', data: ['a b', 'c'] },
    ]);
    expect(kindsOf(file(item(type)))).toEqual(['unreadable-data']);
  });

  it.each(['constructor', '__proto__', 'REG_X'])(
    'of the type %s is unread: there is none of that name',
    (type) => {
      const [read] = itemsOf(file(item(`name="v" type="${type}" value="1"`)));
      expect(read).toMatchObject({ unread: `"${type}" is not a registry type` });
    },
  );

  it('without all its digits a number is not read: hexadecimal or decimal cannot be told', () => {
    const [read] = itemsOf(file(item('name="v" type="REG_DWORD" value="42"')));
    expect(read).toMatchObject({
      type: 'REG_DWORD',
      unread: expect.stringContaining('8 hexadecimal digits'),
    });
    expect(read).not.toHaveProperty('data');
  });

  it('no action means update; another one than C, R, U and D is not read', () => {
    const attributes = 'name="v" type="REG_SZ" value="x"';
    const written = { key: `${HIVE}\\K`, value: 'v', type: 'REG_SZ', data: 'x' };
    expect(itemsOf(file(item(attributes)))).toEqual([written]);
    expect(itemsOf(file(item(`action="C" ${attributes}`)))).toEqual([written]);
    for (const action of ['', 'CR', 'x'])
      expect(kindsOf(file(item(`action="${action}" ${attributes}`)))).toEqual(['unreadable-data']);
  });

  it('an item without a name is about the key, unless it is of the default value', () => {
    const result = file(
      item('name="v" type="REG_SZ" value="x"'),
      item('name="" type="REG_SZ" value="" action="C"'),
      item('name="" type="REG_SZ" value="" action="R"'),
      item('name="w" type="REG_SZ" value="x" action="D"'),
      item('name="" type="REG_SZ" value="x"').replace('default="0"', 'default="1"'),
    );
    expect(kindsOf(result)).toEqual(['create-key', 'delete-keys']);
    const key = `${HIVE}\\K`;
    expect(itemsOf(result)).toEqual([
      { key, value: 'v', type: 'REG_SZ', data: 'x' },
      { key, value: 'v', delete: true },
      { key, value: 'w', delete: true },
      { key, value: '', type: 'REG_SZ', data: 'x' },
    ]);
  });

  it('what is turned off is not written, alone or in a collection', () => {
    const off = item('name="off" type="REG_SZ" value="x"').replace('<Registry ', '<Registry disabled="1" ');
    const result = file(
      off,
      `<Collection name="c" disabled="1"><Collection name="d">${item('name="a"')}</Collection>${off}</Collection>`,
      `<Collection name="e" disabled="0">${item('name="on" type="REG_SZ" value="x"')}</Collection>`,
    );
    expect(itemsOf(result)).toMatchObject([{ value: 'on' }]);
    expect(kindsOf(result)).toEqual(['skipped', 'skipped']);
  });

  it('what only some devices get is noted', () => {
    const filtered = item('name="v" type="REG_SZ" value="x"').replace(
      '</Registry>',
      '<Filters><FilterOs class="NT"/></Filters></Registry>',
    );
    expect(kindsOf(file(filtered))).toEqual(['targeted']);
  });

  it('a key is read without the backslash that people type before it', () => {
    const path = item('name="v" type="REG_SZ" value="x"').replace('key="K"', 'key="\\System\\K"');
    expect(itemsOf(file(path))).toMatchObject([{ key: `${HIVE}\\System\\K` }]);
  });

  it('without a hive or a key the file is refused, with the line', () => {
    expect(file(item('name="v"'), item('name="v"').replace('key="K"', ''))).toMatchObject({
      format: 'preferences',
      problem: { line: 4, message: '<Properties> lacks its hive or its key' },
    });
  });
});
