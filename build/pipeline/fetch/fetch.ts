/** Vendors' downloads → `<into>/<source>/<version>/`, pinned in the lock file. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import hivecheck from '../../../package.json' with { type: 'json' };
import { decodedPart } from '../../../runtime/format/text.ts';
import { cleanAbandoned, isFolder, makeFolder, replaceFolder, withTemporary } from '../../atomic.ts';
import { sideBySide } from '../../collections.ts';
import { reasonOf } from '../../errors.ts';
import { type UnpackedFile, unpack } from './archive/unpack.ts';
import { type Automatic, type Declarations, wanted } from './declarations.ts';
import { type Downloaded, download } from './download.ts';
import { FetchError } from './errors.ts';
import { declaredHosts, hostsOf, isLoopback } from './hosts.ts';
import { Http, type HttpOptions } from './http.ts';
import { assertExisting, assertPinned } from './keep.ts';
import { type Located, type LocatedFile, locate } from './locate/locate.ts';
import { type LockedVersion, LockFile } from './lock.ts';
import { place, wantedBy } from './pick.ts';
import type { KnownInputs } from './pins.ts';
import type { FetchResult } from './results.ts';
import { labelBeforehand, versionDate, versionLabel } from './version.ts';

export interface FetchOptions {
  declarations: Declarations;
  /** Source ids; all of the declarations when absent. */
  ids?: readonly string[];
  /** Folder of vendor files. */
  into: string;
  lockFile: string;
  /** The facts' digests of their versions; absent: none are known. */
  known?: KnownInputs;
  /** Folder for downloads in progress; if it persists between runs, an interrupted download is resumed. */
  cache?: string;
  http: Omit<HttpOptions, 'userAgent'> & { userAgent?: string };
  /** Accepts a changed digest of a pinned version as the new one. */
  acceptChanged?: boolean;
  /** YYYY-MM-DD for versions without a date of the vendor. */
  today: string;
  onProgress?: (progress: FetchProgress) => void;
}

export interface FetchProgress {
  source: string;
  url: string;
  received: number;
  total: number | undefined;
}

const MAX_BYTES = 2 ** 30;

/** Identifies the client, with a URL that explains it. */
const USER_AGENT = `hivecheck/${hivecheck.version} (+https://www.npmjs.com/package/hivecheck)`;

/** Sources at a time: enough to hide a slow vendor, few enough to unpack in memory. */
const AT_ONCE = 2;

/**
 * Fetches every source; one that fails is reported and does not stop the others. The lock file is written after each
 * source, so an interruption loses one at most.
 * @throws FetchError for an unknown source or an unreadable lock.
 */
export async function fetchSources(options: FetchOptions): Promise<FetchResult[]> {
  const ids = wanted(options.declarations, options.ids);
  const lock = await LockFile.open(options.lockFile);
  await cleanAbandoned(options.into);
  const loopback = Object.values(options.declarations).flatMap(declaredHosts).filter(isLoopback);
  const http = new Http({ userAgent: USER_AGENT, loopback, ...options.http });
  try {
    return await sideBySide(ids, AT_ONCE, (id) => fetchOne({ ...options, http, lock, id }));
  } finally {
    await http.close();
  }
}

type Job = Omit<FetchOptions, 'http'> & { http: Http; lock: LockFile; id: string };

async function fetchOne(job: Job): Promise<FetchResult> {
  const declared = job.declarations[job.id];
  if (!declared) return { source: job.id, status: 'failed', error: 'not declared' };
  if (declared.kind === 'manual') {
    const { reason, page } = declared;
    return { source: job.id, status: 'manual', reason, ...(page ? { page } : {}) };
  }
  try {
    return await fetchDeclared({ ...job, http: job.http.allowing(hostsOf(declared)) }, declared);
  } catch (error) {
    return { source: job.id, status: 'failed', error: reasonOf(error) };
  }
}

async function fetchDeclared(job: Job, declared: Automatic): Promise<FetchResult> {
  const located = await locate(job.http, job.id, declared);
  const known = await knownVersion(job, declared, located);
  const fetchInto = async (scratch: string): Promise<FetchResult> => {
    const downloaded = await downloadAll(job, declared, located, known, scratch);
    if (downloaded === 'unchanged' && known) {
      const { version, date, files } = known;
      return { source: job.id, status: 'unchanged', version, date, files: files.length };
    }
    if (downloaded === 'unchanged') throw new FetchError(`${job.id}: the server says unchanged, unasked`);
    return keep(job, declared, located, downloaded);
  };
  return job.cache ? fetchInto(job.cache) : withTemporary(join(job.into, job.id), fetchInto);
}

