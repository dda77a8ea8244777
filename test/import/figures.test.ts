/** What the committed facts must hold of security options, firewall profiles and baselines. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { pairId, writtenPairs } from '../../build/facts/pair-id.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

const facts = await readFacts(FACTS, FACTS);
const writing = new Map<string, SettingFact[]>();
for (const setting of [...facts.settings.values()].flat())
  for (const pair of writtenPairs(setting)) writing.set(pair, [...(writing.get(pair) ?? []), setting]);

const of = (source: string) => facts.settings.get(source) ?? [];
const mdmOf = (settings: SettingFact[], confidence?: string) =>
  settings.filter(({ mdm = [] }) =>
    mdm.some((each) => confidence === undefined || each.confidence === confidence),
  );

describe('security options', () => {
  it('are all there, with the nodes that a baseline states or that have their name', () => {
    const options = of('security-options');
    expect(options).toHaveLength(90);
    expect(mdmOf(options, 'official').length).toBeGreaterThanOrEqual(53);
    expect(mdmOf(options).length).toBeGreaterThanOrEqual(69);
    expect(facts.controls.filter(({ area }) => area === 'System Access').map(({ omaUri }) => omaUri)).toEqual(
      Array.from({ length: 6 }, () => expect.stringContaining('/LocalPoliciesSecurityOptions/')),
    );
  });

  it('and the baselines document at least 125 pairs that no template of a vendor or the community did', () => {
    const templates = new Set(
      facts.sources
        .filter(({ kind }) => kind === 'admx')
        .flatMap(({ id }) => of(id).flatMap((each) => [...writtenPairs(each)])),
    );
    const pairs = [...of('security-options'), ...of('osconfig')].flatMap((each) => [...writtenPairs(each)]);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.filter((each) => !templates.has(each)).length).toBeGreaterThanOrEqual(125);
  });
});

const PROFILES = ['DomainProfile', 'PrivateProfile', 'PublicProfile'];

const VALUES = vectors<[path: string, node: string]>('firewall-nodes');

it.each(PROFILES.flatMap((profile) => VALUES.map(([path, node]) => [profile, path, node])))(
  'the firewall’s %s\\%s is the node %s',
  (profile, path, node) => {
    const full = `SOFTWARE\\Policies\\Microsoft\\WindowsFirewall\\${profile}\\${path}`;
    const at = full.lastIndexOf('\\');
    const settings = writing.get(pairId(full.slice(0, at), full.slice(at + 1))) ?? [];
    const own = settings.flatMap(({ mdm = [] }) =>
      mdm.filter(({ omaUri }) => omaUri.endsWith(`/${profile}/${node}`)),
    );
    expect(own).toMatchObject([{ scope: 'Device', confidence: 'derived' }]);
  },
);

const SAMPLES = join(ROOT, '..', 'shared', 'samples', 'gpo');
if (!existsSync(SAMPLES))
  console.log('skipped: security templates of real baselines (no ../shared/samples here)');

it.skipIf(!existsSync(SAMPLES))('every registry value of real security templates is documented', async () => {
  const names = (await readdir(SAMPLES, { recursive: true })).filter((each) => /GptTmpl\.inf$/i.test(each));
  const missing: string[] = [];
  let values = 0;
  for (const name of names) {
    const text = (await readFile(join(SAMPLES, name))).toString('utf16le');
    for (const [, key = '', value = ''] of text.matchAll(/^MACHINE\\(.+)\\([^\\=]+)=/gim)) {
      values++;
      if (!writing.has(pairId(key, value))) missing.push(`${key}\\${value}`);
    }
  }
  expect(values).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
