/**
 * What one would build instead: the same facts in SQLite, indexed, behind fastify. Its packages are no part of the
 * project (one of them is compiled for a minute when it is installed): the bench installs them beside itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ListEntry, ResolveEntry, StoredMatch } from '../../runtime/format.ts';
import { splitPairKey } from '../../runtime/normalize.ts';
import { RIVAL } from './paths.ts';
import { readIndex } from './requests.ts';

interface Statement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Installs the rival where that was not done yet; false where it cannot be, with npm's words on stderr. */
export function installRival(): boolean {
  if (existsSync(join(RIVAL, 'node_modules', '.package-lock.json'))) return true;
  process.stderr.write(
    'installing better-sqlite3 and fastify beside the bench (compiles for a minute or two) …\n',
  );
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: RIVAL,
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

const load = createRequire(join(RIVAL, 'package.json'));

export function openDatabase(file: string, readonly: boolean): Database {
  const Sqlite = load('better-sqlite3') as new (file: string, options: { readonly: boolean }) => Database;
  return new Sqlite(file, { readonly });
}

export function loadFastify<T>(): T {
  return load('fastify') as T;
}

const COLUMNS =
  'key, value, place, slug, name, class, registryKey, valueName, source, sourceVersion, confidence, learnUrl, elementId, list, csp, supportedOn, floor, hostOnly';

/** Fills a database from the look-up indexes of a dataset version. */
export async function buildDatabase(version: string, file: string): Promise<void> {
  if (existsSync(file)) return;
  const aside = `${file}.${process.pid}`;
  await rm(aside, { force: true });
  const db = openDatabase(aside, false);
  db.exec(`CREATE TABLE match (${COLUMNS}); CREATE TABLE title (slug, lang, displayName); BEGIN`);
  const match = db.prepare(`INSERT INTO match (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '?')})`);
  const title = db.prepare('INSERT INTO title VALUES (?, ?, ?)');
  const titled = new Set<string>();
  const add = (key: string, value: string | null, matches: StoredMatch[]): void => {
    for (const [place, each] of matches.entries()) {
      match.run(...rowOf(key, value, place, each));
      if (titled.has(each.slug)) continue;
      titled.add(each.slug);
      for (const [lang, text] of Object.entries(each.displayName)) title.run(each.slug, lang, text);
    }
  };
  for (const [id, { matches }] of await readIndex<ResolveEntry>(join(version, 'resolve'))) {
    const [key, value] = splitPairKey(id);
    add(key, value, matches);
  }
  for (const [key, { matches }] of await readIndex<ListEntry>(join(version, 'list'))) add(key, null, matches);
  db.exec(
    'COMMIT; CREATE INDEX pair ON match (key, value, place); CREATE UNIQUE INDEX titles ON title (slug, lang); ANALYZE',
  );
  db.close();
  await rename(aside, file);
}

function rowOf(key: string, value: string | null, place: number, match: StoredMatch): unknown[] {
  const json = (part: object | undefined) => (part === undefined ? null : JSON.stringify(part));
  const { slug, name, class: policyClass, registryKey, valueName, source, sourceVersion, confidence } = match;
  return [
    ...[
      key,
      value,
      place,
      slug,
      name,
      policyClass,
      registryKey,
      valueName ?? null,
      source,
      sourceVersion,
      confidence,
    ],
    ...[match.learnUrl ?? null, match.elementId ?? null, json(match.list), json(match.csp)],
    ...[match.supportedOn ?? null, json(match.floor), match.hostOnly ? 1 : null],
  ];
}
