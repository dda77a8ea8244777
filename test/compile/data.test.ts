/** What may be written to a pair, in single cases. Every pair of the committed facts: test/corpus/pairs.test.ts. */
import { expect, it } from 'vitest';
import type { CompileContext, Item } from '../../build/compile/context.ts';
import { documentedData } from '../../build/compile/data.ts';
import { formerItems } from '../../build/compile/dropped.ts';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

const settings = [...(await readFacts(FACTS, FACTS)).settings.values()].flat();

it('no known file has a text of 0 characters at most', () => {
  const lengths = settings.flatMap(({ elements = [] }) => elements.map(({ maxLength }) => maxLength));
  expect(lengths).not.toContain('0');
});

it.each(vectors<{ what: string; setting: object; valueName: string; data: object }>('documented-data'))(
  'documented data of $what',
  ({ setting, valueName, data }) => {
    const fact = { slug: 'a.b', policyId: 'A::B', class: 'Machine', version: '1', text: {} } as const;
    const whole = { ...fact, key: 'Software\\Example', ...setting };
    expect(documentedData(whole, { key: 'SOFTWARE\\example\\', valueName })).toEqual(data);
  },
);

it('what a policy no longer writes has neither the node nor the ingestion of the policy', () => {
  const setting = settings.find(({ former }) => former !== undefined);
  const sources = (setting?.former ?? []).map(({ source: id }) => ({ id, versions: [] }));
  const item = { setting, mapping: {}, ingestion: {}, noMdm: '' } as unknown as Item;
  const items = formerItems(item, { facts: { sources } } as unknown as CompileContext);
  expect(items.length).toBeGreaterThan(0);
  for (const each of items) {
    expect(each).not.toHaveProperty('mapping');
    expect(each).not.toHaveProperty('ingestion');
    expect(each).not.toHaveProperty('noMdm');
  }
});
