/** Reading a POST body: declared as JSON, at most 16 KiB, UTF-8, one JSON object. */
import type { ServerRequest } from 'srvx';
import { isObject, type JsonObject } from '../json.ts';
import { Problem } from './problem.ts';
import type { EdgeRequest } from './request.ts';

export const MAX_BODY_BYTES = 16 * 1024;

export const bodyTooLarge = (): Problem =>
  new Problem('body-too-large', `The body may have at most ${MAX_BODY_BYTES} bytes.`);
export const bodyNotUtf8 = (): Problem => new Problem('malformed-body', 'The body is not valid UTF-8.');
export const bodyIncomplete = (): Problem =>
  new Problem('malformed-body', 'The connection ended before the body was complete.');

/** Throws a {@link Problem} where the body is not declared as plain JSON. */
export function requireJson(request: EdgeRequest): void {
  const type = request.header('content-type');
  // The header nearly every client sends, before the patterns.
  if (type !== 'application/json') {
    const charset = /^\s*application\/json\s*(?:;(.*))?$/is.exec(type ?? '');
    if (charset === null) throw unsupported('The content type must be application/json.');
    const named = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)/i.exec(charset[1] ?? '')?.[1];
    if (named !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(named)) {
      throw unsupported('JSON is read as UTF-8 only; leave the charset out or say utf-8.');
    }
  }
  const encoding = request.header('content-encoding');
  if (encoding !== null && !/^\s*(?:identity)?\s*$/i.test(encoding)) {
    throw unsupported('Compressed bodies are not read; send the body without Content-Encoding.');
  }
}

function unsupported(detail: string): Problem {
  return new Problem('unsupported-media-type', detail, { headers: [['accept-post', 'application/json']] });
}

/** Throws a {@link Problem} for every text that is not a JSON object. */
export function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body: it is left out.
    throw new Problem('malformed-body', text.trim() === '' ? 'The body is empty.' : 'The body is not JSON.');
  }
  if (!isObject(value)) throw new Problem('malformed-body', 'The body is JSON, but not an object.');
  return value;
}

/**
 * The reader that works wherever there is a `Request`. It counts while it reads: a declared length may lie, and a
 * chunked body declares none.
 */
export async function readBodyStream(request: ServerRequest, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length')) > limit) throw bodyTooLarge();
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw bodyIncomplete();
    });
    if (done) return text + decode(decoder, undefined);
    bytes += value.byteLength;
    if (bytes > limit) {
      reader.cancel().catch(() => {});
      throw bodyTooLarge();
    }
    text += decode(decoder, value);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw bodyNotUtf8();
  }
}
