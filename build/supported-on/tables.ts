/** The reviewed tables of `facts/` that the texts of definitions are read with. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseTable } from '../../runtime/format/release-table.ts';
import { createReleases } from '../../runtime/verdict/index.ts';
import { checked } from '../checked.ts';
import { readJson } from '../facts/model.ts';
import { parseComponents } from './components.ts';
import { parseFloors } from './table.ts';

const RELEASES = 'windows-releases.json';

/** As the file has it. Throws on an invalid one, as {@link readTables} does on that of each table. */
export async function readReleaseTable(folder: string): Promise<ReleaseTable> {
  const table = await readJson<ReleaseTable>(join(folder, RELEASES));
  checked(ReleaseTable, table, RELEASES);
  return table;
}

export async function readTables(folder: string) {
  return {
    releases: createReleases(await readReleaseTable(folder)),
    floors: parseFloors(await readFile(join(folder, 'supported-on-floors.jsonl'), 'utf8')),
    components: parseComponents(await readJson(join(folder, 'windows-components.json'))),
  };
}
