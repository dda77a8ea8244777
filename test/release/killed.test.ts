/** `kill -9` in the middle of registering and releasing: facts, dataset and lock are whole, and a second run ends the job. */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { compile } from '../../build/compile.ts';
import { readFacts, readJson } from '../../build/facts/model.ts';
import { disagreements } from '../../build/pipeline/fetch/pins.ts';
import { importDeclared } from '../../build/pipeline/import-declared.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { bundled, endless } from '../bundled.ts';
import { proved } from '../publish/_dist.ts';
import { newFolder, outdateLock, writeFiles } from '../scratch.ts';
import { emptyFacts } from './_facts.ts';
import { type Place, releaseOnce } from './killed-child.ts';

const KILLS = 15;

async function place(): Promise<Place> {
  const root = await newFolder();
  const facts = join(root, 'facts');
  // Nothing of the lamp's needs the real ones, which every check and every compilation would read.
  await emptyFacts(facts, ['lamp']);
  await writeFiles(facts, {
    'synonyms.json': '{"groups":[]}',
    'products.json': '{"products":[],"ranks":{}}',
  });
  await importDeclared({ facts, builtIn: facts });
  return { root, builtIn: facts };
}

/** A child that releases version after version: a line when it begins, and one after each release. */
const started = (child: string, { root, builtIn }: Place) => endless(child, [root, builtIn]);

/** Milliseconds that the first release of a child takes. */
async function timed(child: string, at: Place): Promise<number> {
  const { line, kill } = started(child, at);
  await line();
  const from = performance.now();
  await line();
  const took = performance.now() - from;
  await kill();
  return Math.ceil(took);
}

/** Kills within the first release, or soon after it: at a random moment of the part of that time which is the turn's. */
async function killed(child: string, at: Place, took: number, turn: number): Promise<void> {
  const { line, kill } = started(child, at);
  await line();
  const part = Math.ceil((took * 1.2) / KILLS);
  await wait(turn * part + randomInt(0, part));
  await kill();
}

const leftovers = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => /(^|\/)\.(tmp-|replacing)/.test(name));

it('leaves a released state at any of 15 moments', async () => {
  const [child, at] = [await bundled(new URL('./killed-child.ts', import.meta.url)), await place()];
  const [facts, served] = [join(at.root, 'facts'), join(at.root, 'served')];
  const took = await timed(child, at);
  for (let turn = 0; turn < KILLS; turn++) {
    await killed(child, at, took, turn);
    // Whole, and they agree: what the lock pins is what the facts were read from, and the dataset proves itself.
    const { report, sources, settings } = await readFacts(facts, facts);
    expect(await disagreements(facts, report)).toEqual([]);
    const declared = sources[0]?.versions.map(({ version }) => version) ?? [];
    const imported = Object.keys(report.sources.lamp?.versions ?? {});
    expect([declared, declared.slice(0, -1)]).toContainEqual(imported);
    expect(settings.get('lamp')).toHaveLength(6 + imported.length);
    const store = folderStore(served);
    const manifest = await proved(store);
    const before = manifest.sources[0]?.versions.at(-1)?.version;
    expect([imported.at(-1), imported.at(-2)]).toContain(before);

    // A second run does what is left, and what it serves is what the facts compile to.
    await outdateLock(join(served, '.publishing.lock'), 31_000);
    const { version } = await releaseOnce(at);
    const again = await compile({ facts, builtIn: facts, out: await newFolder() });
    expect(again.manifest.version).toBe(version);
    const now = (await openDataset(store)).manifest;
    expect(now).toEqual(again.manifest);
    expect(now.sources[0]?.versions.at(-1)?.version).toBe(declared.at(-1));
    const lock = await readJson<{ sources: { lamp: { version: string }[] } }>(
      join(facts, 'downloads.lock.json'),
    );
    expect(lock.sources.lamp.map((each) => each.version).slice(0, declared.length)).toEqual(declared);
    expect(await leftovers(facts)).toEqual([]);
  }
}, 300_000);
