/** YAML with tasks, read back from another writer than ours (`test/convert/forms.test.ts`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { itemsOf, read, WHOLE_TEXTS } from './generators.ts';
import type { WrittenValue } from './writers.ts';

const HIVE = /^(HK\w\w)\\/;

/** As the `yaml` package writes it, in block or flow style. */
function written(values: WrittenValue[], flow: boolean): string {
  const tasks = values.map(({ key, value, type = '', data, delete: deleted }) => ({
    name: 'a task',
    'ansible.windows.win_regedit': {
      path: key.replace(HIVE, '$1:\\'),
      name: value,
      ...(deleted
        ? { state: 'absent', delete_key: false }
        : {
            data: type === 'REG_BINARY' && data !== '' ? `hex:${data}` : data,
            type: type.replace('SZ', 'string').replaceAll(/REG|_/g, '').toLowerCase(),
          }),
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
    fc.property(WHOLE_TEXTS, fc.boolean(), (all, flow) => {
      // A text of several lines is a block there; {{ is a template; 1_0, 00;, 0b, +1; and oN are unclear in YAML 1.1.
      const values = all.filter(
        ({ key, value, type, data }) =>
          type !== 'REG_NONE' &&
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
