/** Bad vendor files: all of them reported at once, each with its place, and nothing written. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { formatProblem } from '../../build/import/problems.ts';
import type { ImportedFacts } from '../../build/import/run.ts';
import { FACTS } from '../../build/paths.ts';
import { importFacts as importCommand } from '../../cli/facts.ts';
import { hivecheck } from '../command.ts';
import { contents, type FileMap, newFolder } from '../scratch.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';
import {
  adml,
  admx,
  answering,
  failure,
  folderOf,
  importFiles,
  policy,
  settingsOf,
  source,
  version,
} from './fixture.ts';

interface Bad {
  what: string;
  file: string;
  text?: RepeatedText;
  /** Those of a template that is sound but for them. */
  policies?: string;
  encoding?: BufferEncoding;
  /** Bytes that are missing at the end. */
  cut?: number;
  /** Expression of what is told. */
  problem: string;
}
const BAD = vectors<Bad>('bad-templates');

function bytesOf({ text = '', policies, encoding, cut = 0 }: Bad): Uint8Array {
  const bytes = Buffer.from(policies === undefined ? repeatedText(text) : admx(policies), encoding);
  return bytes.subarray(0, bytes.length - cut);
}

const GOOD: FileMap = {
  'good.admx': admx(policy('Good', '', { attrs: 'valueName="On"' })),
  'en-US/good.adml': adml({ Good: 'Good' }),
};
/** A template that a language has no ADML of is an absence, no error. */
const ALONE: FileMap = { 'alone.admx': admx(policy('Alone')) };
/** What the bad files are beside. */
const BESIDE: FileMap = {
  'lang.admx': admx(policy('Lang')),
  'twin-a.admx': admx(policy('Twin')),
  'en-US/twin-a.adml': adml({ Twin: 'Twin' }),
};
const bad = Object.fromEntries(BAD.map((each) => [each.file, bytesOf(each)]));
const ALL: FileMap = { ...GOOD, ...ALONE, ...BESIDE, ...bad };
for (const name of Object.keys(ALL).filter((each) => each.endsWith('.admx') && each !== 'alone.admx'))
  ALL[`en-US/${name.replace('.admx', '.adml')}`] ??= adml({});

const under = (folder: string, files: FileMap): FileMap =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

const told = ({ problems }: Pick<ImportedFacts, 'problems'>) =>
  problems.map(formatProblem).map((each) => each.replaceAll('fixture/1/', ''));

describe('an import of bad files', () => {
  it('reports every one of them at once, with file, line and column', async () => {
    const failed = await failure(importFiles(under('fixture/1', ALL)));
    const all = told(failed);
    for (const { what, problem } of BAD) expect(all, what).toContainEqual(expect.stringMatching(problem));
    expect(all).toHaveLength(BAD.length);
    for (const { line, column } of failed.problems)
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(failed.message).toContain('nothing was written');
  });

  it('with keepGoing leaves out each file whole and keeps the rest', async () => {
    const facts = await importFiles(under('fixture/1', ALL), [source()], { keepGoing: true });
    expect([...settingsOf(facts).keys()].sort()).toEqual(['Alone', 'Good', 'Lang', 'Twin']);
    expect(settingsOf(facts).get('Lang')?.text).toEqual({});
    const { leftOut, missingTexts = [], missingAdml } = facts.report.sources.fixture ?? { leftOut: [] };
    // Settings whose texts alone could not be read are kept.
    expect(missingTexts).toContainEqual(
      expect.stringMatching(/lang\.adml:1:1: <policyDefinitions> is not an ADML/),
    );
    expect(missingTexts).toHaveLength(BAD.filter(({ file }) => file.endsWith('.adml')).length);
    expect(leftOut).toHaveLength(BAD.length - missingTexts.length);
    expect(missingAdml).toEqual({ 'en-US': 1 });
    // The coverage of what is made of it does not call the source active.
    const { dataset } = await answering(facts);
    expect(dataset.manifest.sources.map(({ active }) => active)).toEqual([false]);
    const good = await answering(await importFiles(under('fixture/1', GOOD)));
    expect(good.dataset.manifest.sources.map(({ active }) => active)).toEqual([true]);
  });

  it('keeps the languages that an ADMX has when one is missing', async () => {
    const sources = [source({ versions: [version('1', '2024-01-01', ['en-US', 'fr-FR'])] })];
    const files = { ...under('fixture/1', GOOD), 'fixture/1/fr-FR/good.adml': '<policyDefinitionResources>' };
    const facts = await importFiles(files, sources, { keepGoing: true });
    expect(settingsOf(facts).get('Good')?.text).toEqual({ 'en-US': { displayName: 'Good' } });
    expect(told(facts)).toEqual([expect.stringMatching(/^fr-FR\/good\.adml:1:\d+: unclosed tag/)]);
  });

  it('names missing and empty folders, what a DDF file must not hold, and files that cannot be read', async () => {
    const of = (label: string, ...languages: string[]) => version(label, '2024-01-01', languages);
    const sources = [
      source({ versions: [of('1', 'en-US'), of('2'), of('3', 'de-DE')] }),
      source({ id: 'nodes', line: 'nodes', kind: 'ddf', versions: [of('1')] }),
    ];
    const nodes = vectors<[name: string, text: string, ...problems: string[]]>('bad-nodes');
    const files: FileMap = {
      'fixture/1/readme.txt': 'no templates',
      'fixture/1/en-US/readme.txt': '',
      'fixture/3/folder.admx/x': '',
      'fixture/3/admx/a.admx': '',
    };
    for (const [name, text] of nodes) files[`nodes/1/${name}.xml`] = text;
    const { problems } = await failure(importFiles(files, sources));
    expect(problems.map(formatProblem)).toEqual([
      'fixture/1: no .admx file in the folder',
      'fixture/3: no folder for the declared language de-DE: put it there, or take it out of the languages of the version',
      'fixture/3/admx: has .admx files, which are read in the folder of the version only: move them there',
      'fixture/3/folder.admx: not a regular file',
      ...nodes.flatMap(([name, , ...all]) => all.map((problem) => `nodes/1/${name}.xml:${problem}`)),
      expect.stringMatching(/^fixture\/2: no such folder of a declared source, and no committed facts of it/),
    ]);
  });
});

