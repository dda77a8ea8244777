/** Folders of vendors' files that no declaration names, new folders of facts, and which fault is told first. */
import { generateKeyPairSync } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDeclared } from '../../build/pipeline/import-declared.ts';
import { releaseSteps } from '../../build/pipeline/release-steps.ts';
import { hivecheck } from '../command.ts';
import { madeDist } from '../publish/_dist.ts';
import { smallFacts } from '../release/_facts.ts';
import { contents, newFolder, writeFiles } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { admx, factsOf, folderOf, source, template, version } from './fixture.ts';

const [one, two] = [version('1', '2024-01-01'), version('2', '2024-02-01')];
const LAMP = source({ id: 'lamp', line: 'lamp', versions: [one] });
const DOOR = source({ id: 'door', line: 'door', versions: [one] });

const BASE = { ...template('lamp', '1', ['A', 'B']), ...template('door', '1', ['C']) };
const DECLARED = template('lamp', '2', ['A', 'B', 'D']);

/** Facts of the first versions, whose declarations have a second one of lamp. */
const committed = () => factsOf(BASE, [LAMP, DOOR], [{ ...LAMP, versions: [one, two] }, DOOR]);

describe('a folder that no declaration names', () => {
  const STRAY = {
    ...template('lamp', '2026-11-20', ['E']),
    ...template('lmap', '2', ['F']),
    'empty/readme.txt': 'x',
    '.cache/1/x.txt': 'x',
    'README.md': 'x',
  };
  const NAMED = ['empty', 'lamp/2026-11-20', 'lmap/2'];

  it('is named by an import, which reads the others', async () => {
    const [facts, root] = [await committed(), await folderOf({ ...DECLARED, ...STRAY })];
    const { undeclared, facts: made } = await importDeclared({ root, facts, builtIn: facts });
    expect(undeclared).toEqual(NAMED);
    expect(made.settings.get('lamp')?.map(({ slug }) => slug)).toEqual(['lamp.a', 'lamp.b', 'lamp.d']);
  });

  it('stops a release before anything is read or written', async () => {
    const [facts, root] = [await committed(), await folderOf({ ...DECLARED, ...STRAY })];
    const before = await contents(facts);
    const steps = releaseSteps({ sources: root, keep: 1, progress: () => {} });
    await expect(steps.importInto?.(facts)).rejects.toThrow(
      `not declared in sources.json, so not read: ${NAMED.join(', ')} (`,
    );
    expect(await contents(facts)).toEqual(before);
  });
});

it('a new folder of facts has the facts that are built in, and what was read put onto them', async () => {
  const [builtIn, root, facts] = [
    await committed(),
    await folderOf(DECLARED),
    join(await newFolder(), 'new'),
  ];
  await importDeclared({ root, facts, builtIn });
  await importDeclared({ root, facts: builtIn, builtIn });
  const [made, inPlace] = [await contents(facts), await contents(builtIn)];
  for (const [name, text] of inPlace) {
    const others = ['sources.json', 'corrections.json', 'dataset.json'];
    if (!others.includes(name)) expect([name, made.get(name)]).toEqual([name, text]);
  }
  // Its next import keeps its own facts.
  const before = await contents(facts);
  await importDeclared({ facts, builtIn });
  expect(await contents(facts)).toEqual(before);
});

it('a fault of a file is told before all that is missing', async () => {
  const facts = await committed();
  await writeFile(
    join(facts, 'sources.json'),
    JSON.stringify({
      sources: [
        ...Array.from({ length: 9 }, (_, at) => source({ id: `gone${at}`, line: `gone${at}` })),
        { ...LAMP, versions: [one, two] },
        DOOR,
      ],
    }),
  );
  const damaged = { ...DECLARED, 'lamp/2/lamp.admx': admx('<policy name="A">') };
  const failed = importDeclared({ root: await folderOf(damaged), facts, builtIn: facts });
  await expect(failed).rejects.toThrow(/^\d+ problems [^\n]*\nlamp\/2\/lamp\.admx:\d+:\d+: /);
});

it('the command ends with 2 for what is wrongly used or cannot be read, and with 1 for a finding', async () => {
  const [facts, at] = [await committed(), await newFolder()];
  const pair = ['secret.pem', 'open.pem'].map((name) => join(at, name));
  expect(await hivecheck(['signing-key', ...pair])).toMatchObject({ code: 0 });
  const stray = await folderOf({ ...DECLARED, ...template('lmap', '2', ['F']) });
  const damaged = await folderOf({ 'lamp/2/lamp.admx': '<policyDefinitions>' });
  const none = await folderOf(template('lmap', '2', ['F']));
  const { dist } = await madeDist('one');
  const downloads = await newFolder();
  await cp(facts, downloads, { recursive: true });
  await writeFile(join(downloads, 'downloads.json'), '{"lamp":{"kind":"no such kind"}}');
  const lock = await newFolder();
  await cp(facts, lock, { recursive: true });
  await writeFiles(lock, {
    'downloads.json': '{"lamp":{"kind":"manual","reason":"behind a sign-in"}}',
    'downloads.lock.json': '{',
  });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  await writeFile(join(at, 'rsa.pem'), rsa.export({ type: 'pkcs8', format: 'pem' }));
  const small = await smallFacts(['wsl']);
  const places: Record<string, string> = { facts, at, stray, damaged, none, dist, downloads, lock, small };
  for (const [line, message, code = 2] of vectors<[string, string, number?]>('declared-commands')) {
    const args = line.split(' ').map((arg) => arg.replace(/\{(\w+)\}/, (_, place) => places[place] ?? ''));
    const run = await hivecheck(args);
    expect([line, run.code, run.err]).toEqual([line, code, expect.stringContaining(message)]);
  }
  // Neither half of a pair without the other.
  await expect(readFile(join(at, 'new.pem'))).rejects.toThrow('ENOENT');
}, 120_000);
