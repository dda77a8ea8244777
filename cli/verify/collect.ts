/** Paths → read files: every file of a folder, and standard input. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getOrMake } from '../../build/collections.ts';
import { SYSTEM_REASONS } from '../../build/errors.ts';
import {
  DEFAULT_LIMITS,
  type Format,
  type Item,
  type ReadNote,
  type ReadProblem,
  readFile,
} from '../../runtime/readers/index.ts';

/** Values that belong together: those of one GPO backup, or of one file. */
export interface Unit {
  name: string;
  items: Item[];
}

/** An item for a request: without its place. */
export function requestItem({ at: _, ...item }: Item): Record<string, unknown> {
  return item;
}

export type Collected = Pick<Collector, 'files' | 'notes' | 'problems' | 'skipped'> & { units: Unit[] };

export async function collect(paths: readonly string[]): Promise<Collected> {
  const collector = new Collector();
  for (const [at, path] of paths.entries()) {
    // Standard input can be read once.
    if (path === '-' && paths.indexOf(path) < at) continue;
    if (path === '-') await collector.read('<stdin>', true, process.stdin);
    else for (const each of await collector.expanded(path)) await collector.path(each);
  }
  const units = [...collector.byFolder.values()];
  return { ...collector, units: units.filter(({ items }) => items.length > 0) };
}

/** Real trees are at most 20 deep. */
const MAX_FOLDERS = 100;
const TOO_DEEP = `folders nest more than ${MAX_FOLDERS} deep; name a folder further down`;
const LINK = 'it is a link to a folder, which is not followed; name the folder itself';

/** Names that only files of known formats have: such a file in an unknown format is damaged. */
const OWN_NAME = /\.(?:reg|pol|policyrules)$|^gpttmpl\.inf$/i;

class Collector {
  /** One unit for each GPO backup, and for each other file. */
  readonly byFolder = new Map<string, Unit>();
  readonly files: { name: string; format: Format; items: number }[] = [];
  readonly notes: ReadNote[] = [];
  readonly problems: ReadProblem[] = [];
  /** Number of files below a folder with neither a known format nor a name of one. */
  skipped = 0;

  /** Windows shells do not expand `*.reg`. A pattern without matches is returned unchanged. */
  async expanded(path: string): Promise<string[]> {
    const [folder, name] = [dirname(path), basename(path)];
    if (!/[*?]/.test(name) || (await stat(path).catch(() => undefined))) return [path];
    const all = await this.#orProblem(folder, readdir(folder));
    if (all === undefined) return [];
    const literal = name.replaceAll(/[$()+.[\\\]^{|}]/g, '\\$&');
    const pattern = new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'is');
    const names = all.filter((each) => pattern.test(each)).sort();
    return names.length === 0 ? [path] : names.map((each) => join(folder, each));
  }

  async path(path: string): Promise<void> {
    const found = await this.#orProblem(path, stat(path));
    if (!found?.isDirectory()) return found && this.read(path, true);
    const before = this.files.length + this.problems.length;
    await this.#folder(path, 1);
    if (this.files.length + this.problems.length === before)
      this.problems.push({ file: path, message: 'the folder has no file of a known format' });
  }

  /** @param listed Named by the user: an unknown format is then a problem. */
  async read(name: string, listed: boolean, stream?: AsyncIterable<Buffer>): Promise<void> {
    const bytes = firstBytes(stream ?? createReadStream(name, { highWaterMark: 1 << 20 }));
    const result = await this.#orProblem(
      name,
      bytes.then((content) => readFile({ name, content })),
    );
    if (result === undefined) return;
    const { format, problem } = result;
    if (problem !== undefined) {
      if (listed || format !== undefined || OWN_NAME.test(basename(name))) this.problems.push(problem);
      else this.skipped++;
      return;
    }
    const { items, notes, gpo } = result;
    this.files.push({ name, format, items: items.length });
    this.notes.push(...notes);
    const folder = backupFolder(name);
    const id = folder ?? name;
    const unit = getOrMake(this.byFolder, id, () => ({ name: id, items: [] }));
    for (const item of items) unit.items.push(item);
    if (gpo?.name !== undefined && folder !== undefined) unit.name = `${gpo.name} (${folder})`;
  }

  async #folder(path: string, depth: number): Promise<void> {
    if (depth > MAX_FOLDERS) return void this.problems.push({ file: path, message: TOO_DEEP });
    const entries = (await this.#orProblem(path, readdir(path, { withFileTypes: true }))) ?? [];
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const full = ({ name }: { name: string }) => join(path, name);
    for (const entry of entries) {
      if (entry.isFile()) await this.read(full(entry), false);
      if (entry.isSymbolicLink()) await this.#link(full(entry));
    }
    for (const entry of entries) if (entry.isDirectory()) await this.#folder(full(entry), depth + 1);
  }

  /** A link to a file is read. One to a folder is not followed: it may be circular. */
  async #link(path: string): Promise<void> {
    const target = await stat(path).catch(() => undefined);
    if (target?.isFile()) await this.read(path, false);
    else if (target?.isDirectory()) this.problems.push({ file: path, message: LINK });
    else this.skipped++;
  }

  async #orProblem<T>(path: string, work: Promise<T>): Promise<T | undefined> {
    return work.catch((error: NodeJS.ErrnoException) => {
      const { code } = error;
      const missing = path.includes('"')
        ? ESCAPED_QUOTE
        : /[*?]/.test(path)
          ? NO_MATCH
          : SYSTEM_REASONS.ENOENT;
      const why = code === 'ENOENT' ? missing : SYSTEM_REASONS[code ?? ''];
      this.problems.push({ file: path, message: why ?? `it cannot be read (${code ?? error})` });
      return undefined;
    });
  }
}

const NO_MATCH =
  'nothing matches; * and ? stand for parts of the last name only. A folder is read with all below it';

/** Of `'.\GPO backup\'` Windows PowerShell makes `".\GPO backup\"`, where programs read a quotation mark in the argument. */
const ESCAPED_QUOTE =
  'there is no such file or folder; on Windows leave out a backslash before the closing quotation mark of an argument';

/** Never reads all of a file that is too long: its first bytes show whether its format is known. */
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

/**
 * The folder of the GPO backup that contains a file (the one with bkupInfo.xml), as spelled in the path; undefined for
 * a path outside a backup.
 */
export function backupFolder(path: string): string | undefined {
  const parts = path.split(/([\\/])/);
  const at = parts.findLastIndex((part) => part.toLowerCase() === 'domainsysvol');
  if (at !== -1) return parts.slice(0, Math.max(at - 1, 0)).join('');
  const name = parts.at(-1)?.toLowerCase();
  if (name !== 'bkupinfo.xml' && name !== 'backup.xml') return undefined;
  return parts.slice(0, Math.max(parts.length - 2, 0)).join('');
}
