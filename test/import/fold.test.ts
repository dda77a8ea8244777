/** Facts that stay where no files are, and what may be put onto them: with small files of our own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenPairs } from '../../build/facts/pair-id.ts';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { readCommitted } from '../../build/import/committed.ts';
import { emptyLine, mergeLine } from '../../build/import/merge.ts';
import { type ImportedFacts, type ImportOptions, importSources } from '../../build/import/run.ts';
import { emptyModel, type VersionModel } from '../../build/import/version.ts';
import { renderFacts, writeFacts } from '../../build/import/write.ts';
import { importDeclared } from '../../build/pipeline/import-declared.ts';
import { importNotes } from '../../build/pipeline/import-notes.ts';
import { contents, type FileMap } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { factsOf, failure, folderOf, problemsOf, source, template, version } from './fixture.ts';

const LAMP = source({ id: 'lamp', line: 'lamp', versions: [version('1', '2024-01-01')] });
const DOOR = source({ id: 'door', line: 'door', versions: [version('1', '2024-02-01')] });

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
const BASE = { ...template('lamp', '1', NAMES), ...template('door', '1', NAMES) };

/** A folder of facts of both. */
const committedFacts = (sources = [LAMP, DOOR], files: FileMap = BASE) => factsOf(files, sources);

async function onto(
  folder: string,
  sources: SourceDeclaration[],
  files: FileMap,
  more: Partial<ImportOptions> = {},
): Promise<ImportedFacts> {
  const committed = await readCommitted(folder, sources);
  return importSources({ root: await folderOf(files), sources, committed, ...more });
}

const lampWith = (...versions: SourceDeclaration['versions']): SourceDeclaration => ({ ...LAMP, versions });
const [ONE, TWO, THREE] = [
  version('1', '2024-01-01'),
  version('2', '2024-06-01'),
  version('3', '2024-09-01'),
];

interface Refused {
  what: string;
  /** Label and date of each declared version. */
  lamp: [string, string][];
  door: [string, string][];
  /** `source version` → policies of the template. */
  files: Record<string, string[]>;
  problems: string[];
}

describe('onto the committed facts', () => {
  it('a new version is put without the older one and without other vendors’ files, as from all files', async () => {
    const sources = [lampWith(ONE, TWO), DOOR];
    const added = template('lamp', '2', ['A', 'B', 'C', 'D', 'E', 'G']);
    const facts = await onto(await committedFacts(), sources, added);
    const whole = await importSources({ root: await folderOf({ ...BASE, ...added }), sources });
    // How often words stand in texts is counted once.
    expect(renderFacts({ ...facts, frequencies: {} })).toEqual(renderFacts({ ...whole, frequencies: {} }));
    expect(facts.plans.map(({ how, kept }) => [how, kept])).toEqual([
      ['folded', ['lamp 1']],
      ['kept', ['door 1']],
    ]);
    expect(importNotes(facts)).toMatch(
      /^\n## Read\n\n- lamp 2 \(2024-06-01\): 2 files, .*, put onto the facts of the versions before\n\n## Kept as they are in the facts\n\n- lamp 1\n- door 1\n$/,
    );
    const gone = facts.settings.get('lamp')?.find(({ slug }) => slug === 'lamp.f');
    expect(gone).toMatchObject({ version: '1', removedIn: '2' });
  });

  it('two versions of one line are put one after the other, by their dates', async () => {
    const sources = [lampWith(ONE, THREE, TWO), DOOR];
    const added = { ...template('lamp', '2', NAMES), ...template('lamp', '3', NAMES.slice(1)) };
    const facts = await onto(await committedFacts(), sources, added);
    const whole = await importSources({ root: await folderOf({ ...BASE, ...added }), sources });
    expect(facts.settings).toEqual(whole.settings);
    expect(facts.settings.get('lamp')?.[0]).toMatchObject({ slug: 'lamp.a', version: '2', removedIn: '3' });
  });

  it.each(vectors<Refused>('refused-imports'))('refuses $what, and says what to do', async (each) => {
    const versions = (all: [string, string][]) => all.map(([label, date]) => version(label, date));
    const sources = [lampWith(...versions(each.lamp)), { ...DOOR, versions: versions(each.door) }];
    const folders = Object.entries(each.files).map(([folder, names]) => {
      const [id = '', label = ''] = folder.split(' ');
      return template(id, label, names);
    });
    const found = await problemsOf(onto(await committedFacts(), sources, Object.assign({}, ...folders)));
    expect(found).toEqual(each.problems.map((problem) => expect.stringMatching(problem)));
  });

  it('a template that moved to another line is refused until it is meant, and is then current there', async () => {
    const folder = await committedFacts();
    const sources = [LAMP, { ...DOOR, versions: [...DOOR.versions, version('2', '2024-06-01')] }];
    const files = { ...template('door', '2', NAMES) };
    files['door/2/lamp.admx'] = BASE['lamp/1/lamp.admx'] ?? '';
    files['door/2/en-US/lamp.adml'] = BASE['lamp/1/en-US/lamp.adml'] ?? '';
    expect(await problemsOf(onto(folder, sources, files))).toEqual([
      expect.stringMatching(
        /^door: lamp\.admx: 6 policies that the facts have of lamp: .*--allow-moved; .*corrections\.json under "lines"$/,
      ),
    ]);
    const facts = await onto(folder, sources, files, { allowMoved: true });
    expect(facts.settings.get('lamp')).toEqual([]);
    expect(facts.settings.get('door')?.map(({ slug }) => slug)).toContain('lamp.a');
    expect(facts.unjoined).toHaveLength(12);
    // No file of the source stays, and what both lines state is kept for the next import.
    await writeFacts(facts, folder);
    expect([...(await contents(folder)).keys()]).not.toContain('lamp.jsonl');
    expect(renderFacts(await onto(folder, sources, files))).toEqual(renderFacts(facts));
  });

  it('--keep-going keeps the facts of a line whose file is broken, and takes the others', async () => {
    const folder = await committedFacts();
    const sources = [
      lampWith(ONE, TWO),
      { ...DOOR, versions: [...DOOR.versions, version('2', '2024-06-01')] },
    ];
    const files = { ...template('lamp', '2', NAMES), ...template('door', '2', NAMES) };
    files['lamp/2/lamp.admx'] = '<policyDefinitions>';
    const facts = await onto(folder, sources, files, { keepGoing: true });
    expect(facts.plans.map(({ how, kept }) => how + kept)).toEqual(['keptlamp 1', 'foldeddoor 1']);
    expect(facts.problems.map(({ file }) => file)).toEqual(['lamp/2/lamp.admx']);
    expect(facts.settings.get('lamp')).toHaveLength(6);
    expect(Object.keys(facts.report.sources.lamp?.versions ?? {})).toEqual(['1']);
  });
});

