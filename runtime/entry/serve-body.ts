/** Reading a body straight from Node's request: a web stream in between costs more than the rest of an answer. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { bodyIncomplete, bodyNotUtf8, bodyTooLarge, readBodyStream } from '../http/body.ts';
import type { BodyReader } from '../http/options.ts';

/** What a client may still send of a body that is too large before its connection is cut. */
const DISCARD_BYTES = 1024 * 1024;

export const readNodeBody: BodyReader = (request, limit) => {
  const message = request.runtime?.node?.req;
  // Not through Node's server: the portable way.
  if (message === undefined || !isHttp1(message)) return readBodyStream(request, limit);
  return collect(message, limit);
};

function isHttp1(message: object): message is IncomingMessage {
  return 'httpVersionMajor' in message && message.httpVersionMajor === 1;
}

function collect(message: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (message.destroyed) return reject(bodyIncomplete());
    if (Number(message.headers['content-length']) > limit) {
      discard(message);
      return reject(bodyTooLarge());
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= limit) return;
      stop();
      discard(message);
      reject(bodyTooLarge());
    };
    const onEnd = (): void => {
      stop();
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, bytes);
      if (isUtf8(body)) resolve(withoutMark(body.toString('utf8')));
      else reject(bodyNotUtf8());
    };
    const onGone = (): void => {
      stop();
      reject(bodyIncomplete());
    };
    const stop = (): void => {
      message.off('data', onData).off('end', onEnd).off('close', onGone);
      // The error listener stays: an error that nobody listens to would end the process.
    };
    message.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
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

/** A byte order mark is no part of JSON, but some clients send one. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
