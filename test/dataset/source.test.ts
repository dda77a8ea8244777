import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { datasetSource } from '../../cli/open.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { DatasetSource, type SourceLogger } from '../../runtime/dataset/source.ts';
import { corePaths } from '../../runtime/dataset/verify.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { bytesOf, distIndex, type Files, memoryStore, versionFiles, writeFiles } from './make-dist.ts';

const KEYS = Array.from({ length: 24 }, (_, n) => `key${n}\0value`);

/** Every entry names its version, so that a mix shows. */
function version(name: string): Files {
  const entries = new Map(KEYS.map((key) => [key, { version: name }]));
  const indexes = { near: entries, 'csp/en-US': entries, 'setting/en-US': entries };
  return versionFiles({ version: name, indexes, wholes: { 'coverage.json': { version: name } }, bits: 3 });
}

type Line = [level: 'info' | 'error', fields: Record<string, unknown>, at: string];

function recorder(now: () => number): SourceLogger & { lines: Line[] } {
  const lines: Line[] = [];
  const log = (level: Line[0]) => (_: string, fields: Record<string, unknown>) =>
    void lines.push([level, fields, new Date(now()).toISOString()]);
  return { lines, info: log('info'), error: log('error') };
}

function setUp(...versions: string[]) {
  const [first] = versions;
  const files: Files = new Map(versions.flatMap((name) => [...version(name)]));
  if (first !== undefined) files.set('index.json', distIndex(first));
  const store = memoryStore(files);
  const clock = { now: 0 };
  const logger = recorder(() => clock.now);
  // Looks are taken by the tests, not by its timer.
  const source = new DatasetSource(store, { logger, now: () => clock.now, intervalMs: 1e9 });
  return { files, store, logger, clock, source };
}

async function answers(dataset: Dataset | undefined): Promise<Set<string>> {
  if (dataset === undefined) return new Set(['none']);
  const seen = new Set([dataset.manifest.version]);
  for (const index of ['near', 'csp/en-US', 'setting/en-US'] as const) {
    for (const key of KEYS) {
      const entry = (await dataset.lookup(index, key)) as { version: string } | undefined;
      seen.add(entry?.version ?? 'nothing');
    }
  }
  return seen.add((await dataset.file<{ version: string }>('coverage.json')).version);
}

/** What happens to a place, looks at it, and what is served then. */
type Step =
  /** The first is the latest; `-` before one that is withdrawn. */
  | ['index', ...string[]]
  | ['alter' | 'lose', path: string]
  | ['write', path: string, text: string]
  /** Puts the versions there as they were; or the store fails until it is up. */
  | ['mend' | 'down' | 'up' | 'start']
  | ['look', afterSeconds: number]
  | ['is', version: string | null, refusals: number, refused?: string | null, reason?: string]
  | ['answers', version: string];

async function play(versions: readonly string[], steps: readonly Step[]): Promise<void> {
  const { files, store, logger, clock, source } = setUp(...versions);
  const sound = new Map(files);
  onTestFinished(() => source.stop());
  for (const [what, ...given] of steps) {
    const [first = '', refusals, version, reason = ''] = given as [string, number, string?, string?];
    if (what === 'index') files.set('index.json', indexOf(given as string[]));
    else if (what === 'alter') alter(files, new RegExp(first, 'g'));
    else if (what === 'lose') files.delete(first);
    else if (what === 'write') files.set(first, bytesOf(given[1]));
    else if (what === 'mend') for (const [path, bytes] of sound) files.set(path, bytes);
    else if (what === 'down') store.before = () => Promise.reject(new Error('down: 10.0.0.1'));
    else if (what === 'up') store.before = () => {};
    else if (what === 'start') await source.start();
    else if (what === 'answers') expect(await answers(source.snapshot())).toEqual(new Set([first]));
    else if (what === 'look') {
      clock.now += Number(first) * 1000;
      await source.check();
    } else {
      // Each is logged once, and keeps the time of its first look.
      const logged = logger.lines.filter(([, { reason }]) => reason !== undefined);
      expect(logged).toHaveLength(refusals);
      const at = logged.findLast(([, fields]) => fields.version === (version ?? undefined))?.[2];
      const refused = { ...(version && { version }), reason: expect.stringMatching(reason), at };
      const expected = { ...(first && { version: first }), ...(reason && { refused }), refusals };
      expect(source.status()).toEqual(expected);
    }
  }
}

