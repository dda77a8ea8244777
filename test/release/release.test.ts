import { cpSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { compile } from '../../build/compile.ts';
import { writeGeneratedAt } from '../../build/facts/dataset.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { signVersion, verifyVersion } from '../../build/pipeline/publish/sign.ts';
import { ReleaseRefused, type ReleaseSteps, release } from '../../build/pipeline/release.ts';
import { contents, index, pair, publicKey } from '../publish/_dist.ts';
import { compileSmall, editFacts, folder, leanFacts } from './_facts.ts';

// So many that two of them are five per cent; every release writes some files for each.
const made = await leanFacts(['firefox'], 40);
const first = await folder();
await compileSmall(made, first, 1_790_000_000);
const published = join(await folder(), 'served');
await publish({ from: first, to: published, keep: 3 });
const count = (await readFile(join(made, 'firefox.jsonl'), 'utf8')).trim().split('\n').length;

let facts: string;
let served: string;
let notesFile: string;
beforeEach(async () => {
  facts = join(await folder(), 'facts');
  cpSync(made, facts, { recursive: true });
  served = join(await folder(), 'served');
  cpSync(published, served, { recursive: true });
  notesFile = join(await folder(), 'notes.md');
});

/** A release whose import is an edit of the facts. */
function steps(edit: (all: SettingFact[]) => SettingFact[], more: Partial<ReleaseSteps> = {}): ReleaseSteps {
  return {
    importInto: async (into) => {
      await editFacts(into, 'firefox', edit);
      return '\n## Read\n\n- firefox\n';
    },
    check: async () => [{ name: 'all good', problems: [] }],
    compile: (from, dist) => compileSmall(from, dist),
    publish: async (from) => void (await publish({ from, to: served, keep: 3 })),
    ...more,
  };
}

const run = (of: ReleaseSteps, more: Partial<Parameters<typeof release>[0]> = {}) =>
  release({ steps: of, facts, previous: served, report: () => {}, notesFile, ...more });

const writtenNotes = () => readFile(notesFile, 'utf8');

const same = (all: SettingFact[]) => all;
const state = async () => [await contents(facts), await contents(served)];

const rekeyed = ([first, ...rest]: SettingFact[], lastModified = '2026-09-01') =>
  first ? [{ ...first, key: 'Software\\Policies\\Moved', lastModified }, ...rest] : [];

test('publishes the version with its changes, signed, and keeps what was imported', async () => {
  const said: string[] = [];
  const signing = { sign: (at: string) => signVersion(at, pair.privateKey) };
  const of = steps((all) => rekeyed(all.slice(0, -1)), signing);
  const result = await run(of, { report: (line) => said.push(line) });
  expect(said).toEqual(['import', 'check', 'compile', 'compare']);
  expect(result.changes).toMatchObject({
    from: { generatedAt: new Date(1_790_000_000_000).toISOString() },
    to: { version: result.version, generatedAt: new Date(1_795_132_800_000).toISOString() },
    summary: { settingsBefore: count, settingsAfter: count - 1, added: 0, removed: 1, changed: 1 },
  });
  const [changed] = result.changes.sources.firefox?.changed ?? [];
  expect(changed).toMatchObject({
    lastModified: '2026-09-01',
    changes: [{ kind: 'key', fact: 'registryKey', after: 'Software\\Policies\\Moved' }],
  });
  expect(result.notes).toContain('\n## Read\n\n- firefox\n');
  expect(await writtenNotes()).toBe(result.notes);
  expect(result.notes).toContain(`\`${changed?.slug}\` (last modified 2026-09-01)`);
  const there = await contents(served);
  expect(JSON.parse(there['index.json'] ?? '')).toMatchObject({ latest: result.version });
  expect(JSON.parse(there[`${result.version}/changes.json`] ?? '')).toEqual(result.changes);
  await verifyVersion({ dist: served, version: result.version }, { publicKey });
  expect(await readFile(join(facts, 'firefox.jsonl'), 'utf8')).toContain('Software\\\\Policies\\\\Moved');
});

test('without an import releases the facts as they are; without a previous one it compares with them', async () => {
  const { importInto: _importInto, ...asTheyAre } = steps(same);
  await rm(served, { recursive: true });
  const { version, changes } = await release({ steps: asTheyAre, facts, report: () => {} });
  expect(changes.sources).toEqual({});
  expect(JSON.parse((await contents(served))['index.json'] ?? '')).toMatchObject({ latest: version });
});

test('removes the temporary folder of one that was killed; of what is served already it publishes nothing', async () => {
  await mkdir(join(dirname(facts), '.tmp-999999999-aaaa-facts/dist'), { recursive: true });
  await run(steps((all) => all.slice(1)));
  expect(await readdir(dirname(facts))).toEqual(['facts']);
  const before = await state();
  const { changes } = await run(steps(same));
  expect(changes.sources).toEqual({});
  expect(await state()).toEqual(before);
});

test('of what is known is published where it is the first there', async () => {
  await rm(served, { recursive: true });
  await run(steps(same), { previous: published });
  expect(await readdir(dirname(served))).toEqual([]);
  const { version } = await run(steps(same), { previous: published, first: true });
  expect(await index(served)).toMatchObject({ latest: version });
});

test('of facts that were changed by hand gives them their time, and stores it', async () => {
  const { importInto: _importInto, ...asTheyAre } = steps(same);
  const compileAsDated = async (from: string, dist: string) =>
    (await compile({ facts: from, builtIn: from, out: dist })).manifest.version;
  await writeGeneratedAt(facts, new Date(1_790_000_000_000));
  await editFacts(facts, 'firefox', (all) => all.slice(1));
  const now = () => new Date('2026-12-01T10:00:00.500Z');
  const { version } = await run({ ...asTheyAre, compile: compileAsDated }, { now });
  const released = '2026-12-01T10:00:00.000Z';
  expect(JSON.parse((await contents(facts))['dataset.json'] ?? '')).toEqual({ generatedAt: released });
  expect(await index(served)).toMatchObject({
    latest: version,
    versions: [{ version, generatedAt: released }, {}],
  });
  const again = await compile({ facts, builtIn: facts, out: await folder() });
  expect(again.manifest).toMatchObject({ version, generatedAt: released });
});

test('removes the file of a source that the import leaves without settings', async () => {
  await cp(join(facts, 'firefox.jsonl'), join(facts, 'emptied.jsonl'));
  const { version } = await run(
    steps((all) => all.slice(1), {
      importInto: async (into) => {
        await rm(join(into, 'emptied.jsonl'));
        await editFacts(into, 'firefox', (all) => all.slice(1));
        return undefined;
      },
    }),
  );
  expect(Object.keys(await contents(facts))).not.toContain('emptied.jsonl');
  expect((await compile({ facts, builtIn: facts, out: await folder() })).manifest.version).toBe(version);
});

test('is refused where the facts are edited meanwhile; the edit stays', async () => {
  const before = await contents(served);
  const edited = steps((all) => all.slice(1), {
    check: async () => {
      await editFacts(facts, 'firefox', (all) => all.slice(2));
      return [];
    },
  });
  await expect(run(edited)).rejects.toThrow(/firefox\.jsonl was changed while the release ran/);
  const lines = (await readFile(join(facts, 'firefox.jsonl'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(count - 2);
  expect(await contents(served)).toEqual(before);
});

const twentieth = Math.floor(count / 20);
test.each<[string, ReleaseSteps, RegExp[]]>([
  [
    'a failing check, every problem of it',
    steps(same, {
      check: async () => [
        { name: 'good', problems: [] },
        { name: 'bad', problems: ['a is wrong', 'b is wrong'] },
        { name: 'worse', problems: Array.from({ length: 30 }, (_, at) => `${at}`) },
      ],
    }),
    [
      /^check "bad": a is wrong$/,
      /^check "bad": b is wrong$/,
      ...Array(20).fill(/^check "worse": \d+$/),
      /^check "worse": … and 10 more$/,
    ],
  ],
  [
    'more than 5 % lost',
    steps((all) => all.slice(0, -twentieth - 1)),
    [/settings would vanish, more than 5 %.*--allow-loss/],
  ],
  [
    'a setting grown younger',
    steps((all) =>
      all.map((each, at) => (at ? each : { ...each, firstSeen: '2026-09-01', lastModified: '2026-09-01' })),
    ),
    [/^freshness: .*now said to be 2026-09-01$/],
  ],
  [
    'a slug changed',
    steps((all) => all.map((each, at) => (at ? each : { ...each, slug: `a.${each.slug}` }))),
    [/^freshness: .*: its slug was firefox\./],
  ],
])('is refused for %s; facts and served dataset stay', async (_what, of, reasons) => {
  const before = await state();
  const refused = await run(of).catch((error: unknown) => error);
  if (!(refused instanceof ReleaseRefused)) throw new Error(`not refused: ${refused}`);
  expect(refused.reasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  expect(refused.notes.split('\n\n').at(1)).toBe(refused.reasons.map((reason) => `    ${reason}`).join('\n'));
  expect(await writtenNotes()).toBe(refused.notes);
  expect(refused.notes).toContain('\n## Read\n\n- firefox\n');
  expect(await state()).toEqual(before);
});

test('may lose 5 % exactly, and more when that is allowed', async () => {
  expect((await run(steps((all) => all.slice(0, -twentieth)))).changes.summary.removed).toBe(twentieth);
  // More than twenty: fewer are not worth a word.
  const half = Math.floor(count / 2) + 1;
  const result = await run(
    steps((all) => all.slice(half)),
    { allowLoss: true },
  );
  expect(result.changes.summary.removed).toBe(half);
  expect(result.notes).toContain(`firefox loses ${half} settings`);
});

test('that changes a fact and not its date goes out, with a word to the reviewer', async () => {
  const { notes } = await run(steps((all) => rekeyed(all, all[0]?.lastModified)));
  expect(notes).toMatch(
    /## To look at\n\n- freshness: firefox\.[\w.]+: registryKey changed, last modified did not/,
  );
});

test.each<keyof ReleaseSteps>(['importInto', 'check', 'compile', 'sign', 'publish'])(
  'that breaks in %s changes nothing',
  async (step) => {
    const before = await state();
    const broken = { [step]: async () => Promise.reject(new Error('power cut')) };
    await expect(run(steps(rekeyed, broken))).rejects.toThrow('power cut');
    expect(await state()).toEqual(before);
  },
);
