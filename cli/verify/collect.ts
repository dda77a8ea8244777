/** From paths to read files: every file of a folder, and standard input. */
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  DEFAULT_LIMITS,
  type Format,
  type Item,
  type ReadNote,
  type ReadProblem,
  readFile,
} from '../../runtime/readers/index.ts';
import { backupFolder } from './backup.ts';

/** Values that belong together: those of one GPO backup, or of one file. */
export interface Unit {
  name: string;
  items: Item[];
}

export interface Collected {
  units: Unit[];
  files: { name: string; format: Format; items: number }[];
  notes: ReadNote[];
  problems: ReadProblem[];
  /** Files below a folder that are of no known format and have no name of one. */
  skipped: number;
}

/** Real trees are at most 20 deep. */
const MAX_FOLDERS = 100;

export async function collect(paths: readonly string[]): Promise<Collected> {
  const collected: Collected = { units: [], files: [], notes: [], problems: [], skipped: 0 };
  const units = new Map<string, Unit>();
  for (const path of paths) {
    if (path === '-') take(await stdin(), { name: '<stdin>', listed: true }, collected, units);
    else await collectPath(path, collected, units);
  }
  collected.units = [...units.values()].filter(({ items }) => items.length > 0);
  return collected;
}

async function collectPath(path: string, collected: Collected, units: Map<string, Unit>): Promise<void> {
  try {
    if (!(await stat(path)).isDirectory()) await collectFile(path, true, collected, units);
    else await collectFolder(path, collected, units);
  } catch (error) {
    collected.problems.push({ file: path, message: messageOf(error) });
  }
}

async function collectFolder(root: string, collected: Collected, units: Map<string, Unit>): Promise<void> {
  const { files, problems } = collected;
  const before = files.length + problems.length;
  const open = [{ path: root, depth: 1 }];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { path, depth } = folder;
    if (depth > MAX_FOLDERS) {
      const message = `folders nest more than ${MAX_FOLDERS} deep; name a folder further down`;
      collected.problems.push({ file: path, message });
      continue;
    }
    try {
      const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      for (const entry of entries) {
        if (entry.isFile()) await collectFile(join(path, entry.name), false, collected, units);
        if (entry.isSymbolicLink()) await collectLink(join(path, entry.name), collected, units);
      }
      // The last one pushed is taken first.
      const folders = entries.filter((entry) => entry.isDirectory()).reverse();
      open.push(...folders.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
    } catch (error) {
      collected.problems.push({ file: path, message: messageOf(error) });
    }
  }
  if (files.length + problems.length === before)
    problems.push({ file: root, message: 'the folder has no file of a known format' });
}

/** A link to a file is read. One to a folder is not followed: it may lead back to where it lies. */
async function collectLink(path: string, collected: Collected, units: Map<string, Unit>): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target?.isFile()) await collectFile(path, false, collected, units);
  else if (target?.isDirectory()) {
    const message = 'it is a link to a folder, which is not followed; name the folder itself';
    collected.problems.push({ file: path, message });
  } else collected.skipped++;
}

/** `listed`: named by the user, who is told when it is of no known format. */
async function collectFile(
  path: string,
  listed: boolean,
  collected: Collected,
  units: Map<string, Unit>,
): Promise<void> {
  try {
    take(await readBounded(path), { name: path, listed }, collected, units);
  } catch (error) {
    collected.problems.push({ file: path, message: messageOf(error) });
  }
}

/** Never the whole of a file that is too long: its first bytes tell whether it is one of ours. */
async function readBounded(path: string): Promise<Uint8Array> {
  const most = DEFAULT_LIMITS.maxBytes + 1;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // Files of /proc and devices have the size 0 and no end.
    if (size > 0 && size < most) return await file.readFile();
    return await firstBytes(file.createReadStream({ end: most - 1, autoClose: false }));
  } finally {
    await file.close();
  }
}

const stdin = () => firstBytes(process.stdin);

async function firstBytes(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > DEFAULT_LIMITS.maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Names that only files of known formats have: of no known format, such a file is damaged. */
const OWN_NAME = /\.(?:reg|pol|policyrules)$|^gpttmpl\.inf$/i;

function take(
  content: Uint8Array,
  { name, listed }: { name: string; listed: boolean },
  collected: Collected,
  units: Map<string, Unit>,
): void {
  const result = readFile({ name, content });
  if (result.problem !== undefined) {
    const told = listed || result.format !== undefined || OWN_NAME.test(basename(name));
    if (!told) collected.skipped++;
    else collected.problems.push(result.problem);
    return;
  }
  const { format, items, notes, gpo } = result;
  collected.files.push({ name, format, items: items.length });
  collected.notes.push(...notes);
  const folder = backupFolder(name);
  const id = folder ?? name;
  const unit = units.get(id) ?? { name: id, items: [] };
  units.set(id, unit);
  for (const item of items) unit.items.push(item);
  if (gpo?.name !== undefined && folder !== undefined) unit.name = `${gpo.name} (${folder})`;
}

const MESSAGES: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENAMETOOLONG: 'the path is too long to be read',
};

function messageOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return MESSAGES[code] ?? `it cannot be read (${code === '' ? String(error) : code})`;
}