function indexOf([latest = '', ...others]: string[]) {
  const versions = (others.length > 0 ? others : [latest]).map((name) => ({
    version: name.replace('-', ''),
    generatedAt: '2026-07-29T00:00:00Z',
    ...(name.startsWith('-') && { withdrawn: true }),
  }));
  return bytesOf({ latest, versions });
}

describe('the change to a new version', () => {
  test('happens as a whole, and a request that began before keeps its version', async () => {
    const { files, source, logger } = setUp('aaaaaaaa', 'bbbbbbbb');
    await source.check();
    const before = source.snapshot();
    files.set('index.json', distIndex('bbbbbbbb'));
    const during = answers(before);
    await source.check();
    expect(await during).toEqual(new Set(['aaaaaaaa']));
    expect(await answers(before)).toEqual(new Set(['aaaaaaaa']));
    expect(await answers(source.snapshot())).toEqual(new Set(['bbbbbbbb']));
    expect(source.status()).toMatchObject({ version: 'bbbbbbbb' });
    expect(logger.lines).toEqual([
      ['info', { version: 'aaaaaaaa' }, expect.any(String)],
      ['info', { version: 'bbbbbbbb', before: 'aaaaaaaa' }, expect.any(String)],
    ]);
  });

  test('gives back the shards of the one before, which its last requests read again', async () => {
    const { files, source } = setUp('aaaaaaaa', 'bbbbbbbb');
    await source.check();
    const before = source.snapshot();
    await answers(before);
    expect(before?.shardsLoaded).toBeGreaterThan(0);
    files.set('index.json', distIndex('bbbbbbbb'));
    await source.check();
    expect(source.snapshot()?.shardsLoaded).toBe(0);
    expect(await answers(before)).toEqual(new Set(['aaaaaaaa']));
    expect(await answers(source.snapshot())).toEqual(new Set(['bbbbbbbb']));
  });

  test('keeps one bound for both versions', async () => {
    const { files, store } = setUp('aaaaaaaa', 'bbbbbbbb');
    const one = new DatasetSource(store, { maxBytes: 2000 });
    await one.check();
    const before = one.snapshot();
    files.set('index.json', distIndex('bbbbbbbb'));
    await one.check();
    await Promise.all([answers(before), answers(one.snapshot())]);
    const alone = new DatasetSource(store, { maxBytes: 2000 });
    await alone.check();
    await answers(alone.snapshot());
    expect(one.snapshot()?.shardsLoaded).toBeLessThanOrEqual((alone.snapshot()?.shardsLoaded ?? 0) + 1);
    expect(one.snapshot()?.shardsLoaded).toBeGreaterThan(0);
  });

  test('the old one serves until the last file of the new one is proved', async () => {
    const { files, store, source } = setUp('aaaaaaaa', 'bbbbbbbb');
    await source.check();
    files.set('index.json', distIndex('bbbbbbbb'));
    const served = new Set<string | undefined>();
    store.before = (path) => {
      if (path.startsWith('bbbbbbbb/')) served.add(source.snapshot()?.manifest.version);
    };
    await source.check();
    expect(served).toEqual(new Set(['aaaaaaaa']));
    for (const path of files.keys()) {
      if (path.startsWith('bbbbbbbb/')) expect(store.reads).toContain(path);
    }
    expect(source.snapshot()?.manifest.version).toBe('bbbbbbbb');
  });

  test('a look that finds nothing new reads the index alone', async () => {
    const { source, store } = setUp('aaaaaaaa');
    await source.check();
    const dataset = source.snapshot();
    const reads = store.reads.length;
    await source.check();
    expect(store.reads.slice(reads)).toEqual(['index.json']);
    expect(source.snapshot()).toBe(dataset);
  });

  test('whatever the interleaving, no request mixes versions', async () => {
    const names = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<string>('ask', 'check', ...names), { minLength: 4, maxLength: 30 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          const { files, store, source } = setUp(...names);
          await source.check();
          store.before = () => scheduler.schedule(Promise.resolve());
          const asked: Promise<Set<string>>[] = [];
          const checks: Promise<void>[] = [];
          for (const step of steps) {
            if (step === 'ask') asked.push(answers(source.snapshot()));
            else if (step === 'check') checks.push(source.check());
            else files.set('index.json', distIndex(step));
            if (scheduler.count() > 0) await scheduler.waitOne();
          }
          await scheduler.waitFor(Promise.all([...asked, ...checks]));
          for (const request of asked) {
            const seen = await request;
            expect(seen.size).toBe(1);
            expect(names).toContain([...seen][0]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a new version that does not verify', () => {
  test('is proved again ever more rarely, but at once when the index is written anew', async () => {
    const { files, store, source, clock } = setUp('aaaaaaaa', 'bbbbbbbb');
    await source.check();
    files.set('index.json', distIndex('bbbbbbbb'));
    alter(files, /^bbbbbbbb\/csp/);
    const tries: number[] = [];
    store.before = (path) => {
      if (path === 'bbbbbbbb/manifest.json') tries.push(clock.now / 1000);
    };
    for (clock.now = 0; clock.now < 200_000; clock.now += 1000) await source.check();
    expect(tries).toEqual([0, 5, 15, 35, 75, 135, 195]);
    files.set('index.json', distIndex('bbbbbbbb', ['bbbbbbbb', 'aaaaaaaa']));
    await source.check();
    expect(tries).toHaveLength(8);
  });

  test('what is wrong with the service itself is not told', async () => {
    const { files, store } = setUp('aaaaaaaa');
    files.set('index.json.sig', bytesOf('no signature'));
    const source = new DatasetSource(store, { publicKey: 'no key' });
    await source.check();
    expect(source.status().refused?.reason).toBe('It could not be checked.');
  });
});

describe('the start', () => {
  test('with a damaged shard: serves all but that, because there is nothing to fall back on', async () => {
    const { files, source, store } = setUp('aaaaaaaa');
    alter(files, /^aaaaaaaa\/csp/);
    await source.check();
    expect(store.reads).toEqual(['index.json', 'aaaaaaaa/manifest.json']);
    const dataset = source.snapshot();
    for (const key of KEYS) expect(await dataset?.lookup('near', key)).toEqual({ version: 'aaaaaaaa' });
    const csp = await Promise.allSettled(KEYS.map(async (key) => dataset?.lookup('csp/en-US', key)));
    expect(new Set(csp.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  });

  test.each([
    ['one look', {}, 1],
    ['one look', { shareLoads: true }, 1],
    ['a look of its own', { shareLoads: false }, 2],
  ])('who asks while another one waits for the store shares %s (%j)', async (_, options, looks) => {
    const { store } = setUp('aaaaaaaa');
    const source = new DatasetSource(store, options);
    let goOn = () => {};
    const stalled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    store.before = () => stalled;
    const checks = Promise.all([source.check(), source.check()]);
    const indexReads = () => store.reads.filter((path) => path === 'index.json');
    expect(indexReads()).toHaveLength(looks);
    goOn();
    await checks;
    expect(indexReads()).toHaveLength(looks);
    expect(source.status().version).toBe('aaaaaaaa');
  });

  test('without timers, a look is taken when it is due', async () => {
    const { files, store } = setUp('aaaaaaaa', 'bbbbbbbb');
    const clock = { now: 0 };
    const source = new DatasetSource(store, { intervalMs: 1000, shareLoads: false, now: () => clock.now });
    await Promise.all([source.checkIfDue(), source.checkIfDue()]);
    files.set('index.json', distIndex('bbbbbbbb'));
    clock.now = 999;
    await source.checkIfDue();
    expect(source.status().version).toBe('aaaaaaaa');
    clock.now = 1000;
    await source.checkIfDue();
    expect(source.status().version).toBe('bbbbbbbb');
  });
});

test('a folder is watched: a new version is taken over by itself', async () => {
  const folder = await newFolder();
  const source = await datasetSource(folder, { intervalMs: 10, checkName: false });
  const served = async (name: string): Promise<void> => {
    while (source.status().version !== name) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  onTestFinished(() => source.stop());
  await source.start();
  expect(source.snapshot()).toBeUndefined();
  for (const name of ['aaaaaaaa', 'bbbbbbbb', 'aaaaaaaa']) {
    await writeFiles(folder, [...version(name), ['index.json', distIndex(name)]]);
    await served(name);
    expect(await answers(source.snapshot())).toEqual(new Set([name]));
  }
});

test('a host that fails at the start is asked again after 5 s, whatever the interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { files, store } = setUp('aaaaaaaa');
  const source = new DatasetSource(store, { intervalMs: 60_000 });
  onTestFinished(() => source.stop());
  files.delete('index.json');
  await source.start();
  files.set('index.json', distIndex('aaaaaaaa'));
  vi.advanceTimersByTime(5000);
  for (let turn = 0; turn < 500 && source.snapshot() === undefined; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(source.status().version).toBe('aaaaaaaa');
});

test('the core of a version: what is no shard, and one shard of every index', () => {
  const manifest = JSON.parse(
    new TextDecoder().decode(
      versionFiles({
        version: 'aaaaaaaa',
        bits: 4,
        indexes: {
          near: new Map(KEYS.map((key) => [key, 1])),
          'setting/fr-FR': new Map(KEYS.map((key) => [key, 1])),
        },
        wholes: { 'coverage.json': {}, 'search/en-US/1.json': {} },
      }).get('aaaaaaaa/manifest.json'),
    ),
  ) as Manifest;
  expect(Object.keys(manifest.files).length).toBeGreaterThan(10);
  const core = corePaths(manifest);
  expect(core.map((path) => path.replace(/[^/]+\.json$/, ''))).toEqual(['near/', 'setting/fr-FR/', '']);
  expect(core).toContain('coverage.json');
});

function alter(files: Files, which: RegExp): void {
  for (const [path, bytes] of files) {
    if (path.search(which) < 0) continue;
    files.set(
      path,
      bytes.map((byte, at) => (at === 5 ? byte ^ 1 : byte)),
    );
    if (!which.global) return;
  }
}

describe('the version of the start is proved by the second look', () => {
  function started(...versions: string[]) {
    const made = setUp(...versions);
    made.files.set('index.json', distIndex(versions[0] ?? '', versions));
    return made;
  }
  const wholes = (files: Files, version: string): string[] =>
    [...files.keys()].filter((path) => path.startsWith(`${version}/`));

  test('once, after the start has ended, and keeps what is warm', async () => {
    const { files, store, source } = started('aaaaaaaa');
    await source.start();
    onTestFinished(() => source.stop());
    expect(store.reads).toEqual(['index.json', 'aaaaaaaa/manifest.json']);
    const dataset = source.snapshot();
    await source.check();
    expect(store.reads).toEqual(expect.arrayContaining(wholes(files, 'aaaaaaaa')));
    expect(source.snapshot()).toBe(dataset);
    const reads = store.reads.length;
    await source.check();
    expect(store.reads.slice(reads)).toEqual(['index.json']);
    expect(source.status()).toEqual({ version: 'aaaaaaaa', refusals: 0 });
  });

  test('whichever file is damaged, the newest version that verifies is served until the latest is mended', async () => {
    for (const path of version('cccccccc').keys()) {
      if (path.endsWith('manifest.json')) continue;
      await play(
        ['cccccccc', 'bbbbbbbb', 'aaaaaaaa'],
        [
          ['index', 'cccccccc', 'cccccccc', 'bbbbbbbb', 'aaaaaaaa'],
          ['write', path, '{}'],
          ['lose', 'bbbbbbbb/coverage.json'],
          ['start'],
          ['is', 'cccccccc', 0],
          ['look', 0],
          // It may be a read that failed once.
          ['is', 'cccccccc', 1, 'cccccccc', path],
          ['look', 60],
          ['is', 'aaaaaaaa', 1, 'cccccccc', path],
          ['answers', 'aaaaaaaa'],
          ['mend'],
          ['look', 60],
          ['is', 'cccccccc', 1],
        ],
      );
    }
  });

  test('a newer one that is refused before does not cost what is warm', async () => {
    const { files, source } = started('aaaaaaaa', 'bbbbbbbb');
    await source.start();
    onTestFinished(() => source.stop());
    const dataset = source.snapshot();
    files.set('index.json', distIndex('bbbbbbbb', ['bbbbbbbb', 'aaaaaaaa']));
    files.delete('bbbbbbbb/coverage.json');
    await source.check();
    expect(source.snapshot()).toBe(dataset);
    expect(source.status()).toMatchObject({ version: 'aaaaaaaa', refused: { version: 'bbbbbbbb' } });
  });

  test('at the depth of its kind of place', async () => {
    const { files, store } = setUp('aaaaaaaa');
    const source = new DatasetSource(store, { verify: 'core', intervalMs: 1e9 });
    alter(files, /^aaaaaaaa\/coverage/);
    await source.start();
    await source.check();
    source.stop();
    expect(source.status()).toMatchObject({ refused: { reason: expect.stringContaining('coverage.json') } });
    expect(store.reads.length).toBeLessThan(wholes(files, 'aaaaaaaa').length);
  });

  test('a stop ends it at once, without a refusal', async () => {
    const { files, store, source, logger } = started('aaaaaaaa', 'bbbbbbbb');
    await source.start();
    store.before = () => source.stop();
    await source.check();
    expect(logger.lines.filter(([level]) => level === 'error')).toEqual([]);
    // What was being read at that moment; nothing of the older version.
    expect(store.reads.length).toBeLessThan(wholes(files, 'aaaaaaaa').length);
    expect(store.reads.filter((path) => path.startsWith('bbbbbbbb'))).toEqual([]);
    expect(source.status()).toEqual({ version: 'aaaaaaaa', refusals: 0 });
  });
});

describe('with a public key', () => {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = publicKeyText(pair.publicKey);
  const sign = (bytes: Uint8Array) =>
    bytesOf(`${signBytes(null, bytes, pair.privateKey).toString('base64')}\n`);

  /** A signed index of all versions; the first one is the latest. */
  function putIndex(files: Files, serial: number, versions: string[]): void {
    const index = JSON.parse(new TextDecoder().decode(distIndex(versions[0] ?? '', versions)));
    files.set('index.json', bytesOf({ ...index, serial }));
    files.set('index.json.sig', sign(files.get('index.json') ?? bytesOf('')));
  }

  function signed(...versions: string[]) {
    const { files, store, logger, clock } = setUp(...versions);
    for (const name of versions) {
      files.set(`${name}/manifest.json.sig`, sign(files.get(`${name}/manifest.json`) ?? bytesOf('')));
    }
    putIndex(files, 1, versions);
    const options = { logger, now: () => clock.now, intervalMs: 1e9, publicKey };
    return { files, logger, clock, source: new DatasetSource(store, options) };
  }

  test('whatever is withheld or altered of the latest version, no older one is served in its place', async () => {
    const paths = [...signed('bbbbbbbb').files.keys()];
    expect(paths.length).toBeGreaterThan(10);
    const damage = fc.record({ path: fc.constantFrom(...paths), gone: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 5 }), async (damages) => {
        const { files, source, clock } = signed('bbbbbbbb', 'aaaaaaaa');
        for (const { path, gone } of damages) {
          if (gone) files.delete(path);
          else files.set(path, bytesOf('{}'));
        }
        const hasManifest = damages.every(({ path }) => !/manifest|index/.test(path));
        await source.start();
        try {
          for (let look = 0; look < 4; look++, clock.now += 60_000) {
            expect(source.status().version).toBe(hasManifest ? 'bbbbbbbb' : undefined);
            await source.check();
          }
          expect(source.status().refused?.reason).toMatch(/missing|altered|bytes instead|not/);
        } finally {
          source.stop();
        }
      }),
    );
  });

  test('a version that was withdrawn does not come back: it stays only where it is in service', async () => {
    const { files, source, clock } = signed('bbbbbbbb', 'aaaaaaaa');
    await source.check();
    expect(source.status().version).toBe('bbbbbbbb');
    putIndex(files, 2, ['aaaaaaaa', 'bbbbbbbb']);
    const manifest = files.get('aaaaaaaa/manifest.json') ?? bytesOf('');
    files.delete('aaaaaaaa/manifest.json');
    for (let look = 0; look < 3; look++, clock.now += 60_000) {
      await source.check();
      expect(source.status()).toMatchObject({
        version: 'bbbbbbbb',
        refused: { version: 'aaaaaaaa', reason: 'aaaaaaaa/manifest.json is missing.' },
      });
    }
    const restarted = new DatasetSource(memoryStore(files), { publicKey, now: () => clock.now });
    for (let look = 0; look < 3; look++, clock.now += 60_000) await restarted.check();
    expect(restarted.snapshot()).toBeUndefined();
    expect(restarted.status().refused).toMatchObject({ version: 'aaaaaaaa' });
    files.set('aaaaaaaa/manifest.json', manifest);
    await restarted.check();
    expect(restarted.status()).toEqual({ version: 'aaaaaaaa', refusals: 1 });
  });
});

describe('what is served after', () => {
  test.each(vectors<{ what: string; versions: string[]; steps: Step[] }>('dataset-histories'))(
    '$what',
    ({ versions, steps }) => play(versions, steps),
  );
});