describe('the import command', () => {
  it('leaves the facts byte for byte as they were when it fails', async () => {
    const out = await newFolder();
    await cp(FACTS, out, { recursive: true });
    const before = await contents(out);
    const broken = await folderOf({ 'wsl/2026-08-22/WSL.admx': '<a>' });
    const { problems } = await failure(importCommand({ sources: broken, out, name: 'x', label: 'x' }));
    expect(problems.map(({ file }) => file)).toEqual(['wsl/2026-08-22', 'wsl/2026-08-22/WSL.admx']);
    const empty = await newFolder();
    await expect(importCommand({ sources: empty, out, name: 'x', label: 'x' })).rejects.toThrow(
      `${empty}: holds no <source>/<version>/ of any declared version`,
    );
    expect(await contents(out)).toEqual(before);
  });

  it('refuses a name that would write elsewhere', async () => {
    const policyDefinitions = await folderOf(GOOD);
    for (const name of ['../x', 'categories', 'policy-ddf', 'microsoft-learn', 'A', ''])
      await expect(
        importCommand({ policyDefinitions, out: await newFolder(), name, label: '1' }),
      ).rejects.toThrow('--name');
  });

  it('imports a folder of one’s own, keeps going when told to, and ends with 2 and no stack when not', async () => {
    const folder = await folderOf(ALL);
    const out = join(await newFolder(), 'facts');
    const args = ['import', '--policy-definitions', folder, '--out', out];
    const run = (...more: string[]) => hivecheck([...args, ...more], undefined, { NO_COLOR: '1' });
    const failed = await run();
    expect(failed.code).toBe(2);
    expect(failed.err).toContain(`${BAD.length} problems in the vendor files`);
    expect(failed.err).not.toMatch(/^\s+at /m);
    expect(await contents(out)).toEqual(new Map());

    const kept = await run('--keep-going');
    expect(kept.code).toBe(0);
    expect(kept.err).toContain('left out: kind.admx:9:1: policy Kind: unknown element kind <slider>');
    const lines = await readLines<SettingFact>(join(out, 'custom.jsonl'));
    expect(lines.map(({ slug }) => slug)).toEqual(['alone.alone', 'good.good', 'lang.lang', 'twin-a.twin']);
    const made = await contents(out);
    expect(made.get('supported-on.jsonl')).toContain('"microsoft-learn::');
    const { sources } = JSON.parse(made.get('sources.json') ?? '') as SourcesManifest;
    const ids = 'custom,security-options,osconfig,policy-ddf,microsoft-learn';
    expect(sources.map(({ id }) => id).join()).toBe(ids);
    // Nothing says when these files were current.
    expect(lines.filter(({ firstSeen, lastModified }) => firstSeen ?? lastModified)).toEqual([]);
    expect(kept.err).toContain('custom: templates without an ADML in en-US: 1');
  });
});
