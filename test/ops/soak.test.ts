/** Stages of the soak, each as short as it can be; and that the soak notices what it looks for. */
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../scratch.ts';
import { soakDamage } from '../soak/damage.ts';
import { Faults, runStage } from '../soak/figures.ts';
import { judge } from '../soak/questions.ts';
import { soakShutdown } from '../soak/shutdown.ts';
import { soakSwaps } from '../soak/swaps.ts';
import { lacks, type Material, makeMaterial, mark } from '../soak/variants.ts';

let material: Material;
beforeAll(async () => {
  material = await makeMaterial(await newFolder(), 3, 60);
});

it('tells the versions of the dataset apart, and notices an answer of another one', () => {
  const slugs = material.pairs.map(([, , slug]) => slug);
  for (const { number } of material.variants) {
    expect(slugs.some((slug) => lacks(number, slug))).toBe(true);
    expect(slugs.some((slug) => !lacks(number, slug))).toBe(true);
  }
  const slug = slugs.find((each) => !lacks(1, each) && !lacks(2, each)) ?? '';
  const faultsOf = (displayName: string, status = 200): string[] => {
    const faults = new Faults();
    const text = JSON.stringify({
      dataset: { version: 'one' },
      result: { matches: [{ slug, displayName }] },
    });
    const question = { kind: 'resolve', method: 'POST', path: '', slug } as const;
    judge(question, { status, text, ms: 0 }, new Map([['one', 1]]), faults);
    return faults.list();
  };
  expect(faultsOf(`Title ${mark(1)}`)).toEqual([]);
  expect(faultsOf(`Title ${mark(2)}`)).toEqual(['resolve: content of another version']);
  expect(faultsOf(`Title ${mark(1)}`, 503)).toEqual(['resolve: status 503']);
});

it.concurrent('no answer mixes two versions or fails while versions are published, damaged ones too', async () => {
  const { faults, measured } = await runStage('swaps', (all) =>
    soakSwaps(material, all, { connections: 4, swaps: 5, pauseMs: 10 }),
  );
  expect(faults).toEqual([]);
  expect(measured).toMatchObject({ 'versions taken into service': 5, 'damaged versions refused': 5 });
  expect(measured['versions seen in answers']).toBe(3);
}, 240_000);

it.concurrent('a damaged file is a 503 for those who need it, until it is repaired', async () => {
  const { faults, measured } = await runStage('damage', (all) => soakDamage(material, all));
  expect(faults).toEqual([]);
  expect(measured['questions for the damaged file']).toBeGreaterThan(0);
  expect(measured['questions for other files']).toBeGreaterThan(50);
});

it.concurrent('a shutdown under load loses nothing', async () => {
  const { faults, measured } = await runStage('shutdown', (all) => soakShutdown(material, all, 16, 1));
  expect(faults).toEqual([]);
  expect(measured['whole answers']).toBeGreaterThan(16);
});
