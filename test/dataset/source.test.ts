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
import { bytesOf, distIndex, type Files, memoryStore, versionFiles, writeFiles } from './make-dist.ts';

const KEYS = Array.from({ length: 24 }, (_, n) => `key${n}\0value`);

/** Every entry names its version, so that a mix shows. */
function version(name: string): Files {
  const entries = new Map(KEYS.map((key) => [key, { version: name }]));
  const indexes = { near: entries, 'csp/en-US': entries, 'setting/en-US': entries };
  return versionFiles({ version: name, indexes, wholes: { 'coverage.json': { version: name } }, bits: 3 });
}

function recorder(): SourceLogger & { lines: [level: string, fields: Record<string, unknown>][] } {
  const lines: [string, Record<string, unknown>][] = [];
  return {
    lines,
    info: (_, fields) => void lines.push(['info', fields]),
    error: (_, fields) => void lines.push(['error', fields]),
  };
}

function setUp(...versions: string[]) {
  const [first] = versions;
  const files: Files = new Map(versions.flatMap((name) => [...version(name)]));
  if (first !== undefined) files.set('index.json', distIndex(first));
  const store = memoryStore(files);
  const logger = recorder();
  const clock = { now: 0 };
  const source = new DatasetSource(store, { logger, now: () => clock.now });
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
      ['info', { version: 'aaaaaaaa' }],
      ['info', { version: 'bbbbbbbb', before: 'aaaaaaaa' }],
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
  const damages: [string, (files: Files) => void, RegExp][] = [
    ['no manifest', (files) => files.delete('bbbbbbbb/manifest.json'), /manifest\.json is missing/],
    [
      'another format',
      (files) => files.set('bbbbbbbb/manifest.json', bytesOf({ schemaVersion: 99 })),
      /format 99/,
    ],
    ['a file less', (files) => files.delete('bbbbbbbb/coverage.json'), /coverage\.json is missing/],
    ['an altered shard', (files) => alter(files, /^bbbbbbbb\/setting/), /is altered/],
    [
      'all files altered',
      (files) => alter(files, /^bbbbbbbb\/(?!manifest)/g),
      /is altered.* Files with a fault: \d+\./,
    ],
    [
      'an index that is not valid JSON',
      (files) => files.set('index.json', bytesOf('{')),
      /^index\.json is not valid JSON/,
    ],
    ['an index that is gone', (files) => files.delete('index.json'), /^index\.json is missing/],
  ];
  test.each(damages)('%s: refused, told once, taken over when repaired', async (_, damage, reason) => {
    const { files, source, logger, clock } = setUp('aaaaaaaa', 'bbbbbbbb');
    await source.check();
    const sound = new Map(files).set('index.json', distIndex('bbbbbbbb'));
    files.set('index.json', distIndex('bbbbbbbb'));
    damage(files);
    await source.check();
    clock.now += 5000;
    await source.check();
    const status = source.status();
    expect(status.version).toBe('aaaaaaaa');
    expect(status.refused?.reason).toMatch(reason);
    expect(status.refused?.at).toBe('1970-01-01T00:00:00.000Z');
    expect(status.refused?.version).toBe(reason.source.startsWith('^index') ? undefined : 'bbbbbbbb');
    expect(logger.lines.filter(([level]) => level === 'error')).toHaveLength(1);
    expect(await answers(source.snapshot())).toEqual(new Set(['aaaaaaaa']));

    for (const [path, bytes] of sound) files.set(path, bytes);
    clock.now += 60_000;
    await source.check();
    expect(source.status()).toMatchObject({ version: 'bbbbbbbb' });
    expect(await answers(source.snapshot())).toEqual(new Set(['bbbbbbbb']));
  });

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

  test('going back to the version in service clears the refusal', async () => {
    const { files, source } = setUp('aaaaaaaa');
    await source.check();
    files.set('index.json', distIndex('bbbbbbbb'));
    await source.check();
    expect(source.status().refused?.version).toBe('bbbbbbbb');
    files.set('index.json', distIndex('aaaaaaaa'));
    await source.check();
    expect(source.status()).toMatchObject({ version: 'aaaaaaaa' });
  });

  test('a host that is down for a while does not hide the refusal of a version', async () => {
    const { files, store, source } = setUp('aaaaaaaa');
    await source.check();
    files.set('index.json', distIndex('bbbbbbbb'));
    await source.check();
    const { before } = store;
    store.before = () => Promise.reject(new Error('down: 10.0.0.1'));
    await source.check();
    expect(source.status().refused?.reason).toBe('index.json cannot be read.');
    store.before = before;
    await source.check();
    expect(source.status().refused?.version).toBe('bbbbbbbb');
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
  test('without a dataset: none, until there is one', async () => {
    const { files, source } = setUp();
    await source.check();
    expect(source.snapshot()).toBeUndefined();
    expect(source.status().refused?.reason).toBe('index.json is missing.');
    for (const [path, bytes] of version('aaaaaaaa')) files.set(path, bytes);
    files.set('index.json', distIndex('aaaaaaaa'));
    await source.check();
    expect(source.status()).toMatchObject({ version: 'aaaaaaaa' });
  });

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
    // Looks are taken by the tests, not by its timer.
    const source = new DatasetSource(made.store, {
      logger: made.logger,
      now: () => made.clock.now,
      intervalMs: 1e9,
    });
    return { ...made, source };
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
    const sound = version('cccccccc');
    for (const [path, bytes] of sound) {
      if (path.endsWith('manifest.json')) continue;
      const { files, source, clock, logger } = started('cccccccc', 'bbbbbbbb', 'aaaaaaaa');
      files.set(path, bytesOf('{}'));
      files.delete('bbbbbbbb/coverage.json');
      await source.start();
      onTestFinished(() => source.stop());
      expect(source.status()).toEqual({ version: 'cccccccc', refusals: 0 });
      await source.check();
      const refused = { version: 'cccccccc', reason: expect.stringContaining(path) };
      // It may be a read that failed once.
      expect(source.status()).toMatchObject({ version: 'cccccccc', refused, refusals: 1 });
      clock.now += 60_000;
      await source.check();
      expect(source.status()).toMatchObject({ version: 'aaaaaaaa', refused, refusals: 1 });
      expect(logger.lines).toContainEqual(['error', expect.objectContaining(refused)]);
      expect(await answers(source.snapshot())).toEqual(new Set(['aaaaaaaa']));
      files.set(path, bytes);
      clock.now += 60_000;
      await source.check();
      expect(source.status()).toEqual({ version: 'cccccccc', refusals: 1 });
    }
  });

  test.each([
    ['in front of the latest', ['cccccccc', 'bbbbbbbb', 'aaaaaaaa'], []],
    ['behind the next one', ['bbbbbbbb', 'cccccccc', 'aaaaaaaa'], ['cccccccc']],
  ])('a version that was rolled back is never taken for it: %s', async (_, names, withdrawn) => {
    const { files, source, clock } = started('aaaaaaaa', 'bbbbbbbb', 'cccccccc');
    const versions = names.map((version) => ({
      version,
      generatedAt: '2026-07-29T00:00:00Z',
      ...(withdrawn.includes(version) && { withdrawn: true }),
    }));
    files.set('index.json', bytesOf({ latest: 'bbbbbbbb', versions }));
    alter(files, /^bbbbbbbb\/csp/);
    await source.start();
    onTestFinished(() => source.stop());
    for (let look = 0; look < 3; look++, clock.now += 60_000) await source.check();
    expect(source.status()).toMatchObject({ version: 'aaaaaaaa', refused: { version: 'bbbbbbbb' } });
  });

  test('where no other is intact it stays, and health says what is wrong with it until it is mended', async () => {
    const { files, source, clock } = started('aaaaaaaa');
    const sound = new Map(files);
    alter(files, /^aaaaaaaa\/csp/);
    await source.start();
    onTestFinished(() => source.stop());
    for (let look = 0; look < 3; look++, clock.now += 60_000) {
      await source.check();
      const refused = { version: 'aaaaaaaa', reason: expect.stringContaining('is altered') };
      expect(source.status()).toMatchObject({ version: 'aaaaaaaa', refused, refusals: 1 });
    }
    for (const [path, bytes] of sound) files.set(path, bytes);
    await source.check();
    expect(source.status()).toEqual({ version: 'aaaaaaaa', refusals: 1 });
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

describe('a start with a damaged latest version', () => {
  test('serves the newest version that verifies, says what is wrong, and takes the latest once it is mended', async () => {
    const { files, source, clock } = setUp('cccccccc', 'bbbbbbbb', 'aaaaaaaa');
    files.set('index.json', distIndex('cccccccc', ['cccccccc', 'bbbbbbbb', 'aaaaaaaa']));
    const manifest = files.get('cccccccc/manifest.json');
    files.delete('cccccccc/manifest.json');
    // The next one opens, but does not verify.
    files.delete('bbbbbbbb/coverage.json');
    await source.check();
    expect(source.snapshot()?.manifest.version).toBe('aaaaaaaa');
    expect(source.status()).toMatchObject({
      version: 'aaaaaaaa',
      refused: { version: 'cccccccc', reason: expect.stringContaining('manifest.json is missing') },
      refusals: 1,
    });
    if (manifest) files.set('cccccccc/manifest.json', manifest);
    clock.now = 60_000;
    await source.check();
    expect(source.status()).toEqual({ version: 'cccccccc', refusals: 1 });
  });

  test('serves nothing where no version is sound', async () => {
    const { files, source } = setUp('bbbbbbbb', 'aaaaaaaa');
    files.set('index.json', distIndex('bbbbbbbb', ['bbbbbbbb', 'aaaaaaaa']));
    for (const version of ['aaaaaaaa', 'bbbbbbbb']) files.delete(`${version}/manifest.json`);
    await source.check();
    expect(source.snapshot()).toBeUndefined();
    expect(source.status()).toMatchObject({ refused: { version: 'bbbbbbbb' } });
  });
});
