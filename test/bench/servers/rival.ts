/** The rival: fastify validates, SQLite finds, the verdict is hivecheck's own. Arguments: database, version folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../../../runtime/dataset/dataset.ts';
import type { Manifest, StoredMatch } from '../../../runtime/format.ts';
import { splitPairKey } from '../../../runtime/normalize.ts';
import type { ResolveRequest } from '../../../runtime/schema/requests.ts';
import { createReleases, type ReleaseTable } from '../../../runtime/verdict/index.ts';
import { plainResolve } from '../../answer/plain.ts';
import { announce } from '../child.ts';
import { LANG } from '../requests.ts';
import { loadFastify, openDatabase } from '../rival.ts';

interface Fastify {
  post(path: string, options: object, handler: (request: { body: ResolveRequest }) => Promise<object>): void;
  listen(options: { port: number; host: string }): Promise<string>;
}

type Row = Record<string, string | number | null>;

const [file = '', version = ''] = process.argv.slice(2);
const db = openDatabase(file, true);
const select = (where: string) =>
  db.prepare(
    `SELECT m.*, t.displayName FROM match m LEFT JOIN title t ON t.slug = m.slug AND t.lang = ? WHERE ${where} ORDER BY place`,
  );
const byPair = select('m.key = ? AND m.value = ?');
const byList = select('m.key = ? AND m.value IS NULL');

const dataset: Dataset = {
  manifest: JSON.parse(await readFile(join(version, 'manifest.json'), 'utf8')) as Manifest,
  lookup: <T, K = T>(index: string, key: string): K | undefined => {
    const rows = index === 'resolve' ? byPair.all(LANG, ...splitPairKey(key)) : byList.all(LANG, key);
    return rows.length === 0 ? undefined : ({ matches: rows.map((row) => matchOf(row as Row)) } as K);
  },
  file: () => Promise.reject(new Error('not part of this')),
};
const releases = createReleases(
  JSON.parse(await readFile(join(version, 'releases.json'), 'utf8')) as ReleaseTable,
);

const app = loadFastify<() => Fastify>()();
const body = {
  type: 'object',
  required: ['key', 'value'],
  properties: {
    key: { type: 'string', minLength: 1, maxLength: 1024 },
    value: { type: 'string', maxLength: 512 },
    lang: { type: 'string', default: LANG },
    targetOs: { type: 'string', maxLength: 128, nullable: true, default: null },
  },
};
app.post('/v1/resolve', { schema: { body } }, (request) => plainResolve(dataset, releases, request.body));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listens on ${url}`);
announce(url);

const JSON_COLUMNS = new Set(['list', 'csp', 'floor']);

function matchOf({
  key: _key,
  value: _value,
  place: _place,
  displayName,
  hostOnly,
  ...row
}: Row): StoredMatch {
  const match = { displayName: displayName === null ? {} : { [LANG]: displayName } } as StoredMatch;
  for (const [name, value] of Object.entries(row)) {
    if (value !== null)
      Object.assign(match, { [name]: JSON_COLUMNS.has(name) ? JSON.parse(String(value)) : value });
  }
  if (hostOnly !== null) match.hostOnly = true;
  return match;
}