it('of a DDF the newest version alone counts: what it lacks is told, and refused where it is much', async () => {
  const tree = (names: string[]) =>
    `<MgmtTree><Node><NodeName>A</NodeName><Path>./Device/Vendor/MSFT</Path>${names.map((name) => `<Node><NodeName>${name}</NodeName></Node>`).join('')}</Node></MgmtTree>`;
  const ddf = (...versions: SourceDeclaration['versions']) =>
    source({ id: 'nodes', line: 'nodes', kind: 'ddf', versions });
  const folder = await committedFacts([ddf(ONE)], { 'nodes/1/a.xml': tree(NAMES) });
  const next = (names: string[]) => onto(folder, [ddf(ONE, TWO)], { 'nodes/2/a.xml': tree(names) });
  const { nodes, lostNodes, ...facts } = await next(NAMES.slice(1));
  expect(nodes.get('nodes')?.map(({ omaUri }) => omaUri.slice(-1))).toEqual(['A', ...NAMES.slice(1)]);
  expect(lostNodes).toEqual(['./Device/Vendor/MSFT/A/A']);
  const told = importNotes({ ...facts, lostNodes: [...lostNodes, ...Array(60).fill('x')] });
  expect(told).toMatch(/DDF lacks\n\n- \.\/Device\/Vendor\/MSFT\/A\/A\n(- x\n){49}- … and 11 more\n$/);
  expect((await failure(next(['A']))).message).toMatch(/^nothing was .*\nnodes: 5 of 7 nodes would be /);
});

