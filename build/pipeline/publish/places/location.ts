/** `--to` → a place. */
import { resolve } from 'node:path';
import { folderLocation } from './folder.ts';
import { gitLocation } from './git.ts';
import type { Environment, PlaceLocation } from './place.ts';
import { s3Location } from './s3.ts';

/**
 * @param text A folder, `s3://bucket/prefix` or `git+<remote>#<branch>`.
 * @throws UsageError for anything else.
 */
export function locationOf(text: string, environment: Environment = process.env): PlaceLocation {
  if (text.startsWith('s3://')) return s3Location(text, environment);
  if (text.startsWith('git+')) return gitLocation(text, environment);
  return folderLocation(resolve(text));
}

/** Whether a text for `--to` names a folder of this machine. */
export function isFolder(text: string): boolean {
  return !/^(?:s3:\/\/|git\+)/.test(text);
}
