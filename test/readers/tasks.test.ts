/** YAML with tasks and resources: read back from our writers and from another one, and what is computed is named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { RegistryValue } from '../../runtime/convert/form.ts';
import { REGISTRY_FORMS } from '../../runtime/convert/forms.ts';
import { itemsOf, kindsOf, read, VALUES } from './generators.ts';
import type { WrittenValue } from './writers.ts';

const WRITABLE = VALUES.map((values) =>
  values.filter(
    ({ value, data, type }) =>
      !value.startsWith('**') && !/\p{Surrogate}/u.test(`${value}${data}`) && type !== 'REG_NONE',
  ),
);

const HIVE = /^(HK\w\w)\\/;
const TYPES: Record<string, [ansible: string, dsc: string]> = {
  REG_SZ: ['string', 'String'],
  REG_EXPAND_SZ: ['expandstring', 'ExpandString'],
  REG_MULTI_SZ: ['multistring', 'MultiString'],
  REG_DWORD: ['dword', 'DWord'],
  REG_QWORD: ['qword', 'QWord'],
  REG_BINARY: ['binary', 'Binary'],
};

describe.each(['ansible', 'dsc'] as const)('what convert writes as %s', (id) => {
  const form = REGISTRY_FORMS[id];

  it('is read back', () => {
    let held = 0;
    fc.assert(
      fc.property(WRITABLE, (all) => {
        const values = all.map((value): RegistryValue => {
          const [, hive = 'HKLM'] = HIVE.exec(value.key) ?? [];
          const place = {
            hive: hive as 'HKLM',
            key: value.key.replace(HIVE, ''),
            name: value.value,
            title: 'a',
          };
          const { type, data } = value;
          return value.delete
            ? { ...place, delete: true }
            : { ...place, ...(type && { type }), ...(data !== undefined && { data }) };
        });
        // DSC takes a text in square brackets for an expression.
        const kept = values.filter(
          (value) =>
            form.refuses(value) === undefined &&
            (id === 'ansible' ||
              [value.name, value.data].flat().every((text) => !String(text).startsWith('['))),
        );
        held += kept.length;
        if (kept.length === 0) return;
        const colon = id === 'ansible' ? ':' : '';
        const expected = kept.map(({ hive, key, name, title: _, ...content }) => ({
          key: `${hive}${colon}\\${key}`,
          value: name,
          ...content,
        }));
        expect(itemsOf(read('a.yml', form.write(kept)))).toEqual(expected);
      }),
    );
    expect(held).toBeGreaterThan(100);
  });
});

/** As the `yaml` package writes it, in block or flow style. */
function written(values: WrittenValue[], flow: boolean): string {
  const tasks = values.map(({ key, value, type = '', data, delete: deleted }) => ({
    name: 'a task',
    'ansible.windows.win_regedit': {
      path: key.replace(HIVE, '$1:\\'),
      name: value,
      ...(deleted
        ? { state: 'absent', delete_key: false }
        : { data: type === 'REG_BINARY' && data !== '' ? `hex:${data}` : data, type: TYPES[type]?.[0] }),
    },
    when: 'x is defined',
    tags: ['a', 'b'],
  }));
  return stringify([{ hosts: 'all', tasks }], {
    lineWidth: 0,
    ...(flow && { collectionStyle: 'flow' as const }),
  });
}

