import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checked } from '../../build/checked.ts';
import { declarations as DECLARATIONS } from '../../build/pipeline/fetch/declarations.ts';
import { type FetchOptions, fetchSources } from '../../build/pipeline/fetch/fetch.ts';
import type { FetchResult } from '../../build/pipeline/fetch/results.ts';
import { contents, newFolder } from '../scratch.ts';
import type { Vendors } from './_vendors.ts';

export async function workspace(): Promise<{ into: string; lockFile: string; cache: string }> {
  const root = await newFolder();
  return {
    into: join(root, 'sources'),
    lockFile: join(root, 'downloads.lock.json'),
    cache: join(root, 'cache'),
  };
}

export async function run(
  vendors: Vendors,
  place: { into: string; lockFile: string; cache?: string },
  declarations: Record<string, unknown>,
  more: Partial<FetchOptions> = {},
): Promise<FetchResult[]> {
  return fetchSources({
    declarations: checked(DECLARATIONS, declarations, 'downloads.json'),
    today: '2026-11-20',
    ...place,
    ...more,
    http: { origins: vendors.origins(), pause: 1, timeout: 5000, ...more.http },
  });
}

/** Path below `folder` → text of every file. */
export async function tree(folder: string): Promise<Record<string, string>> {
  return Object.fromEntries(await contents(folder));
}

export async function json(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const byComment = { from: 'file', file: 'lamp.admx', pattern: 'demo version: ([\\d.]+)' };

/** A declaration of one source, `lamp`, by its URL. */
export function direct(url: string, more: object = {}) {
  return { lamp: { kind: 'direct', urls: [url], version: byComment, ...more } };
}

export const URL_ZIP = 'https://dl.example.com/templates.zip';

/** What fetching `PACKAGE` from there gives. */
export const done = { source: 'lamp', status: 'fetched', version: '12.0.3', date: '2026-11-02', files: 3 };