describe('--remove', () => {
  it('takes a source out, lists its settings, and leaves nothing of it', async () => {
    const folder = await committedFacts();
    await writeFile(join(folder, 'downloads.json'), '{"lamp":{"kind":"manual","reason":"by hand, always"}}');
    const { removed } = await importDeclared({ facts: folder, builtIn: folder, remove: ['lamp'] });
    expect(removed).toEqual([{ source: 'lamp', slugs: NAMES.map((name) => `lamp.${name.toLowerCase()}`) }]);
    const left = await contents(folder);
    expect([...left.values()].filter((text) => text.includes('lamp'))).toEqual([]);
    expect([...left.keys()].filter((name) => name.includes('lamp'))).toEqual([]);
  });

  it('is needed where a declaration vanished, and names what it does not know', async () => {
    const folder = await committedFacts();
    const before = await contents(folder);
    const run = (remove: string[]) => importDeclared({ facts: folder, builtIn: folder, remove });
    await expect(run(['nonesuch'])).rejects.toThrow('--remove nonesuch: no such source');
    expect(await contents(folder)).toEqual(before);
    await writeFile(join(folder, 'sources.json'), JSON.stringify({ sources: [DOOR] }));
    await expect(run([])).rejects.toThrow(/no longer declares lamp.*hivecheck import --remove lamp/);
    expect((await run(['lamp'])).facts.settings.size).toBe(1);
  });

  it('of one source of several of a line needs the files of the others', async () => {
    const twin = { ...DOOR, id: 'twin' };
    const files = { ...BASE, ...template('twin', '1', NAMES) };
    const folder = await committedFacts([LAMP, DOOR, twin], files);
    const run = (root?: string) => importDeclared({ facts: folder, builtIn: folder, remove: ['twin'], root });
    await expect(run()).rejects.toThrow(/joined with those of other versions of door.*--sources: door\/1/);
    const { facts } = await run(await folderOf(template('door', '1', NAMES)));
    expect([...facts.settings.keys()]).toEqual(['lamp', 'door']);
  });
});

it('a lock edited by hand is refused with both digests', async () => {
  const folder = await committedFacts();
  const entry = { version: '1', date: '2024-01-01', dateFrom: 'declared', files: [] };
  const unpacked = { files: 2, sha256: '0'.repeat(64) };
  const lock = { lockVersion: 1, sources: { lamp: [{ ...entry, unpacked }] } };
  await writeFile(join(folder, 'downloads.lock.json'), JSON.stringify(lock));
  const before = await contents(folder);
  await expect(importDeclared({ facts: folder, builtIn: folder })).rejects.toThrow(
    /lamp 1: downloads\.lock\.json pins 2 files, sha256 0{64}; the facts were read from 2, [0-9a-f]{64}\..*restore both/,
  );
  expect(await contents(folder)).toEqual(before);
});

const VALUES = ['a', 'b', 'c'];
/** Which values each version writes; none: the version lacks the setting. */
const history = fc.array(fc.subarray(VALUES), { minLength: 1, maxLength: 6 });

function versionModel(label: string, values: string[]): VersionModel {
  const fact: SettingFact = {
    slug: 'x.p',
    policyId: 'X::p',
    class: 'Machine',
    admx: 'x.admx',
    version: label,
    key: 'Software\\X',
    elements: values.map((id) => ({ type: 'decimal', id, valueName: id })),
    text: { 'en-US': { displayName: 'P', labels: Object.fromEntries(values.map((id) => [id, id])) } },
  };
  const settings = new Map(values.length > 0 ? [['x::p', fact]] : []);
  return { ...emptyModel(), settings, files: new Set(['x.admx']), namespaces: new Set(['x']) };
}

it('any versions of one setting leave as former what a later one no longer writes, each pair with the last version that did', () => {
  fc.assert(
    fc.property(history, (all) => {
      const versions = all.map((values, at) => ({
        source: { id: 'x' },
        version: { version: String(at) },
        model: versionModel(String(at), values),
        keywords: new Map(),
      }));
      const merged = mergeLine(emptyLine('x'), versions).settings.get('x::p')?.fact;
      const having = all.flatMap((values, at) => (values.length > 0 ? [at] : []));
      const newest = having.at(-1);
      if (newest === undefined) {
        expect(merged).toBeUndefined();
        return;
      }
      expect(merged?.removedIn).toBe(newest < all.length - 1 ? String(newest + 1) : undefined);
      // Naive: of each value that the newest version with the setting lacks, the last version that writes it.
      const expected = VALUES.flatMap((value) => {
        const last = all.findLastIndex((values) => values.includes(value));
        if (last < 0 || last === newest) return [];
        return [`${value} ${last} ${having[having.indexOf(last) + 1]}`];
      });
      const found = (merged?.former ?? []).flatMap((part) => {
        const own = (part.elements ?? []).map(({ id }) => id);
        expect(writtenPairs(part).size).toBe(own.length);
        expect(Object.keys(part.text?.['en-US']?.labels ?? {})).toEqual(own);
        return own.map((id) => `${id} ${part.version} ${part.removedIn}`);
      });
      expect(found.sort()).toEqual(expected.sort());
    }),
  );
});
