/** Raw connections: what no HTTP client would send. */
import { connect, type Socket } from 'node:net';

export interface Exchange {
  /** Status codes in the order of their coming. */
  statuses: number[];
  /** How it ended; `timeout`: nobody ended it. */
  end: 'closed' | 'reset' | 'timeout';
}

/** Opens, lets `talk` write, and gathers what comes until the server closes. Bodies are not kept. */
export function exchange(
  port: number,
  talk: (socket: Socket) => void,
  timeoutMs = 30_000,
  expected = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const statuses: number[] = [];
    let tail = '';
    let end: Exchange['end'] = 'closed';
    const timer = setTimeout(() => {
      end = 'timeout';
      socket.destroy();
    }, timeoutMs);
    socket.setEncoding('latin1').on('data', (part: string) => {
      const text = tail + part;
      let last = 0;
      for (const found of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.push(Number(found[1]));
        last = found.index + found[0].length;
      }
      // A status line may be cut by the packets.
      tail = text.slice(Math.max(last, text.length - 12));
      if (statuses.length >= expected) socket.end();
    });
    socket.on('error', () => {
      end = 'reset';
    });
    socket.on('end', () => socket.end());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ statuses, end });
    });
    socket.once('connect', () => talk(socket));
  });
}

export function head(path: string, length: number | string, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
}

export const CHUNKED_HEAD =
  'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
