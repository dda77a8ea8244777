/** The server over real sockets: what only a connection can do wrong. */
import { afterAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { GOOD } from './fake.ts';
import { connectRaw } from './raw.ts';
import { alive, head, startFake, statuses } from './running.ts';

const running = await startFake();
afterAll(() => running.close());

const open = (server: RunningServer = running) => connectRaw(server.port);

const BODY = JSON.stringify(GOOD.resolve);

describe('a server on a socket', () => {
  it('takes a body of any size, whole or cut anywhere, and the connection lives on', async () => {
    const get = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
    const { socket, received } = open();
    let sent = 0;
    // What Node buffers before it stops reading is as much as a body may have.
    for (const size of [BODY.length, 4096, 16_383, 16_384]) {
      const body = BODY.padEnd(size);
      for (const cut of [0, 1, body.length >> 1, body.length - 1, body.length]) {
        socket.write(head(size) + body.slice(0, cut));
        if (cut < body.length) await new Promise((resolve) => setTimeout(resolve, 10));
        socket.write(body.slice(cut) + get);
        sent += 2;
      }
    }
    socket.end();
    expect(statuses(await received)).toEqual(Array(sent).fill(200));
  });

  it('answers pipelined requests in their order, with odd targets and around one that is refused', async () => {
    const targets: [target: string, status: number][] = [
      ['*', 404],
      ['http://other/v1/health', 200],
      ['//', 404],
      ['/%', 404],
      ['/?a=%', 200],
    ];
    const heads = targets.map(([target]) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const { socket, received } = open();
    socket.end(`${head(BODY.length)}${BODY}${heads.join('')}${head(1)}x${head(BODY.length)}${BODY}`);
    const expected = [200, ...targets.map(([, status]) => status), 400, 200];
    expect(statuses(await received)).toEqual(expected);
  });

  it('cuts off a body without end', async () => {
    const { socket, received, text } = open();
    socket.write(head('').replace('Content-Length: ', 'Transfer-Encoding: chunked'));
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const pump = setInterval(() => {
      if (socket.writable) socket.write(piece);
    }, 1);
    await received.finally(() => clearInterval(pump));
    expect(statuses(text())).toEqual([413]);
    await alive(running);
  });

  it('bears a client that leaves in the middle', async () => {
    for (const bytes of ['POST /v1/res', head(500), head(500) + BODY.slice(0, 9)]) {
      const { socket, received } = open();
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      socket.resetAndDestroy();
      await received;
    }
    await alive(running);
  });

  it('ends silent connections, and slow ones do not stop others', async () => {
    const slow = Array.from({ length: 200 }, (_, i) => {
      const client = open();
      client.socket.write(i % 2 === 0 ? 'POST /v1/resolve HTTP/1.1\r\nHo' : head(100));
      return client;
    });
    for (let i = 0; i < 20; i++) await alive(running);
    const ends = await Promise.all(slow.map(({ received }) => received));
    expect(ends.flatMap(statuses).filter((status) => status === 200)).toEqual([]);
  });
});