/** The pinned version whose files are on the disk, so that its validators may be sent. */
async function knownVersion(
  job: Job,
  declared: Automatic,
  located: Located,
): Promise<LockedVersion | undefined> {
  const label = labelBeforehand(declared.version, located);
  const entry = label === undefined ? job.lock.newest(job.id) : job.lock.find(job.id, label);
  if (!entry || entry.files.length !== located.files.length) return undefined;
  return (await isFolder(join(job.into, job.id, entry.version))) ? entry : undefined;
}

interface Fetched extends Downloaded {
  asked: LocatedFile;
  file: string;
}

async function downloadAll(
  job: Job,
  declared: Automatic,
  located: Located,
  known: LockedVersion | undefined,
  scratch: string,
): Promise<Fetched[] | 'unchanged'> {
  // Validators are used for a package of one file only: of several, some could be new and the others not here.
  const single = located.files.length === 1 ? known?.files[0] : undefined;
  const fetched: Fetched[] = [];
  let left = declared.maxBytes ?? MAX_BYTES;
  for (const [index, asked] of located.files.entries()) {
    const file = join(scratch, `${job.id}-${index}`);
    const same = single?.url === asked.url ? single : undefined;
    const done = await download(job.http, {
      url: asked.url,
      file,
      maxBytes: left,
      known: same,
      onProgress: (received, total) => job.onProgress?.({ source: job.id, url: asked.url, received, total }),
    });
    if (!done.changed) return 'unchanged';
    left -= done.size;
    if (asked.sha256 && asked.sha256 !== done.sha256) {
      throw new FetchError(
        `${job.id}: ${asked.url} is not what the vendor lists\n  listed: ${asked.sha256}\n  now:    ${done.sha256}`,
      );
    }
    fetched.push({ ...done, asked, file });
  }
  return fetched;
}

async function keep(
  job: Job,
  declared: Automatic,
  located: Located,
  fetched: Fetched[],
): Promise<FetchResult> {
  const files = place(job.id, await readPackage(declared, fetched), declared.pick);
  const evidence = { located, downloaded: fetched, files };
  const version = versionLabel(job.id, declared.version, evidence);
  const unpacked = job.known?.digest(job.id, version, files);
  const entry: LockedVersion = {
    version,
    ...versionDate(declared.version, evidence, job.today),
    files: fetched.map(({ asked: { url }, size, sha256, etag, lastModified }) => {
      return { url, size, sha256, etag, lastModified };
    }),
    ...(unpacked && { unpacked }),
  };
  const before = job.lock.find(job.id, version);
  const folder = join(job.into, job.id, version);
  if (!job.acceptChanged) {
    assertPinned(`${job.id} ${version}`, before, entry, job.known?.recorded(job.id, version));
    await assertExisting(folder, files);
  }
  await replaceFolder(folder, (temporary) => writeFiles(temporary, files));
  // The first date stays: `firstSeen` is made of it.
  const dated = before ? { ...entry, date: before.date, dateFrom: before.dateFrom } : entry;
  await job.lock.pin(job.id, dated);
  await Promise.all(fetched.map(({ file }) => rm(file, { force: true })));
  return { source: job.id, status: 'fetched', version, date: dated.date, files: files.size };
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, bytes] of files) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), bytes);
  }
}

async function readPackage(declared: Automatic, fetched: Fetched[]): Promise<UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  for (const { asked, file } of fetched) {
    const bytes = await readFile(file);
    const name = new URL(asked.url).pathname.split('/').at(-1) || asked.url;
    // Some vendors offer the templates one by one.
    const path = asked.path ?? (/\.(admx|adml|xml)$/i.test(name) ? decodedPart(name) : undefined);
    if (path !== undefined) files.push({ path, bytes });
    else
      files.push(
        ...(await unpack(name, bytes, { wanted: wantedBy(declared.pick), limits: declared.limits })),
      );
  }
  return files;
}
