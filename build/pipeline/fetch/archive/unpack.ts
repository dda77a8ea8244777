/** Extracts the wanted files of an archive and of the archives in it. */
import { repeated } from '../../../collections.ts';
import { FetchError } from '../errors.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, Budget } from './limits.ts';
import { assertInside } from './listing.ts';
import { msiPaths } from './msi.ts';
import { SevenZipArchive } from './sevenzip.ts';

export interface UnpackedFile {
  /** Path in the archive, with `/`; a nested archive is a folder of its own name. */
  path: string;
  bytes: Uint8Array;
}

export interface UnpackOptions {
  /** Whether a file (path in the archive) is wanted. */
  wanted(path: string): boolean;
  /** Limits of the declaration; defaults are those of `ARCHIVE_LIMITS`. */
  limits?: Partial<ArchiveLimits> | undefined;
}

const NESTED = /\.(zip|cab|msi|tar|tgz|gz|7z)$/i;
/** The payload of an installer: resources and unnamed parts, whose names are meaningless. */
const OPAQUE = /(^|\/)\.rsrc\/|(^|\/)\[\d+\]$|~$/;

/**
 * @throws FetchError for a damaged archive, a file that is not one, an entry outside the archive, a link, or a limit
 * that is exceeded.
 */
export async function unpack(
  name: string,
  bytes: Uint8Array,
  options: UnpackOptions,
): Promise<UnpackedFile[]> {
  const other = otherThanArchive(bytes);
  if (other !== undefined) throw new FetchError(`${name}: ${other}`);
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const budget = new Budget(name, bytes.length, limits);
  return unpackInto([], '', name, bytes, { budget, wanted: options.wanted, depth: 0 });
}

/** Detects what servers send instead of a file: 7-Zip would only report that it cannot open it. */
function otherThanArchive(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0)
    return 'the answer is empty (0 bytes), not an archive; try again, or correct the URL';
  const head = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  return /^<(?:!doctype html|html|head|body)\b/.test(head)
    ? 'the answer is a web page, not an archive; the vendor may ask to sign in, or have moved the file: correct the URL'
    : undefined;
}

interface Context {
  budget: Budget;
  wanted(path: string): boolean;
  depth: number;
}

async function unpackInto(
  files: UnpackedFile[],
  prefix: string,
  name: string,
  bytes: Uint8Array,
  context: Context,
): Promise<UnpackedFile[]> {
  const { budget } = context;
  if (context.depth > budget.limits.depth) {
    throw new FetchError(`${budget.name}: archives nested more than ${budget.limits.depth} deep`);
  }
  const inner = isCompound(bytes)
    ? await readMsi(name, bytes, context)
    : await readPlain(name, bytes, prefix, context);
  for (const file of inner) {
    const path = prefix + file.path;
    if (context.wanted(path)) files.push({ path, bytes: file.bytes });
    else if (isArchive(file.path, file.bytes)) {
      const nested = { ...context, depth: context.depth + 1 };
      await unpackInto(files, `${path}/`, `${name} → ${file.path}`, file.bytes, nested);
    }
  }
  return files;
}

/** A name in a code page as 7-Zip decodes it, without the characters after it; only of files that may be wanted. */
const UNREADABLE = /\p{Cs}.*(?:adm|zip|cab|msi)|(?:adm|zip|cab|msi).*\p{Cs}/iu;

async function readPlain(
  name: string,
  bytes: Uint8Array,
  prefix: string,
  context: Context,
): Promise<UnpackedFile[]> {
  const archive = await SevenZipArchive.open(name, bytes, context.budget);
  const { type, entries } = archive.list();
  context.budget.addEntries(entries.length);
  const unreadable = entries.find(({ path }) => UNREADABLE.test(path));
  if (unreadable)
    throw new FetchError(
      `${name}: the name ${JSON.stringify(unreadable.path)} is not UTF-8: pack the files anew`,
    );
  // A gzip contains one file, whose stored name may be anything.
  const opens = (path: string) => type === 'gzip' || NESTED.test(path) || OPAQUE.test(path);
  const chosen = entries.filter(
    ({ path, folder }) => !folder && (context.wanted(prefix + slashed(path)) || opens(path)),
  );
  // Of two entries with the same name the later would silently replace the earlier.
  const [twin] = repeated(chosen.map(({ path }) => path));
  if (twin !== undefined) throw new FetchError(`${name}: holds two entries named ${JSON.stringify(twin)}`);
  // In a 7z the files before a wanted one are decoded, too.
  const claimed = (type === '7z' ? entries : chosen).reduce((sum, entry) => sum + entry.size, 0);
  if (claimed > context.budget.bytesLeft) context.budget.addBytes(claimed);
  const files = archive.extract(chosen.map(({ path }) => path));
  return [...files].map(([path, content]) => ({ path: slashed(path), bytes: content }));
}

/** A Windows Installer package: the files of its cabinets, under the names in its tables. */
async function readMsi(name: string, bytes: Uint8Array, context: Context): Promise<UnpackedFile[]> {
  const { budget } = context;
  const archive = await SevenZipArchive.open(name, bytes, budget);
  const streams = archive.list('Compound').entries.filter((entry) => !entry.folder);
  budget.addEntries(streams.length);
  const content = archive.extract(
    streams.map(({ path }) => path),
    'Compound',
  );
  const paths = msiPaths(name, content);
  const files: UnpackedFile[] = [];
  for (const [stream, cabinet] of content) {
    if (!startsWith(cabinet, 'MSCF')) continue;
    const cab = await SevenZipArchive.open(`${name} → ${stream}`, cabinet, budget);
    const keys = cab.list().entries.map((entry) => entry.path);
    budget.addEntries(keys.length);
    const chosen = keys.filter((key) => context.wanted(paths.get(key) ?? key));
    for (const [key, file] of cab.extract(chosen)) {
      const path = paths.get(key) ?? key;
      assertInside(name, path);
      files.push({ path, bytes: file });
    }
  }
  return files;
}

function isArchive(path: string, bytes: Uint8Array): boolean {
  const known = ['PK\x03\x04', 'MSCF', '\x1f\x8b', '7z\xbc\xaf', '\xd0\xcf\x11\xe0'];
  return known.some((magic) => startsWith(bytes, magic)) || isTar(bytes) || NESTED.test(path);
}

function isTar(bytes: Uint8Array): boolean {
  return bytes.length > 512 && startsWith(bytes.subarray(257), 'ustar');
}

function isCompound(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\xd0\xcf\x11\xe0');
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return [...magic].every((char, index) => bytes[index] === char.charCodeAt(0));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
