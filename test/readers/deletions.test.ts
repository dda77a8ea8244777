/** What a file writes and deletes further down, in each format that can say so, held against a naive reading. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RegistryItem } from '../../runtime/readers/index.ts';
import { itemsOf, read } from './generators.ts';
import { writePol, writeRules } from './writers.ts';

interface Step {
  does: 'write' | 'delete' | 'delete-values' | 'delete-tree';
  /** Below the hive. */
  key: string;
  value: string;
}

const steps = fc.array(
  fc.record({
    does: fc.constantFrom('write', 'write', 'write', 'delete', 'delete-values', 'delete-tree'),
    key: fc.constantFrom('A', 'A\\B', 'a\\b\\C', 'A\\BC', 'D'),
    value: fc.constantFrom('x', 'X', 'y', ''),
  }) as fc.Arbitrary<Step>,
  { maxLength: 14 },
);

/** Each `<key>|<value>|<what>` in lower case: the items that a reader is to find, those of one step in any order. */
function expected(all: readonly Step[]): string[][] {
  const written = new Set<string>();
  return all.map(({ does, key: named, value: name }) => {
    const [key, value] = [named.toLowerCase(), name.toLowerCase()];
    const pair = `${key}|${value}`;
    if (does === 'write') written.add(pair);
    if (does === 'delete') written.delete(pair);
    if (does === 'write' || does === 'delete') return [`${pair}|${does}`];
    const reached = [...written].filter((each) => {
      const [of = ''] = each.split('|');
      return of === key || (does === 'delete-tree' && of.startsWith(`${key}\\`));
    });
    for (const each of reached) written.delete(each);
    return reached.map((each) => `${each}|delete`).sort();
  });
}

const HIVE = /^(?:HKLM|HKEY_LOCAL_MACHINE)\\/;

function found(name: string, content: string | Uint8Array): string[] {
  return (itemsOf(read(name, content)) as RegistryItem[]).map((item) => {
    expect(item.key).toMatch(HIVE);
    const what = item.delete ? 'delete' : 'write';
    return `${item.key.replace(HIVE, '')}|${item.value}|${what}`.toLowerCase();
  });
}

/** In the order of the steps. */
function check(all: readonly Step[], items: readonly string[]): void {
  let from = 0;
  for (const step of expected(all)) {
    expect(items.slice(from, from + step.length).sort()).toEqual(step);
    from += step.length;
  }
  expect(items.length).toBe(from);
}

/** As Registry.pol and the lists after it spell a step: `**DeleteKeys` stands in the parent key. */
function asEntry({ does, key, value }: Step): { key: string; value: string; data: string } {
  if (does === 'write') return { key, value, data: '1' };
  if (does === 'delete') return { key, value: `**del.${value}`, data: ' ' };
  if (does === 'delete-values') return { key, value: '**delvals.', data: ' ' };
  const parts = key.split('\\');
  return { key: parts.slice(0, -1).join('\\'), value: '**DeleteKeys', data: `Other;${parts.at(-1)}` };
}

/** A record names a key, so that keys at the top of the hive are not told so. */
const below = (all: readonly Step[]) => all.map((each) => ({ ...each, key: `Software\\${each.key}` }));

const asRow = ({ key, ...entry }: ReturnType<typeof asEntry>) => ({
  key: `HKLM\\${key}`,
  ...entry,
  type: 'REG_SZ',
});
const ACTIONS: Record<string, string> = {
  write: 'DWORD:1',
  delete: 'DELETE',
  'delete-values': 'DELETEALLVALUES',
};

/** Files of steps; two formats cannot say one of them. */
const FORMATS: [
  name: string,
  lacks: Step['does'] | undefined,
  write: (all: Step[]) => string | Uint8Array,
][] = [
  [
    'a.reg',
    'delete-values',
    (all) => {
      const lines = all.flatMap(({ does, key, value }) => {
        const path = `HKEY_LOCAL_MACHINE\\${key}`;
        const name = value === '' ? '@' : `"${value}"`;
        if (does === 'delete-tree') return [`[-${path}]`];
        return [`[${path}]`, `${name}=${does === 'write' ? 'dword:00000001' : '-'}`];
      });
      return ['REGEDIT4', ...lines, ''].join('\n');
    },
  ],
  [
    'lgpo.txt',
    'delete-tree',
    (all) => {
      const blocks = all.map(({ does, key, value }) =>
        ['Computer', key, value, ACTIONS[does], '', ''].join('\n'),
      );
      return `Computer\nK\n*\nCREATEKEY\n\n${blocks.join('')}`;
    },
  ],
  ['Machine/Registry.pol', undefined, (all) => writePol(all.map(asEntry).map(asRow))],
  ['a.PolicyRules', undefined, (all) => writeRules(all.map(asEntry))],
  ['a.json', undefined, (all) => JSON.stringify(all.map(asEntry).map(asRow))],
];

it.each(FORMATS)('a deletion of what stands above it in %s', (name, lacks, write) => {
  fc.assert(
    fc.property(steps, (each) => {
      const all = lacks === undefined ? below(each) : each.filter(({ does }) => does !== lacks);
      check(all, found(name, write(all)));
    }),
  );
});
