/** Folders of a `dist` that have the name of a version. */
import { readdir } from 'node:fs/promises';
import { unlessMissing } from './atomic.ts';

export function isVersionName(name: string): boolean {
  return /^[0-9a-f]{8}$/.test(name);
}

/** By name; none where there is no such folder. */
export async function listFolder(dist: string): Promise<string[]> {
  const names = await readdir(dist).catch(unlessMissing<string[]>([]));
  return names.filter(isVersionName).sort();
}
