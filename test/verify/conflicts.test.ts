/** What the payload of a node writes to registry values, which may contradict those of other items. */
import { expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import { registryWrites } from '../../runtime/verify/registry-content.ts';
import { applied, type Content, effectsOf } from './admx-interpreter.ts';
import { settingRecords } from './documented.ts';

const records = await settingRecords();

/** Comparable: outlk16.admx has 000000 for a number. */
function textOf({ type, data }: NonNullable<Content>): string {
  if (Array.isArray(data)) return data.map((each) => `${each}\0`).join('');
  return type === 'REG_DWORD' || type === 'REG_QWORD' ? String(BigInt(data)) : data;
}

it('what a payload writes is what a naive reading of each record says, or not told', () => {
  let compared = 0;
  const wrong: unknown[] = [];
  for (const record of records) {
    const parts = partsOf(record);
    const elements = record.elements.filter(({ type }) => type !== 'list');
    const texts = elements.map((element) =>
      element.type === 'enum' || element.type === 'boolean'
        ? effectsOf(element, record).flatMap(({ text }) => text ?? [])
        : [element.type.endsWith('ecimal') ? (element.minValue ?? '1') : 'x'],
    );
    for (let number = 0; number < Math.max(1, ...texts.map(({ length }) => length)); number++) {
      const data = new Map(elements.map(({ id }, at) => [id, texts[at]?.[number] ?? texts[at]?.[0] ?? '']));
      for (const state of ['enabled', 'disabled'] as const) {
        const registry = applied({ ...record, elements }, state, data);
        const sent = new Map([['', state], ...(state === 'enabled' ? data : [])]);
        const node = { omaUri: '', admxBacked: true };
        for (const { pair, type, content } of registryWrites(sent, parts, node)) {
          const known = registry?.get(pair);
          if (registry === undefined || (known === undefined && type === undefined)) continue;
          compared++;
          const wanted = known ? [known.type, textOf(known)] : [undefined, undefined];
          if (wanted[0] !== type || wanted[1] !== content)
            wrong.push([record.slug, pair, type, content, wanted]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(10_000);
});
