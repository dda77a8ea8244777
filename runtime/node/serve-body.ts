/** Reading a body straight from Node's request: a web stream in between costs more than the rest of an answer. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { bodyIncomplete, bodyNotUtf8, bodyTooLarge } from '../http/body.ts';
import { oneStep, type Schedule } from './together.ts';

/** What a client may still send of a body that is too large before its connection is cut. */
const DISCARD_BYTES = 1024 * 1024;

/**
 * The body of a request that has come whole, as most are before anybody looks: no listeners, no promise. Undefined where
 * there is more to come or none was announced; throws `Problem`.
 */
export function bodyAtHand(message: IncomingMessage, limit: number): string | undefined {
  const length = Number(message.headers['content-length']);
  if (!message.complete || message.readableLength !== length || length === 0 || length > limit)
    return undefined;
  return bodyText(message.read());
}

/** The whole body as UTF-8 text of at most `limit` bytes, told when `schedule` lets it; throws `Problem`. */
export function readMessage(message: IncomingMessage, limit: number, schedule: Schedule): Promise<string> {
  return new Promise<Buffer>((resolve, reject) => {
    if (message.destroyed) return reject(bodyIncomplete());
    if (Number(message.headers['content-length']) > limit) {
      discard(message);
      return reject(bodyTooLarge());
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    let settled = false;
    message.on('data', (chunk: Buffer) => {
      if (settled) return;
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= limit) return;
      settled = true;
      discard(message);
      reject(bodyTooLarge());
    });
    message.on('end', () => {
      if (settled) return;
      settled = true;
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, bytes);
      schedule(oneStep(() => resolve(body)));
    });
    // An error that nobody listens to would end the process. The listeners stay: taking them off costs more than they.
    const onGone = (): void => {
      if (settled) return;
      settled = true;
      reject(bodyIncomplete());
    };
    message.on('close', onGone).on('error', onGone);
  }).then(bodyText);
}

/** Reads on without keeping it, so that the client sees the answer instead of a reset; but not for ever. */
function discard(message: IncomingMessage): void {
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_BYTES) message.destroy();
  });
  message.on('error', () => {});
}

function bodyText(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1');
  if (isUtf8(body)) return withoutMark(body.toString('utf8'));
  throw bodyNotUtf8();
}

/** A byte order mark is no part of JSON, but some clients send one. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
