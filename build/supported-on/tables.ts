/** The reviewed tables of `facts/` that the texts of definitions are read with. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ReleaseTable } from '../../runtime/format/release-table.ts';
import { createReleases } from '../../runtime/verdict/index.ts';
import { checked } from '../checked.ts';
import { readJson } from '../facts/model.ts';
import { parseComponents } from './components.ts';
import { parseFloors } from './table.ts';

const RELEASES = 'windows-releases.json';

/** An edition as the lists of nodes have it. */
const Edition = v.strictObject({
  /** As in the DDF: `0x4`. */
  code: v.string(),
  name: v.string(),
  /** Absent if the edition belongs to no group. */
  group: v.exactOptional(v.string()),
  /** The group is named after this edition, and shown only if this edition is listed. */
  leads: v.exactOptional(v.literal(true)),
});
export type Edition = v.InferOutput<typeof Edition>;

const FILE = v.strictObject({ ...ReleaseTable.entries, editions: v.array(Edition) });

/** As the file has it. Throws on an invalid one, as {@link readTables} does on that of each table. */
export async function readReleaseTable(folder: string): Promise<ReleaseTable> {
  const table = await readJson<ReleaseTable>(join(folder, RELEASES));
  checked(FILE, table, RELEASES);
  return table;
}

export async function readTables(folder: string) {
  return {
    releases: createReleases(await readReleaseTable(folder)),
    floors: parseFloors(await readFile(join(folder, 'supported-on-floors.jsonl'), 'utf8')),
    components: parseComponents(await readJson(join(folder, 'windows-components.json'))),
  };
}
