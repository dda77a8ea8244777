/** Whether a folder of a `dist` has the name of a version. */
import { readdir } from 'node:fs/promises';
import { unlessMissing } from './atomic.ts';

export function isVersionName(name: string): boolean {
  return /^[0-9a-f]{8}$/.test(name);
}

/** Sorted by name; none if the folder does not exist. */
export async function listFolder(dist: string): Promise<string[]> {
  const names = await readdir(dist).catch(unlessMissing<string[]>([]));
  return names.filter(isVersionName).sort();
}
