/** The committed facts, compiled and not, in the format of today and in older ones; and two real versions of the vendors' files against each other. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareDatasets } from '../../build/diff/compare.ts';
import { canonicalSetting } from '../../build/diff/flatten.ts';
import { checkFreshness } from '../../build/diff/freshness.ts';
import { readDataset, readFactsFolder } from '../../build/diff/read.ts';
import { readJson } from '../../build/facts/model.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { SettingEntry, SettingRecord } from '../../runtime/format/format.ts';
import { corpusDist, plainStore } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { facts, imported, shared } from './_datasets.ts';

test('facts and the dist made of them are the same dataset', async () => {
  const out = await corpusDist();
  const { manifest } = await openDataset(plainStore(out));
  const fromFacts = await readFactsFolder(facts, facts);
  const fromDist = await readDataset(out, facts);
  expect(fromFacts.settings.size).toBe(manifest.counts.settings);
  expect(compareDatasets(fromFacts, fromDist).sources).toEqual({});
  expect(checkFreshness(undefined, fromDist).errors).toEqual([]);
  // The key of an only element is the setting's: it is compared once.
  for (const [slug, { facts: own }] of fromDist.settings)
    for (const [path, { value }] of own)
      if (path.endsWith('/registryKey')) expect(value, slug).not.toBe(own.get('registryKey')?.value);
  // It may have to compile the dataset.
}, 180_000);

if (!existsSync(shared)) console.log(`Skipped: the vendors' files are not at ${shared}`);

/** `<namespace>::<policy>` of every ADMX in a folder, by regular expressions. */
async function policyIds(source: string, version: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const folder = join(shared, source, version);
  for (const name of await readdir(folder)) {
    if (!/\.admx$/i.test(name)) continue;
    const bytes = await readFile(join(folder, name));
    const xml = bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
    const plain = xml.replaceAll(/<!--[\s\S]*?-->/g, '');
    const namespace = /<target\b[^>]*?\snamespace="([^"]+)"/.exec(plain)?.[1];
    for (const [, policy] of plain.matchAll(/<policy\s(?:[^>]*?\s)?name\s*=\s*"([^"]+)"/g))
      ids.add(`${namespace}::${policy}`);
  }
  return ids;
}

async function nodeNames(version: string): Promise<Set<string>> {
  const folder = join(shared, 'policy-ddf', version);
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return new Set(
    texts.flatMap((xml) => [...xml.matchAll(/<NodeName>([^<]*)</g)].map(([, name = '']) => name)),
  );
}

describe.skipIf(!existsSync(shared))('two versions of the vendors', async () => {
  const declared = await readJson<SourcesManifest>(join(facts, 'sources.json'));

  test('Windows 11 Insider 25381.1 → Windows 11 25H2: what a plain reading of the files finds', async () => {
    const [oldSource, oldVersion] = ['windows-11-insider', '25381.1'];
    const [newSource, newVersion] = ['windows-11', '25H2'];
    const from = await imported({ [oldSource]: [oldVersion] }, declared);
    const to = await imported({ [newSource]: [newVersion] }, declared);
    const changes = compareDatasets(from, to);
    const [before, after] = [await policyIds(oldSource, oldVersion), await policyIds(newSource, newVersion)];
    const ids = (what: 'added' | 'removed') =>
      new Set(Object.values(changes.sources).flatMap((each) => each[what].map(({ policyId }) => policyId)));
    const minus = (a: Set<string>, b: Set<string>) => new Set([...a].filter((id) => !b.has(id)));
    expect(ids('added')).toEqual(minus(after, before));
    expect(ids('removed')).toEqual(minus(before, after));
    expect(changes.summary).toMatchObject({ settingsBefore: before.size, settingsAfter: after.size });
    expect(changes.summary.added).toBeGreaterThan(0);
    expect(changes.summary.changedByKind.element + changes.summary.changedByKind.value).toBeGreaterThan(0);
  });

  test('DDF 2024-09 → 2025-02: mappings come and go with the nodes', async () => {
    const windows = { 'windows-11': ['25H2'] };
    const from = await imported({ ...windows, 'policy-ddf': ['2024-09'] }, declared);
    const to = await imported({ ...windows, 'policy-ddf': ['2025-02'] }, declared);
    const changes = compareDatasets(from, to);
    const { added, removed, changedByKind } = changes.summary;
    expect([added, removed, changedByKind.key, changedByKind.text]).toEqual([0, 0, 0, 0]);
    expect(changedByKind.mdm).toBeGreaterThan(0);
    const told = Object.values(changes.sources).flatMap(({ changed }) =>
      changed.flatMap((each) => each.changes),
    );
    const uris = told.filter(
      ({ fact, before, after = before }) => fact.startsWith('csp/') && after?.startsWith('./'),
    );
    expect(uris.length).toBeGreaterThan(0);
    const [old, now] = [await nodeNames('2024-09'), await nodeNames('2025-02')];
    for (const { before, after } of uris) {
      if (before) expect(old).toContain(before.split('/').at(-1));
      if (after) expect(now).toContain(after.split('/').at(-1));
    }
    // Without a setting: the vendor took no node away, and some have other facts.
    const { added: come, removed: gone, changed: other } = changes.nodes;
    for (const { slug } of come) expect(now).toContain(slug.split('/').at(-1));
    expect([come.length > 0, gone.length, other.length > 0]).toEqual([true, 0, true]);
    const kinds = new Set(told.map(({ kind }) => kind));
    expect([...kinds].filter((kind) => kind !== 'mdm' && kind !== 'minBuild')).toEqual([]);
  });
});

test('no member of a record changes unnoticed but texts, dates, names of sources and what is compared elsewhere', async () => {
  const elsewhere = [
    /^\/(firstSeen|lastModified|sourceVersion|learnUrl|noMdm|name|namespace|elementId|registryKey|valueName)$/,
    /^\/(lifecycle\/evidence\/(kind|text)|products\/#\/(product|seenIn\/#)|former\/.*)$/,
    /^\/csp(Alternatives\/#|\/elements\/#)?\/(admxBacked|editionNames\/#|learnUrl|omaUri|scope|source|sourceVersion|store\/.*|via)$/,
    /^\/csp(Alternatives\/#|\/elements\/#)\/omaUris\/.*$/,
    /\/label(Omitted)?$/,
  ];
  const unnoticed = new Set<string>();
  const facts = (record: SettingRecord) => JSON.stringify([...canonicalSetting([record]).facts].sort());
  const changed = (value: unknown) =>
    typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}x`;
  const all = entriesOf<SettingEntry>(await corpusDist(), 'setting/en-US');
  for (const [, { setting }] of all.filter((_, at) => at % 16 === 0)) {
    const before = facts(setting);
    const tried = new Set<string>();
    const walk = (part: Record<string, unknown>, path: string) => {
      for (const [name, value] of Object.entries(part)) {
        const member = `${path}/${Array.isArray(part) || path === '/csp/elements' ? '#' : name}`;
        if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>, member);
        else if (!tried.has(member) && !elsewhere.some((each) => each.test(member))) {
          tried.add(member);
          part[name] = changed(value);
          if (facts(setting) === before) unnoticed.add(member);
          part[name] = value;
        }
      }
    };
    walk(setting, '');
  }
  expect([...unnoticed]).toEqual([]);
});
