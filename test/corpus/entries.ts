/** The entries of an index, from the files of the dataset and not through the look-up. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DistIndex, Shard } from '../../runtime/format/format.ts';

export function entriesOf<T>(dist: string, index: string): [id: string, entry: T][] {
  const { latest } = JSON.parse(readFileSync(join(dist, 'index.json'), 'utf8')) as DistIndex;
  const folder = join(dist, latest, index);
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      Object.entries((JSON.parse(readFileSync(join(folder, file), 'utf8')) as Shard<T>).entries),
    );
}
