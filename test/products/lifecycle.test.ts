import { expect, it } from 'vitest';
import { lifecycleOf } from '../../build/supported-on/lifecycle.ts';
import { committedContext } from '../corpus/context.ts';
import { vectors } from '../vectors.ts';

const titled = (title: string, ...categories: string[]) =>
  lifecycleOf(
    { text: { 'en-US': { displayName: title } } },
    categories.map((text) => ({ 'en-US': text })),
  );

it.each(vectors<[title: string, categories: string[], state?: string, kind?: string]>('lifecycle-words'))(
  '%s in %j: %s by its %s',
  (title, categories, state, kind) => {
    const found = titled(title, ...categories);
    if (state === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ state, evidence: { kind } });
  },
);

it('lifecycleOf reads English labels only', () => {
  const french = { text: { 'fr-FR': { displayName: 'Menu (deprecated)' } } };
  expect(lifecycleOf(french, [{ 'fr-FR': 'Removed policies' }])).toBeUndefined();
});

const items = (await committedContext()).items;

it('the settings of the corpus have a state wherever a label names one in brackets, in these numbers', () => {
  const bracketed = /[([](?:deprecated|obsolete|removed)[^()[\]]*[)\]]/i;
  const policies = /^(?:deprecated|obsolete|removed) policies$/i;
  const counts = new Map<string, number>();
  for (const { setting, categories, source } of items) {
    const lifecycle = lifecycleOf(setting, categories);
    const labels = [
      setting.text['en-US']?.displayName ?? '',
      ...categories.map((each) => each['en-US'] ?? ''),
    ];
    const marked = labels.some((label) => bracketed.test(label) || policies.test(label));
    expect(lifecycle !== undefined, setting.slug).toBe(marked);
    if (lifecycle === undefined) continue;
    expect(labels).toContain(lifecycle.evidence.text);
    const place = `${source.id} ${lifecycle.state}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  expect(counts).toEqual(new Map(vectors<[place: string, count: number]>('lifecycle-counts')));
});