it('reads tasks as another writer has them, in blocks and in brackets, and leaves long texts unclear', () => {
  fc.assert(
    fc.property(WRITABLE, fc.boolean(), (all, flow) => {
      // A text of several lines is a block there; {{ is a template; 1_0 and 00; are unclear in YAML 1.1.
      const values = all.filter(
        ({ key, value, data }) =>
          !/[\r\n\u0085\u2028\u2029]|\{[{%#]|\d_| 0\d/.test(`${key} ${value} ${data}`),
      );
      if (values.length === 0) return;
      expect(itemsOf(read('a.yml', written(values, flow)))).toEqual(
        values.map((value) => ({ ...value, key: value.key.replace(HIVE, '$1:\\') })),
      );
    }),
  );
});

const task = (...lines: string[]) =>
  `- name: x\n  win_regedit:\n${lines.map((line) => `    ${line}\n`).join('')}`;

it.each([
  [task('path: HKLM:\\A', 'name: B', 'data: 1', 'type: dword'), { type: 'REG_DWORD', data: 1 }],
  [task("path: 'HKLM:\\A'  # key", 'name: B', 'data: 0x10', 'type: dword'), { type: 'REG_DWORD', data: 16 }],
  [
    task('path: HKLM:\\A', 'name: B', 'data: text # note', 'state: present'),
    { type: 'REG_SZ', data: 'text' },
  ],
  [
    task('path: HKLM:\\A', 'name: B', 'data:', '- a', '- "b"', 'type: multistring'),
    { type: 'REG_MULTI_SZ', data: ['a', 'b'] },
  ],
  [
    task('path: HKLM:\\A', 'name: B', 'data:', '  - 1', '  - 255', 'type: binary'),
    { type: 'REG_BINARY', data: '01ff' },
  ],
  [
    task('path: HKLM:\\A', 'name: B', 'data: hex:be,ef', 'type: binary'),
    { type: 'REG_BINARY', data: 'beef' },
  ],
  [task('path: HKLM:\\A', 'name: B', "data: !unsafe '{{ x }}'"), { type: 'REG_SZ', data: '{{ x }}' }],
  [task('path: HKLM:\\A', 'name: B', 'state: absent'), { delete: true }],
  [task('path: HKLM:\\A', 'name: B', 'data: "{{ x }}"', 'type: dword'), { unread: expect.any(String) }],
  [task('path: HKLM:\\A', 'name: B', 'data: yes', 'type: dword'), { unread: expect.any(String) }],
  [task('path: HKLM:\\A', 'name: B', 'data: 010', 'type: dword'), { unread: expect.any(String) }],
  [
    task('path: HKLM:\\A', 'name: B', 'data: |', '  one', '', '  two', 'type: string'),
    { unread: expect.any(String) },
  ],
  [task('path: HKLM:\\A', 'name: B', 'data: &x 1', 'type: dword'), { unread: expect.any(String) }],
  ['- win_regedit: {path: HKLM:\\A, name: B, data: 1, type: dword}\n', { type: 'REG_DWORD', data: 1 }],
  [
    '- block:\n  - win_regedit:\n      path: HKLM:\\A\n      name: B\n      data: 1\n      type: dword\n  when: y\n',
    { type: 'REG_DWORD', data: 1 },
  ],
  [
    'properties:\n  resources:\n    - resource: PSDscResources/Registry\n      settings:\n        Key: HKLM:\\A\n        ValueName: B\n        ValueType: DWord\n        ValueData: "1"\n',
    { type: 'REG_DWORD', data: 1 },
  ],
  [
    '{"resources":[{"name":"x","type":"Microsoft.Windows/Registry","properties":{"keyPath":"HKLM:\\\\A","valueName":"B","valueData":{"DWord":1}}}]}',
    { type: 'REG_DWORD', data: 1 },
  ],
])('%s', (text, content) => {
  expect(itemsOf(read('a.yml', text))).toEqual([{ key: 'HKLM:\\A', value: 'B', ...content }]);
});

it.each([
  [task('path: "{{ x }}"', 'name: B'), 'unread-command', 3],
  [task('path: HKLM:\\A', 'name: "{{ item }}"', 'data: 1'), 'unread-command', 3],
  [task('name: B', 'data: 1'), 'unread-command', 3],
  [task('<<: *x', 'name: B'), 'unread-command', 3],
  ['- name: x\n  win_regedit: path=HKLM:\\A name=B\n', 'unread-command', 2],
  ['- name: x\n  win_regedit: "{{ all }}"\n', 'unread-command', 2],
  [task('path: HKLM:\\A', 'state: absent'), 'delete-keys', 3],
  [
    '- type: Microsoft.Windows/Registry\n  properties:\n    keyPath: HKLM\\A\n    _exist: false\n',
    'delete-keys',
    1,
  ],
  ['- type: Microsoft.Windows/Registry\n  properties:\n    keyPath: HKLM\\A\n', 'create-key', 1],
  [
    '- type: Microsoft.Windows/Registry\n  properties:\n    keyPath: "[concat(\'HKLM\')]"\n    valueName: B\n',
    'unread-command',
    1,
  ],
])('%s: a note with its line', (text, kind, line) => {
  const result = read('a.yml', text);
  expect([itemsOf(result), kindsOf(result)]).toEqual([[], [kind]]);
  expect(result.problem ?? result.notes[0]?.at.line).toBe(line);
});

it.each([
  [`- win_regedit: {path: 'HKLM:\\A', name: B\n`, 1],
  [`- win_regedit:\n    path: "HKLM:\n`, 2],
  ['- win_regedit:\n    path: a\n     name: b\n', 3],
  ['win_regedit: x\n- a: b\n', 2],
  ['win_regedit:\n  path: x\nfoo\n', 3],
  [`- win_regedit:\n${'- '.repeat(100)}\n`, 2],
  [`- win_regedit:\n  a: ${'['.repeat(100)}\n`, 2],
])('refuses %j with its line', (text, line) => {
  expect(read('a.yml', text).problem).toMatchObject({ line });
});
