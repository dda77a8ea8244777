/** YAML with tasks and resources: read back from our writers and from another one, and what is computed is named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { REGISTRY_FORMS } from '../../runtime/convert/convert.ts';
import { type RegistryValue, whyRefused } from '../../runtime/convert/registry.ts';
import { itemsOf, read, VALUES } from './generators.ts';
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
            whyRefused(form, value) === undefined &&
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
    // As Ansible reads it: what is another value there (`on`, `0b1`) is in quotation marks.
    version: '1.1',
    ...(flow && { collectionStyle: 'flow' as const }),
  });
}

it('reads tasks as another writer has them, in blocks and in brackets, and leaves long texts unclear', () => {
  fc.assert(
    fc.property(WRITABLE, fc.boolean(), (all, flow) => {
      // A text of several lines is a block there; {{ is a template; 1_0, 00;, 0b, +1; and oN are unclear in YAML 1.1.
      const values = all.filter(
        ({ key, value, data }) =>
          !/[\r\n\u0085\u2028\u2029]|\{[{%#]|\d_|[ ,](?:[-+]?0[\dob]|\+\d|(?:yes|no|on|off|true|false|null)(?=[ ,]|$))/i.test(
            `${key} ${value} ${data}`,
          ),
      );
      if (values.length === 0) return;
      expect(itemsOf(read('a.yml', written(values, flow)))).toEqual(
        values.map((value) => ({ ...value, key: value.key.replace(HIVE, '$1:\\') })),
      );
    }),
  );
});
