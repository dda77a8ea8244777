/** Bad vendor files: all of them reported at once, each with its place, and nothing written. */
import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { formatProblem, ImportFailed } from '../../build/import/problems.ts';
import type { ImportedFacts } from '../../build/import/run.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { importFacts as importCommand } from '../../cli/facts.ts';
import { COMMAND } from '../command.ts';
import { contents, type FileMap, newFolder } from '../scratch.ts';
import { adml, admx, answering, folderOf, importFiles, policy, settingsOf, source } from './fixture.ts';

const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE policyDefinitions [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>
<policyDefinitions><categories>&c;</categories></policyDefinitions>`;
const OUTSIDE = `<!DOCTYPE policyDefinitions [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<policyDefinitions>
  &x;</policyDefinitions>`;

/** File → content, and the problem's place and words; the ADML beside each is good unless it says otherwise. */
const BAD: Record<string, { files: FileMap; problem: string | RegExp }> = {
  'XML that ends a wrong tag': {
    files: { 'broken.admx': '<policyDefinitions>\n  <policies>\n  </policy>\n</policyDefinitions>' },
    problem: /^broken\.admx:3:\d+: unexpected close tag$/,
  },
  'XML that does not end': {
    files: { 'open.admx': '<policyDefinitions>\n  <policies>' },
    problem: /^open\.admx:2:13: unclosed tag: policies$/,
  },
  'an empty file': { files: { 'empty.admx': '' }, problem: /^empty\.admx:1:1: document must contain a root/ },
  'bytes that are no UTF-8': {
    files: { 'latin.admx': Buffer.from('<policyDefinitions>\n <!-- \u00e9 -->', 'latin1') },
    problem: 'latin.admx:2:7: not valid utf-8 text',
  },
  'UTF-16 cut within a character': {
    files: { 'cut.admx': Buffer.from('\uFEFF<policyDefinitions>\n  <pol', 'utf16le').subarray(0, -1) },
    problem: 'cut.admx:2:6: truncated: utf-16le text of an odd number of bytes (53)',
  },
  'UTF-16 cut between characters': {
    files: { 'half.admx': Buffer.from('\uFEFF<policyDefinitions>\n  <policies>', 'utf16le') },
    problem: /^half\.admx:2:13: unclosed tag/,
  },
  'a billion laughs': { files: { 'laughs.admx': LAUGHS }, problem: /^laughs\.admx:3:\d+: undefined entity$/ },
  'an external entity': { files: { 'xxe.admx': OUTSIDE }, problem: /^xxe\.admx:3:\d+: undefined entity$/ },
  'elements without end': {
    files: { 'deep.admx': `<policyDefinitions>${'<a>'.repeat(5000)}` },
    problem: /^deep\.admx:1:\d+: elements nest deeper than 200$/,
  },
  'a root that is no ADMX': {
    files: { 'root.admx': '\n  <html/>', 'en-US/root.adml': adml({}) },
    problem: 'root.admx:2:3: <html> is not an ADMX root (policyDefinitions)',
  },
  'a root that is no ADML': {
    files: { 'lang.admx': admx(policy('Lang')), 'en-US/lang.adml': '<policyDefinitions/>' },
    problem: 'en-US/lang.adml:1:1: <policyDefinitions> is not an ADML root (policyDefinitionResources)',
  },
  'a policy defined twice': {
    files: {
      'twin-a.admx': admx(policy('Twin')),
      'en-US/twin-a.adml': adml({ Twin: 'Twin' }),
      'twin-b.admx': admx(`${policy('Other')}\n${policy('twin')}`),
      'en-US/twin-b.adml': adml({ Twin: 'Twin' }),
    },
    problem:
      'twin-b.admx:9:5: policy Example.Policies.Test::twin is defined a second time (first in twin-a.admx:8:5)',
  },
  'an unknown kind of element': {
    files: {
      'kind.admx': admx(policy('Kind', '<elements>\n<slider\n id="s" valueName="S"/></elements>')),
      'en-US/kind.adml': adml({ Kind: 'Kind' }),
    },
    problem: 'kind.admx:9:1: policy Kind: unknown element kind <slider>',
  },
  'an unknown kind of data': {
    files: {
      'data.admx': admx(policy('Data', '<enabledValue><binary value="00"/></enabledValue>')),
      'en-US/data.adml': adml({ Data: 'Data' }),
    },
    problem: /^data\.admx:8:\d+: unknown kind of value <binary>$/,
  },
  'a number that is none': {
    files: {
      'number.admx': admx(policy('Number', '<enabledValue><decimal value="0x1"/></enabledValue>')),
      'en-US/number.adml': adml({ Number: 'Number' }),
    },
    problem: /^number\.admx:8:\d+: <decimal> has no number as its value: "0x1"$/,
  },
  'a class that is none': {
    files: {
      'class.admx': admx(policy('Class', '', { class: 'Device' })),
      'en-US/class.adml': adml({ Class: 'Class' }),
    },
    problem: 'class.admx:8:5: policy Class: unknown class "Device"',
  },
  'something else among the policies': {
    files: { 'among.admx': admx('<setting name="x"/>'), 'en-US/among.adml': adml({}) },
    problem: 'among.admx:8:1: unknown element <setting> among the policies',
  },
};

const GOOD: FileMap = {
  'good.admx': admx(policy('Good', '', { attrs: 'valueName="On"' })),
  'en-US/good.adml': adml({ Good: 'Good' }),
};
/** A template that a language has no ADML of is an absence, no error. */
const ALONE: FileMap = { 'alone.admx': admx(policy('Alone')) };
const ALL: FileMap = Object.assign({}, GOOD, ALONE, ...Object.values(BAD).map(({ files }) => files));
for (const name of Object.keys(ALL).filter((each) => each.endsWith('.admx') && each !== 'alone.admx'))
  ALL[`en-US/${name.replace('.admx', '.adml')}`] ??= adml({});

const under = (folder: string, files: FileMap): FileMap =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

const problemsOf = (facts: ImportedFacts) =>
  facts.problems.map(formatProblem).map((each) => each.replace('fixture/1/', ''));

async function failure(run: Promise<unknown>): Promise<ImportFailed> {
  const error = await run.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof ImportFailed)) throw new Error(`no ImportFailed: ${String(error)}`);
  return error;
}

describe('an import of bad files', () => {
  it('reports every one of them at once, with file, line and column', async () => {
    const { problems, message } = await failure(importFiles(under('fixture/1', ALL)));
    const told = problems.map(formatProblem).map((each) => each.replaceAll('fixture/1/', ''));
    for (const [name, { problem }] of Object.entries(BAD))
      expect(told, name).toContainEqual(
        typeof problem === 'string' ? problem : expect.stringMatching(problem),
      );
    expect(told).toHaveLength(Object.keys(BAD).length);
    for (const { line, column } of problems)
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(message).toContain('nothing was written');
  });

  it('with keepGoing leaves out each file whole and keeps the rest', async () => {
    const facts = await importFiles(under('fixture/1', ALL), [source()], { keepGoing: true });
    expect([...settingsOf(facts).keys()].sort()).toEqual(['Alone', 'Good', 'Lang', 'Twin']);
    expect(settingsOf(facts).get('Lang')?.text).toEqual({});
    const { leftOut, missingTexts = [], missingAdml } = facts.report.sources.fixture ?? { leftOut: [] };
    // Settings whose texts alone could not be read are kept.
    expect(missingTexts).toEqual([
      expect.stringMatching(/lang\.adml:1:1: <policyDefinitions> is not an ADML/),
    ]);
    expect(leftOut).toHaveLength(Object.keys(BAD).length - missingTexts.length);
    expect(missingAdml).toEqual({ 'en-US': 1 });
    // The coverage of what is made of it does not call the source active.
    const { dataset } = await answering(facts);
    expect(dataset.manifest.sources.map(({ active }) => active)).toEqual([false]);
    const good = await answering(await importFiles(under('fixture/1', GOOD)));
    expect(good.dataset.manifest.sources.map(({ active }) => active)).toEqual([true]);
  });

  it('keeps the languages that an ADMX has when one is missing', async () => {
    const sources = [
      source({ versions: [{ version: '1', date: '2024-01-01', languages: ['en-US', 'fr-FR'] }] }),
    ];
    const files = { ...under('fixture/1', GOOD), 'fixture/1/fr-FR/good.adml': '<policyDefinitionResources>' };
    const facts = await importFiles(files, sources, { keepGoing: true });
    expect(settingsOf(facts).get('Good')?.text).toEqual({ 'en-US': { displayName: 'Good' } });
    expect(problemsOf(facts)).toEqual([expect.stringMatching(/^fr-FR\/good\.adml:1:\d+: unclosed tag/)]);
  });

  it('names missing and empty folders, DDF files that are none, and files that cannot be read', async () => {
    const version = (name: string, languages: string[] = []) => ({
      version: name,
      date: '2024-01-01',
      languages,
    });
    const sources = [
      source({ versions: [version('1', ['en-US']), version('2'), version('3', ['de-DE'])] }),
      source({ id: 'nodes', line: 'nodes', kind: 'ddf', versions: [version('1')] }),
    ];
    const { problems } = await failure(
      importFiles(
        {
          'fixture/1/readme.txt': 'no templates',
          'fixture/1/en-US/readme.txt': '',
          'fixture/3/folder.admx/x': '',
          'nodes/1/a.xml': '<Tree/>',
          'nodes/1/b.xml': '<MgmtTree><Node><NodeName>x</NodeName></Node></MgmtTree>',
        },
        sources,
      ),
    );
    expect(problems.map(formatProblem)).toEqual([
      'fixture/1: no .admx file in the folder',
      'fixture/3: no folder for the declared language de-DE',
      'fixture/3/folder.admx: not a regular file',
      'nodes/1/a.xml:1:1: <Tree> is not a DDF root (MgmtTree)',
      'nodes/1/b.xml:1:11: a top node lacks its Path',
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
    for (const name of ['../x', 'categories', 'policy-ddf', 'A', ''])
      await expect(
        importCommand({ policyDefinitions, out: await newFolder(), name, label: '1' }),
      ).rejects.toThrow('--name');
  });

  it('imports a folder of one’s own, keeps going when told to, and ends with 2 and no stack when not', async () => {
    const folder = await folderOf(ALL);
    const out = join(await newFolder(), 'facts');
    const run = (...more: string[]) =>
      spawnSync(
        process.execPath,
        [COMMAND, 'import', '--policy-definitions', folder, '--out', out, ...more],
        { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
      );
    const failed = run();
    expect(failed.status).toBe(2);
    expect(failed.stderr).toContain(`${Object.keys(BAD).length} problems in the vendor files`);
    expect(failed.stderr).not.toMatch(/^\s+at /m);
    expect(await contents(out)).toEqual(new Map());

    const kept = run('--keep-going');
    expect(kept.status).toBe(0);
    expect(kept.stderr).toContain('left out: kind.admx:9:1: policy Kind: unknown element kind <slider>');
    const lines = await readLines<SettingFact>(join(out, 'custom.jsonl'));
    expect(lines.map(({ slug }) => slug)).toEqual(['alone.alone', 'good.good', 'lang.lang', 'twin-a.twin']);
    const { sources } = JSON.parse((await contents(out)).get('sources.json') ?? '') as SourcesManifest;
    expect(sources.map(({ id }) => id)).toEqual(['custom', 'security-options', 'osconfig', 'policy-ddf']);
    // Nothing says when these files were current.
    expect(lines.filter(({ firstSeen, lastModified }) => firstSeen ?? lastModified)).toEqual([]);
    expect(kept.stderr).toContain('custom: templates without an ADML in en-US: 1');
  });
});
