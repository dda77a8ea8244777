/** One URL into one file: resumed after an interruption, limited in size, with the digest of the received bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { makeFolder, renameOver, writeFileAtomic } from '../../atomic.ts';
import { header } from '../requests.ts';
import { FetchError } from './errors.ts';
import { discard, type Http, type HttpResponse } from './http.ts';

export interface DownloadRequest {
  url: string;
  /** Target file; an interrupted download stays beside it as `<file>.part`. */
  file: string;
  maxBytes: number;
  /** Validators of the existing copy: an unchanged file is then not sent again. */
  known?: Validators | undefined;
  onProgress?: (received: number, total: number | undefined) => void;
}

interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export interface Downloaded extends Validators {
  /** False: the vendor reports that the known copy is unchanged. */
  changed: boolean;
  /** The URL after redirects. */
  url: string;
  size: number;
  sha256: string;
}

/** Not a FetchError: reading once more may solve it. */
class UnusablePart extends Error {}

interface Part {
  size: number;
  /** The strong validator to which the bytes of the part belong. */
  validator: string;
}

export async function download(http: Http, asked: DownloadRequest): Promise<Downloaded> {
  await makeFolder(dirname(asked.file));
  return http.reading(asked.url, async () => {
    const part = await readPart(asked);
    const response = await http.get(asked.url, conditions(asked, part));
    if (response.statusCode === 304) {
      await response.body.dump();
      return { changed: false, url: response.url, size: 0, sha256: '', ...validators(response) };
    }
    if (response.statusCode === 416) {
      await response.body.dump();
      await forgetPart(asked.file);
      throw new UnusablePart(`${asked.url}: the server does not have the rest of the file`);
    }
    const from = resumedFrom(response, part);
    await receive(asked, response, from);
    return finish(asked, response);
  });
}

function conditions({ known }: DownloadRequest, part: Part | undefined): Record<string, string> {
  // If-Range: if the file has changed, the server sends all of it, not the end of another one.
  if (part) return { range: `bytes=${part.size}-`, 'if-range': part.validator };
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
}

/** Offset at which the body continues: above 0 only if the server really sends that range. */
function resumedFrom(response: HttpResponse, part: Part | undefined): number {
  if (response.statusCode !== 206) return 0;
  const start = /^bytes (\d+)-/.exec(header(response, 'content-range') ?? '')?.[1];
  if (part && Number(start) === part.size) return part.size;
  discard(response);
  throw new FetchError(`${response.url}: sends another range than the one asked for`);
}

async function receive(asked: DownloadRequest, response: HttpResponse, from: number): Promise<void> {
  const length = header(response, 'content-length');
  const total = length === undefined ? undefined : from + Number(length);
  if (total !== undefined && total > asked.maxBytes) {
    discard(response);
    tooLarge(asked);
  }
  await notePart(asked, response);
  const handle = await open(`${asked.file}.part`, from > 0 ? 'r+' : 'w');
  let at = from;
  try {
    for await (const chunk of response.body) {
      if (at + chunk.length > asked.maxBytes) tooLarge(asked);
      await handle.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      asked.onProgress?.(at, total);
    }
  } finally {
    await handle.close();
  }
  if (total !== undefined && at !== total) {
    throw new UnusablePart(`${asked.url}: broke off after ${at} of ${total} bytes`);
  }
}

function tooLarge({ url, maxBytes }: DownloadRequest): never {
  throw new FetchError(
    `${url}: larger than the ${maxBytes} bytes allowed; raise "maxBytes" in its declaration`,
  );
}

async function finish(asked: DownloadRequest, response: HttpResponse): Promise<Downloaded> {
  const hash = createHash('sha256');
  const part = `${asked.file}.part`;
  for await (const chunk of createReadStream(part)) hash.update(chunk);
  const { size } = await stat(part);
  await renameOver(part, asked.file);
  await forgetPart(asked.file);
  return { changed: true, url: response.url, size, sha256: hash.digest('hex'), ...validators(response) };
}

function validators(response: HttpResponse): Validators {
  const [etag, lastModified] = [header(response, 'etag'), header(response, 'last-modified')];
  return { etag: etag || undefined, lastModified: lastModified || undefined };
}

/** A part can be resumed only with a known validator: a weak one does not promise the same bytes. */
async function notePart(asked: DownloadRequest, response: HttpResponse): Promise<void> {
  const { etag, lastModified } = validators(response);
  const validator = etag && !etag.startsWith('W/') ? etag : lastModified;
  if (validator) {
    await writeFileAtomic(`${asked.file}.part.json`, JSON.stringify({ url: asked.url, validator }));
  } else await rm(`${asked.file}.part.json`, { force: true });
}

const Note = v.pipe(v.string(), v.parseJson(), v.object({ url: v.string(), validator: v.string() }));

async function readPart(asked: DownloadRequest): Promise<Part | undefined> {
  try {
    const { url, validator } = v.parse(Note, await readFile(`${asked.file}.part.json`, 'utf8'));
    const { size } = await stat(`${asked.file}.part`);
    return size > 0 && url === asked.url ? { size, validator } : undefined;
  } catch {
    return undefined;
  }
}

async function forgetPart(file: string): Promise<void> {
  await rm(`${file}.part`, { force: true });
  await rm(`${file}.part.json`, { force: true });
}
