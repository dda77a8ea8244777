/**
 * The strongest form of what one would build instead: fastify validates, SQLite finds an entry by one prepared
 * statement, and hivecheck's own code answers from it, with its remembered verdicts. Arguments: folder of the rival's
 * packages, file for the database, dist folder.
 */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ResolveRequest } from '../../../runtime/contract/requests.ts';
import type { Dataset } from '../../../runtime/dataset/dataset.ts';
import { openDataset } from '../../../runtime/dataset/open.ts';
import { datasetStore } from '../../../runtime/node/location.ts';
import { createSnapshot } from '../../../runtime/service.ts';
import { resolveAsks } from '../requests.ts';

interface Reply {
  header(name: string, value: string): this;
  send(body: Uint8Array): void;
}

const [packages = '', file = '', dist = ''] = process.argv.slice(2);
const load = createRequire(join(packages, 'package.json'));
const opened = await openDataset(await datasetStore(dist));

function snapshotOf(lookup: Dataset['lookup']) {
  const { manifest } = opened;
  const file: Dataset['file'] = (path) => opened.file(path);
  return createSnapshot({ manifest, shardsLoaded: 0, probe: () => opened.probe(), file, lookup });
}

// With the entries that the answers to all questions look up.
rmSync(file, { force: true });
const db = new (load('better-sqlite3'))(file);
db.exec('CREATE TABLE entries (place, key, entry, PRIMARY KEY (place, key)) WITHOUT ROWID; BEGIN');
const insert = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?)');
const recording = snapshotOf(async (index, key) => {
  const entry = await opened.lookup(index, key);
  if (entry !== undefined) insert.run(index, key, JSON.stringify(entry));
  return entry;
});
for (const { body = '' } of resolveAsks(dist))
  await recording.resolve({ targetOs: null, ...JSON.parse(body) });
db.exec('COMMIT; ANALYZE');
db.close();

const entryOf = new (load('better-sqlite3'))(file, { readonly: true })
  .prepare('SELECT entry FROM entries WHERE place = ? AND key = ?')
  .pluck();
const { json } = snapshotOf(async (index, key) => {
  const entry: unknown = entryOf.get(index, key);
  return entry === undefined ? undefined : JSON.parse(String(entry));
});

const body = {
  type: 'object',
  required: ['key', 'value'],
  properties: {
    key: { type: 'string', minLength: 1, maxLength: 1024 },
    value: { type: 'string', maxLength: 512 },
    lang: { type: 'string', default: 'en-US' },
    targetOs: { type: 'string', maxLength: 128, nullable: true, default: null },
  },
};
const app = load('fastify')();
app.post('/v1/resolve', { schema: { body } }, (request: { body: ResolveRequest }, reply: Reply) => {
  void json('resolve', request.body).then((answer) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(answer),
  );
});
console.log(`listens on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
