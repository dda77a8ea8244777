/** Reading a POST body: declared as JSON, of bounded length, UTF-8, one JSON object. */
import type { H3Event } from 'h3';
import { isObject, type JsonObject } from '../json.ts';
import { Problem } from './problem.ts';

export const MAX_BODY_BYTES = 16 * 1024;

/** What no body may exceed, on any route: platforms stop reading there. */
export const BODY_CEILING_BYTES = 1024 * 1024;

/** The client left before its body was complete: there is nobody to answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}

/** Throws a {@link Problem} where the text is not a JSON object. */
export function parseObject(body: string): JsonObject {
  const value = parseJson(body);
  if (!isObject(value)) throw new Problem('malformed-body', 'The body is JSON, but not an object.');
  return value;
}

/** The JSON of the body. Throws a {@link Problem} that says what to correct, or {@link Disconnected}. */
export async function readJson(event: H3Event, limit = MAX_BODY_BYTES): Promise<unknown> {
  return parseJson(await readJsonText(event, limit));
}

/**
 * The text of the body, declared as JSON. On Node srvx decodes it faster than it hands out bytes (50 µs), but replaces
 * invalid UTF-8 by U+FFFD without a word, so the bytes are kept for a second look.
 */
export async function readJsonText(event: H3Event, limit = MAX_BODY_BYTES): Promise<string> {
  const node = event.req.runtime?.node?.req;
  if (node === undefined) return decodeStrictly([await readJsonBytes(event, limit)]);
  requireJson(event.req.headers, limit);
  const chunks: Uint8Array[] = [];
  node.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const text = await complete(event.req.text(), limit);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytes > limit) throw tooLarge(limit);
  return text.includes('\ufffd') ? decodeStrictly(chunks) : withoutMark(text);
}

/** The same as bytes, for {@link parseBytes}: decoding and parsing a large body takes milliseconds. */
export async function readJsonBytes({ req }: H3Event, limit: number): Promise<Uint8Array> {
  requireJson(req.headers, limit);
  const bytes = new Uint8Array(await complete(req.arrayBuffer(), limit));
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

export function parseBytes(bytes: Uint8Array): JsonObject {
  return parseObject(decodeStrictly([bytes]));
}

/** Throws a {@link Problem} where the body is not declared as plain JSON within the limit. A repeated header is not. */
function requireJson(headers: Headers, limit: number): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw unsupported('The content type must be application/json.');
  }
  if (!parameters.every(isUtf8OrOther)) {
    throw unsupported('JSON is read as UTF-8 only; leave the charset out or say utf-8.');
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw unsupported('Compressed bodies are not read; send the body without Content-Encoding.');
  }
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit);
}

function isUtf8OrOther(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  if (name.trim().toLowerCase() !== 'charset') return true;
  const charset = value.trim().replaceAll('"', '').toLowerCase();
  return charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
}

function unsupported(detail: string): Problem {
  return new Problem('unsupported-media-type', detail, { headers: [['accept-post', 'application/json']] });
}

/** The rest of the body is not read, so the connection cannot go on. */
function tooLarge(limit: number): Problem {
  return new Problem('body-too-large', `The body may have at most ${limit} bytes.`, {
    headers: [['connection', 'close']],
  });
}

function complete<T>(body: Promise<T>, limit: number): Promise<T> {
  return body.catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BODY_TOO_LARGE')
      throw tooLarge(limit);
    throw new Disconnected('The connection ended before the body was complete.', { cause });
  });
}

function decodeStrictly(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
    return text + decoder.decode();
  } catch {
    throw new Problem('malformed-body', 'The body is not valid UTF-8.');
  }
}

/** A byte order mark is not JSON, but some clients send one. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Throws a {@link Problem} for every text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body: it is left out.
    throw new Problem(
      'malformed-body',
      text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.',
    );
  }
}
