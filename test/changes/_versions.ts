/** Three versions of three real settings, signed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signVersion } from '../../build/pipeline/publish/sign.ts';
import { folder, pair } from '../publish/_dist.ts';
import { compileSmall, editFacts, leanFacts } from '../release/_facts.ts';

export interface Made {
  dist: string;
  version: string;
}

let made: ReturnType<typeof compiledThree> | undefined;

/**
 * The same ones for all files of a worker. `b` is without `dropped`, and `moved` has another key there; `c` is `a` again,
 * except that `entitled` is removed by its vendor.
 */
export function threeVersions() {
  made ??= compiledThree();
  return made;
}

async function compiledThree() {
  // Each file of a version is several requests to a bucket.
  const facts = await leanFacts(['firefox'], 3);
  const file = join(facts, 'firefox.jsonl');
  const whole = await readFile(file, 'utf8');
  const [dropped = '', moved = '', entitled = ''] = whole
    .split('\n', 3)
    .map((line) => (JSON.parse(line) as { slug: string }).slug);
  const compiled = async (released: number): Promise<Made> => {
    const dist = await folder();
    const version = await compileSmall(facts, dist, released);
    await signVersion(join(dist, version), pair.privateKey);
    return { dist, version };
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
