/** With the vendors' files at hand: they give the committed facts, byte for byte. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CorrectionsFile } from '../../build/facts/corrections.ts';
import { readJson } from '../../build/facts/model.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import { writeFacts } from '../../build/facts/write.ts';
import { readCommitted } from '../../build/import/committed.ts';
import { importSources } from '../../build/import/run.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { contents, newFolder } from '../scratch.ts';

const SOURCES = join(ROOT, '..', 'shared', 'sources');
const present = existsSync(SOURCES);
if (!present) console.log('skipped: facts against the vendors’ files (no ../shared/sources here)');

it.skipIf(!present)('gives the committed facts', async () => {
  const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
  const out = await newFolder();
  await cp(FACTS, out, { recursive: true });
  const facts = await importSources({
    root: SOURCES,
    sources,
    corrections: await readJson<CorrectionsFile>(join(FACTS, 'corrections.json')),
    knownSlugs: (await readCommitted(FACTS, sources)).slugs,
  });
  expect(facts.problems).toEqual([]);
  await writeFacts(facts, out);
  const [wanted, made] = [await contents(FACTS), await contents(out)];
  expect([...made.keys()]).toEqual([...wanted.keys()]);
  expect([...made].filter(([name, text]) => wanted.get(name) !== text).map(([name]) => name)).toEqual([]);
});
