/**
 * The strongest form of what one would build instead: fastify validates, SQLite finds an entry by one prepared
 * statement, and hivecheck's own code answers from it, with its remembered verdicts. Arguments: folder of the rival's
 * packages, database, dist folder.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { datasetStore } from '../../../cli/open.ts';
import type { ResolveRequest } from '../../../runtime/contract/requests.ts';
import { openDataset } from '../../../runtime/dataset/open.ts';
import { createSnapshot } from '../../../runtime/service.ts';
import { withStored } from '../stored.ts';
import { announce } from './announce.ts';

interface Reply {
  header(name: string, value: string): this;
  send(body: Uint8Array): void;
}

const [packages = '', file = '', dist = ''] = process.argv.slice(2);
const load = createRequire(join(packages, 'package.json'));
const entryOf = new (load('better-sqlite3'))(file, { readonly: true })
  .prepare('SELECT entry FROM entries WHERE place = ? AND key = ?')
  .pluck();

const opened = await openDataset(await datasetStore(dist));
const dataset = withStored(opened, async (index, key) => {
  const entry: unknown = entryOf.get(index, key);
  return entry === undefined ? undefined : Buffer.from(String(entry));
});
const { json } = createSnapshot(dataset, () => {
  throw new Error('not part of the comparison');
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
announce(await app.listen({ port: 0, host: '127.0.0.1' }));
