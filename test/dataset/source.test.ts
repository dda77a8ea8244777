import { generateKeyPairSync, sign } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { datasetSource, fileState } from '../../cli/open.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { DatasetSource, type SourceLogger, type SourceOptions } from '../../runtime/dataset/source.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { bytesOf, distIndex, type Files, memoryStore, versionFiles, writeFiles } from './make-dist.ts';

const KEYS = Array.from({ length: 24 }, (_, n) => `key${n}\0value`);

/** Every entry names its version, so that a mix shows. */
function version(name: string): Files {
  const entries = new Map(KEYS.map((key) => [key, { version: name }]));
  const indexes = { near: entries, 'csp/en-US': entries, 'setting/en-US': entries };
  const wholes = { 'coverage.json': { version: name }, 'search/en-US/1.json': { version: name } };
  return versionFiles({ version: name, indexes, wholes, bits: 3 });
}

type Line = [level: 'info' | 'error', fields: Record<string, unknown>, at: string];

function recorder(): SourceLogger & { lines: Line[] } {
  const lines: Line[] = [];
  const log = (level: Line[0]) => (_: string, fields: Record<string, unknown>) =>
    void lines.push([level, fields, new Date(Date.now()).toISOString()]);
  return { lines, info: log('info'), error: log('error') };
}

const pair = generateKeyPairSync('ed25519');
const SIGNED = { publicKey: publicKeyText(pair.publicKey) };

