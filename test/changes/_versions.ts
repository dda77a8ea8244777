/** Three versions of a few real settings. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../../build/facts/model.ts';
import type { ReleaseTable } from '../../runtime/verdict/releases.ts';
import { folder } from '../publish/_dist.ts';
import { compileSmall, editFacts, editSource, smallFacts } from '../release/_facts.ts';

export interface Made {
  dist: string;
  version: string;
}

export interface ThreeVersions {
  a: Made;
  /** Without `dropped`, and `moved` has another key. */
  b: Made;
  /** `a` again, except that `entitled` is removed by its vendor. */
  c: Made;
  dropped: string;
  moved: string;
  entitled: string;
}

/** @param count of settings. @param few files: without nodes of the DDF, in English alone, for releases of one family. */
export async function threeVersions(count: number, few = false): Promise<ThreeVersions> {
  const facts = await smallFacts(['firefox']);
  await editFacts(facts, 'firefox', (all) => all.slice(0, count));
  if (few) await withoutFiles(facts);
  const file = join(facts, 'firefox.jsonl');
  const whole = await readFile(file, 'utf8');
  const [dropped = '', moved = '', entitled = ''] = whole
    .split('\n', 3)
    .map((line) => (JSON.parse(line) as { slug: string }).slug);
  const compiled = async (released: number): Promise<Made> => {
    const dist = await folder();
    return { dist, version: await compileSmall(facts, dist, released) };
  };
  const a = await compiled(1_795_000_000);
  await editFacts(facts, 'firefox', (all) =>
    all
      .filter(({ slug }) => slug !== dropped)
      .map((each) => (each.slug === moved ? { ...each, key: 'Software\\Moved' } : each)),
  );
  const b = await compiled(1_795_100_000);
  await writeFile(file, whole);
  await editFacts(facts, 'firefox', (all) =>
    all.map((each) => (each.slug === entitled ? { ...each, removedIn: '999' } : each)),
  );
  return { a, b, c: await compiled(1_795_200_000), dropped, moved, entitled };
}

/** Each release has a file of verdicts. */
async function withoutFiles(facts: string): Promise<void> {
  const table = join(facts, 'windows-releases.json');
  const known = await readJson<ReleaseTable>(table);
  const releases = known.releases.filter(({ family }) => family === 'Windows 11');
  await writeFile(table, JSON.stringify({ ...known, releases }));
  await editFacts(facts, 'policy-ddf', () => []);
  await editFacts(facts, 'firefox', (all) =>
    all.map(({ text, ...each }) => ({ ...each, text: { 'en-US': text['en-US'] ?? {} } })),
  );
  for (const id of ['firefox', 'policy-ddf'])
    await editSource(facts, id, ({ versions }) => {
      for (const each of versions) each.languages = ['en-US'];
    });
}
