/**
 * What one would build instead: the same entries in SQLite, one JSON column, behind fastify. Its packages are no part of
 * the project (one of them is compiled for a minute when it is installed): the bench installs them beside itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openDataset } from '../../runtime/dataset/open.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { type Server, withServers } from './child.ts';
import { OUT, RIVAL } from './paths.ts';
import { type Ask, answerTo, LANG } from './requests.ts';
import { withStored } from './stored.ts';

/** Undefined where its packages cannot be installed: npm's reasons are on stderr. */
export async function makeRival(dist: string, asks: readonly Ask[]): Promise<Server | undefined> {
  if (!installed()) return undefined;
  const file = join(OUT, 'rival.db');
  await rm(file, { force: true });
  const db = new (createRequire(join(RIVAL, 'package.json'))('better-sqlite3'))(file);
  db.exec('CREATE TABLE entries (place, key, entry, PRIMARY KEY (place, key)) WITHOUT ROWID; BEGIN');
  const insert = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?)');
  const dataset = await openDataset(folderStore(dist));
  // With the entries that the answers to `asks` look up.
  const recording = withStored(dataset, async (index, key) => {
    const json = await dataset.stored(index, key);
    if (json !== undefined) insert.run(index, key, Buffer.from(json).toString());
    return json;
  });
  const { resolve } = createSnapshot(recording, () => {
    throw new Error('not part of the comparison');
  });
  for (const { body = '' } of asks) await resolve({ lang: LANG, targetOs: null, ...JSON.parse(body) });
  db.exec('COMMIT; ANALYZE');
  db.close();
  return ['rival', RIVAL, file, dist];
}

function installed(): boolean {
  if (existsSync(join(RIVAL, 'node_modules', '.package-lock.json'))) return true;
  process.stderr.write('installing better-sqlite3 and fastify beside the bench (compiles for a minute) …\n');
  const args = ['ci', '--no-audit', '--no-fund'];
  return spawnSync('npm', args, { cwd: RIVAL, stdio: ['ignore', 2, 2] }).status === 0;
}

/** Rejects where two servers answer one of `asks` differently: what is compared must be the same work. */
export async function requireSameAnswers(servers: readonly Server[], asks: readonly Ask[]): Promise<void> {
  await withServers(servers, async (children) => {
    for (const ask of asks) {
      const texts = new Set<string>();
      for (const { url } of children) {
        const text = new TextDecoder().decode(await answerTo(url, ask));
        const { dataset: _stamp, ...answer } = JSON.parse(text) as Record<string, unknown>;
        texts.add(JSON.stringify(answer));
      }
      if (texts.size > 1) throw new Error(`${servers.map(String)} differ for ${ask.body}`);
    }
  });
}
