/** Writes two generations of facts, or of a dataset, over each other until it is killed. */
import { randomBytes } from 'node:crypto';
import { type ManifestBase, writeVersion } from '../../build/compile/write.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { type ImportedFacts, importSources } from '../../build/import/run.ts';
import { writeFacts } from '../../build/import/write.ts';

const [what, folder = ''] = process.argv.slice(2);
const PARTS = 40;
const nothing = await importSources({ root: folder, sources: [] });

function facts(generation: string): ImportedFacts {
  // One of the sources exists in one generation only: its file has to come and go.
  const ids = Array.from({ length: PARTS }, (_, at) => `source-${at}`);
  const setting = (slug: string): SettingFact => ({
    slug,
    policyId: `${generation}::${slug}`,
    class: 'User',
    version: generation,
    firstSeen: '2024-01-01',
    lastModified: '2024-01-01',
    key: randomBytes(20_000).toString('hex'),
    text: {},
  });
  const isThere = (id: string) => generation === 'a' || id !== 'source-7';
  return {
    ...nothing,
    settings: new Map(ids.map((id) => [id, isThere(id) ? [setting(id)] : []])),
    categories: [{ line: generation, id: 'x', text: {} }],
    supportedOn: [{ line: generation, id: 'x', text: {} }],
    report: { sources: {}, shared: [generation] },
  };
}

function version(generation: string, turn: number): Promise<unknown> {
  const files = new Map(
    Array.from({ length: PARTS }, (_, at) => [`resolve/${at}.json`, generation.repeat(10_000 + at)]),
  );
  const base: ManifestBase = {
    languages: ['en-US'],
    sources: [],
    counts: { settings: 0, registryPairs: 0, cspMappings: 0 },
    shardBits: { resolve: 1, list: 1, near: 1, csp: 1, catalog: 1, setting: 1, policy: 1 },
  };
  // Every turn has a time of its own, so that a version that is there already is written over too.
  return writeVersion(folder, files, base, new Date(turn * 1000).toISOString());
}

const MANIFEST = { 'sources.json': '{"sources":[]}\n', 'corrections.json': '{"corrections":[]}\n' };
for (let turn = 0; ; turn++) {
  const generation = turn % 2 === 0 ? 'a' : 'b';
  if (what === 'facts') await writeFacts(facts(generation), folder, MANIFEST);
  else await version(generation, turn);
  if (turn === 1) process.stdout.write('ready\n');
}
