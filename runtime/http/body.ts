/** Reading a POST body: declared as JSON, of bounded length, UTF-8, one JSON object. */
import type { H3Event } from 'h3';
import { isObject } from '../format/json.ts';
import { jsonFault } from '../readers/json.ts';
import { Problem } from './problem.ts';

export const MAX_BODY_BYTES = 16 * 1024;

/** The client left before its body was complete: there is nobody to answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}

/**
 * A body declared as JSON, as bytes. Throws a {@link Problem} that says what to correct, or {@link Disconnected}.
 * @param admit gets the first bytes of a body longer than {@link MAX_BODY_BYTES}; throws where the rest is not to be read.
 */
export async function readBody(
  { req }: H3Event,
  limit = MAX_BODY_BYTES,
  admit: (first: Uint8Array) => void = () => {},
): Promise<Uint8Array> {
  requireJson(req.headers, limit);
  try {
    return await wholeBody(req, limit, admit);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Disconnected('The connection ended before the body was complete.', { cause });
  }
}

/** Reads into one buffer: a client may send pieces of one byte, and a million of them took all the memory. */
async function wholeBody(
  req: H3Event['req'],
  limit: number,
  admit: (first: Uint8Array) => void,
): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  let length = 0;
  const add = (piece: Uint8Array): void => {
    const before = length;
    length += piece.length;
    if (length > limit) throw overLimit(limit);
    if (length > bytes.length) {
      const larger = new Uint8Array(before === 0 ? length : Math.min(2 * length, limit));
      larger.set(bytes.subarray(0, before));
      bytes = larger;
    }
    bytes.set(piece, before);
    if (before <= MAX_BODY_BYTES && length > MAX_BODY_BYTES) admit(bytes.subarray(0, MAX_BODY_BYTES));
  };
  const node = req.runtime?.node?.req;
  // Some platforms read the body before they hand the request on.
  if (node === undefined || 'rawBody' in node) for await (const piece of req.body ?? []) add(piece);
  else await collectPieces(node, add);
  return bytes.subarray(0, length);
}

/** Reads Node's own stream: the web stream that srvx makes of it takes 50 µs, an iterator 15. Ends if `add` throws. */
function collectPieces(node: NodeRequest, add: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (piece: Uint8Array): void => {
      try {
        add(piece);
      } catch (error) {
        node.off('data', onData).pause();
        reject(error);
      }
    };
    node.on('data', onData).once('end', resolve).once('error', reject);
    node.once('close', () => node.readableEnded || reject(new Error('closed')));
  });
}

type NodeRequest = NonNullable<NonNullable<NonNullable<H3Event['req']['runtime']>['node']>['req']>;

/** Whether a body may be longer than {@link MAX_BODY_BYTES}: it takes a place while it is received. */
export function isLarge({ req }: H3Event): boolean {
  return Number(req.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Throws a {@link Problem} where it is not UTF-8. A byte order mark is not JSON, but some clients send one: it is left out. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Problem('malformed-body', 'The body is not valid UTF-8.');
  }
}

/** Commas and nesting of a long body. A thousand items with all their members have 7,000 commas. */
const MAX_COMMAS = 20_000;
const MAX_DEPTH = 64;

/** Refuses long bodies that are slow to parse: a megabyte of names or brackets held the process for 0.3 s. */
function requireModest(text: string): void {
  let commas = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA) commas++;
    // [ and {, ] and } differ in one bit.
    else if ((code | 0x20) === 0x7b) depth++;
    else if ((code | 0x20) === 0x7d) depth--;
    if (commas > MAX_COMMAS || depth > MAX_DEPTH) {
      throw new Problem(
        'malformed-body',
        `A body may hold at most ${MAX_COMMAS} commas outside of texts, and ${MAX_DEPTH} objects and lists in each other.`,
      );
    }
  }
}

/** Index of the quote that ends a text. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];

/** Throws a {@link Problem} for every text that is not JSON. */
export function parseBody(text: string): unknown {
  if (text.length > MAX_BODY_BYTES) requireModest(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed-body', notJson(text));
  }
}

const LONE_BACKSLASH = /\\(?!["\\/bfnrt]|u[\da-f]{4})/i;
const EXPECTED =
  'a value, or a name in double quotes, a comma, colon or bracket, is expected here, and no control character in a text';
const DOUBLE_IT = 'a backslash in a text is doubled in JSON ("HKLM\\\\Software")';

/** Position and cause of the fault. The parser's own message quotes the body, and often has no position. */
function notJson(text: string): string {
  if (text.trim() === '') return 'The body is empty: send a JSON object. GET / has examples.';
  const fault = jsonFault(text);
  if (fault === undefined) return 'The body is not valid JSON.';
  const { offset, line, message } = fault;
  const inText = text.charAt(offset) === '"' ? text.slice(offset, endOfText(text, offset + 1)) : '';
  const at = inText.search(LONE_BACKSLASH);
  const position = offset + Math.max(at, 0);
  const column = position - text.lastIndexOf('\n', position - 1);
  const why = at >= 0 ? DOUBLE_IT : /^not valid JSON\b/.test(message) ? EXPECTED : message;
  return `The body is not valid JSON at position ${position} (line ${line}, column ${column}): ${why}.`;
}

/** Throws a {@link Problem} where the text is not a JSON object. Its members are checked by the service. */
export function parseObject<Request extends object>(text: string): Request {
  const value = parseBody(text);
  if (!isObject(value)) throw new Problem('malformed-body', 'The body is JSON, but not an object.');
  return value as Request;
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
  if (Number(headers.get('content-length')) > limit) throw overLimit(limit);
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

/** The rest of the body is not read, so the connection cannot be used again. */
export function bodyTooLarge(detail: string): Problem {
  return new Problem('body-too-large', detail, { headers: [['connection', 'close']] });
}

const overLimit = (limit: number): Problem => bodyTooLarge(`The body may have at most ${limit} bytes.`);
