/** The stages of the soak, each as short as it can be and still prove what it proves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soakDamage } from '../soak/damage.ts';
import { soakFuzz } from '../soak/fuzz.ts';
import { soakKills } from '../soak/kills.ts';
import { FROM_SOURCES } from '../soak/server.ts';
import { soakShutdown } from '../soak/shutdown.ts';
import { soakSwaps } from '../soak/swaps.ts';
import { lacks, makeVariants, mark, type Variants } from '../soak/variants.ts';

const command = FROM_SOURCES;
let folder: string;
let variants: Variants;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hivecheck-soak-'));
  variants = await makeVariants(folder, 3, 60);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the variants of the dataset differ where the soak looks', () => {
  const slugs = variants.pairs.map(([, , slug]) => slug);
  for (const { number } of variants.all) {
    expect(slugs.some((slug) => lacks(number, slug))).toBe(true);
    expect(slugs.some((slug) => !lacks(number, slug))).toBe(true);
    expect(mark(number)).toContain(String(number));
  }
  expect(new Set(variants.all.map(({ manifest }) => manifest.version)).size).toBe(variants.all.length);
});

it('no answer mixes two versions or fails while versions, sound and damaged, are published', async () => {
  const figures = await soakSwaps({ command, folder, variants, requests: 500, connections: 8, swaps: 5 });
  expect(figures.faults).toEqual([]);
  expect(figures.measured).toMatchObject({
    'dataset swaps taken over': 5,
    'damaged versions refused': 5,
    'versions seen in answers': 3,
    'answers with 5xx': 0,
  });
});

it('damage in service is a 503 for those whom it concerns, until it is repaired', async () => {
  const { faults, measured } = await soakDamage(command, folder, variants);
  expect(faults).toEqual([]);
  expect(measured['questions for the damaged file, 503']).toBeGreaterThan(0);
  expect(measured['questions for other files, 200']).toBeGreaterThan(50);
});

it('generated requests crash nothing', async () => {
  const { faults, measured } = await soakFuzz(command, join(folder, 'whole'), 2000);
  expect(faults).toEqual([]);
  expect(measured['answers with 500']).toBe(0);
});

it('a shutdown under load loses nothing', async () => {
  const dist = join(folder, 'whole');
  const { faults, measured } = await soakShutdown({ command, dist, variants, connections: 16, rounds: 1 });
  expect(faults).toEqual([]);
  expect(measured['answers in full']).toBeGreaterThan(16);
});

it('kill -9 while keys and datasets are written leaves them whole', async () => {
  const { faults, measured } = await soakKills({ folder, variants, rounds: 1 });
  expect(faults).toEqual([]);
  expect(measured['keys reported as added']).toBeGreaterThan(0);
  expect(measured['publications before the kills']).toBeGreaterThan(0);
});