/** A place with these versions, the first in service; with the key of {@link SIGNED} all is signed. */
function setUp(versions: readonly string[] = [], options: SourceOptions = {}) {
  const files: Files = new Map();
  let serial = 0;
  const put = (path: string, bytes: Uint8Array<ArrayBuffer>) => {
    files.set(path, bytes);
    if (options.publicKey !== SIGNED.publicKey || !/manifest|index/.test(path)) return;
    files.set(`${path}.sig`, bytesOf(sign(null, bytes, pair.privateKey).toString('base64')));
  };
  /** The first is the latest; `-` before one that is withdrawn. */
  const putIndex = ([latest = '', ...others]: readonly string[]) => {
    const listed = (others.length > 0 ? others : [latest]).map((name) => ({
      version: name.replace('-', ''),
      generatedAt: '2026-07-29T00:00:00Z',
      ...(name.startsWith('-') && { withdrawn: true }),
    }));
    put('index.json', bytesOf({ latest, versions: listed, serial: ++serial }));
  };
  for (const name of versions) for (const [path, bytes] of version(name)) put(path, bytes);
  putIndex(versions.slice(0, 1));
  const store = memoryStore(files);
  const clock = { now: 0 };
  const date = vi.spyOn(Date, 'now').mockImplementation(() => clock.now);
  onTestFinished(() => date.mockRestore());
  const logger = recorder();
  // Looks are taken by the tests, not by its timer.
  const open = (more: SourceOptions = {}) =>
    new DatasetSource(store, { logger, intervalMs: 1e9, ...options, ...more });
  return { files, store, logger, clock, put, putIndex, open, source: open() };
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

/** What happens to a place, looks at it, and what is served then: the name of one of {@link stepsOf}, and what it takes. */
type Step = [what: keyof ReturnType<typeof stepsOf>, ...given: (string | number | boolean | null)[]];

interface History {
  versions: readonly string[];
  options?: SourceOptions;
  signed?: true;
  steps: readonly Step[];
}

async function play({ versions, options, signed, steps }: History): Promise<void> {
  const stateFile = join(await newFolder(), 'state/serial.json');
  const all = { ...options, ...(signed && { ...SIGNED, state: fileState(stateFile) }) };
  const known = stepsOf(setUp(versions, all), stateFile);
  onTestFinished(known.stop);
  for (const [what, ...given] of steps) await (known[what] as (...given: unknown[]) => unknown)(...given);
}

function stepsOf(made: ReturnType<typeof setUp>, stateFile: string) {
  const { files, store, logger, clock } = made;
  const sound = new Map(files);
  let { source } = made;
  let warm: Dataset | undefined;
  /** Path → the version that was served when it was read. */
  const read = new Map<string, string | undefined>();
  const up = () => {
    store.before = (path) => void read.set(path, source.status().version);
  };
  up();
  return {
    stop: () => source.stop(),
    start: () => source.start(),
    index: (...names: string[]) => made.putIndex(names),
    alter: (path: string) => alter(files, new RegExp(path, 'g')),
    lose: (path: string) => files.delete(path),
    write: (path: string, text: string) => files.set(path, bytesOf(text)),
    /** The same, and its signature. */
    sign: (path: string, text: string) => made.put(path, bytesOf(text)),
    /** Puts the versions there as they were. */
    mend() {
      for (const [path, bytes] of sound) files.set(path, bytes);
    },
    /** The store fails until it is up. */
    down() {
      store.before = () => Promise.reject(new Error('down', { cause: new Error('10.0.0.1') }));
    },
    up,
    /** Of the process, whose file of the serial is there still. */
    restart(allowRollback?: 'allowed') {
      source.stop();
      logger.lines.length = 0;
      source = made.open({ allowRollback: allowRollback !== undefined });
    },
    state: (text: string) => writeFile(stateFile, text),
    forget: () => rm(stateFile),
    look(afterSeconds: number) {
      clock.now += afterSeconds * 1000;
      return source.check();
    },
    /** Where no timer can run. */
    due(afterSeconds: number) {
      clock.now += afterSeconds * 1000;
      return source.checkIfDue();
    },
    is(served: string | null, refusals: number, version?: string | null, reason?: string) {
      // Each is logged once, and keeps the time of its first look.
      const logged = logger.lines.filter(([, fields]) => fields.reason !== undefined);
      expect(logged).toHaveLength(refusals);
      const at = logged.findLast(([, fields]) => fields.version === (version ?? undefined))?.[2];
      const refused = { ...(version && { version }), reason: expect.stringMatching(reason ?? ''), at };
      const expected = { ...(served && { version: served }), ...(reason && { refused }), refusals };
      expect(source.status()).toEqual(expected);
    },
    cause: (reason: string) => expect(logger.lines.at(-1)?.[1].cause).toMatch(new RegExp(reason)),
    answers: async (version: string) => expect(await answers(source.snapshot())).toEqual(new Set([version])),
    /** All that was read since the last of these. */
    reads(...paths: string[]) {
      expect([...read.keys()]).toEqual(paths);
      read.clear();
    },
    /** All files of a version were read while another was served. */
    proves(version: string, served: string) {
      const own = [...files.keys()].filter((path) => path.startsWith(`${version}/`));
      expect(own.map((path) => [path, read.get(path)])).toEqual(own.map((path) => [path, served]));
      read.clear();
    },
    warm() {
      warm = source.snapshot();
    },
    /** The same dataset as before, with what it has read. */
    kept: () => expect(source.snapshot()).toBe(warm),
    /** What a request that began before gets. */
    still: async (version: string) => expect(await answers(warm)).toEqual(new Set([version])),
    loaded: (some: boolean) => expect((source.snapshot()?.shardsLoaded ?? 0) > 0).toBe(some),
    logs(...lines: string[]) {
      expect(logger.lines.map(([level, fields]) => `${level} ${JSON.stringify(fields)}`)).toEqual(lines);
    },
  };
}

describe('the change to a new version', () => {
  test('keeps one bound for both versions', async () => {
    const { files, store } = setUp(['aaaaaaaa', 'bbbbbbbb']);
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

  test('whatever the interleaving, no request mixes versions', async () => {
    const names = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<string>('ask', 'check', ...names), { minLength: 4, maxLength: 30 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          const { files, store, source } = setUp(names);
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

describe('the start', () => {
  test.each([
    ['one look', {}, 1],
    ['a look of its own', { shareLoads: false }, 2],
  ])('who asks while another one waits for the store shares %s (%j)', async (_, options, looks) => {
    const { store } = setUp(['aaaaaaaa']);
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
});

test('a folder is watched: a new version is taken over by itself', async () => {
  const folder = await newFolder();
  const source = await datasetSource(folder, { intervalMs: 10, checkName: false });
  onTestFinished(() => source.stop());
  await source.start();
  expect(source.snapshot()).toBeUndefined();
  for (const name of ['aaaaaaaa', 'bbbbbbbb', 'aaaaaaaa']) {
    await writeFiles(folder, [...version(name), ['index.json', distIndex(name)]]);
    await expect.poll(() => source.status().version).toBe(name);
    expect(await answers(source.snapshot())).toEqual(new Set([name]));
  }
});

test('a host that fails at the start is asked again after 5 s, whatever the interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { files, store } = setUp(['aaaaaaaa']);
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
  test('whichever file is damaged, the newest version that verifies is served until the latest is mended', async () => {
    for (const path of version('cccccccc').keys()) {
      if (path.endsWith('manifest.json')) continue;
      await play({
        versions: ['cccccccc', 'bbbbbbbb', 'aaaaaaaa'],
        steps: [
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
      });
    }
  });

  test('a stop ends it at once, without a refusal', async () => {
    const { files, store, source, logger, putIndex } = setUp(['aaaaaaaa', 'bbbbbbbb']);
    putIndex(['aaaaaaaa', 'aaaaaaaa', 'bbbbbbbb']);
    await source.start();
    store.before = () => source.stop();
    await source.check();
    expect(logger.lines.filter(([level]) => level === 'error')).toEqual([]);
    // What was being read at that moment; nothing of the older version.
    expect(store.reads.length).toBeLessThan([...files.keys()].filter((path) => /^a/.test(path)).length);
    expect(store.reads.filter((path) => path.startsWith('bbbbbbbb'))).toEqual([]);
    expect(source.status()).toEqual({ version: 'aaaaaaaa', refusals: 0 });
  });
});

test('whatever is withheld or altered of the latest version that is signed, no older one is served in its place', async () => {
  const paths = [...setUp(['bbbbbbbb'], SIGNED).files.keys()];
  expect(paths.length).toBeGreaterThan(10);
  const damage = fc.record({ path: fc.constantFrom(...paths), gone: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 5 }), async (damages) => {
      const { files, putIndex, source, clock } = setUp(['bbbbbbbb', 'aaaaaaaa'], SIGNED);
      putIndex(['bbbbbbbb', 'bbbbbbbb', 'aaaaaaaa']);
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

test.each(vectors<History & { what: string }>('dataset-histories'))('what is served after: $what', play);
