/** Asks a dataset for every pair, node and record in a language, and prints how many answers came. Arguments: dist, language. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { datasetSource } from '../../cli/open.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { createService } from '../../runtime/service.ts';

const [dist = '', lang = ''] = process.argv.slice(2);
const source = await datasetSource(dist, { verify: 'core' });
await source.check();
const version = join(dist, source.snapshot()?.manifest.version ?? '');
const snapshot = createService(source).snapshot();
if (snapshot === undefined) throw new Error(`nothing is served of ${dist}`);
let answers = 0;
await all(`resolve/${lang}`, (pair) => {
  const [key, value] = splitPairKey(pair);
  return snapshot.resolve({ key, value, lang, targetOs: null });
});
await all(`csp/${lang}`, (omaUri) => snapshot.csp({ omaUri, lang }));
await all(`setting/${lang}`, (slug) => snapshot.setting({ slug, lang }));
console.log(answers);

/** Shard by shard: what is asked for must not fill the memory itself. */
async function all(index: string, ask: (key: string) => Promise<unknown>): Promise<void> {
  for (const name of await readdir(join(version, index))) {
    const shard = JSON.parse(await readFile(join(version, index, name), 'utf8'));
    for (const key of Object.keys(shard.entries)) if ((await ask(key)) !== undefined) answers++;
  }
}
