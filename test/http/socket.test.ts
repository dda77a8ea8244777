/** The server over real sockets: what only a connection can do wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { GOOD } from './fake.ts';
import { connectRaw } from './raw.ts';
import { alive, head, startFake, statuses } from './running.ts';

let running: RunningServer;

beforeAll(async () => {
  running = await startFake();
});
afterAll(() => running.close());

const open = (server: RunningServer = running) => connectRaw(server.port);

const BODY = JSON.stringify(GOOD.resolve);

async function exchange(bytes: string): Promise<string> {
  const { socket, received } = open();
  socket.end(bytes, 'latin1');
  return received;
}

describe('a server on a socket', () => {
  it('takes a body in pieces, chunked, and with a byte order mark', async () => {
    const chunks = [...BODY].map((char) => `1\r\n${char}\r\n`).join('');
    const chunked = head('').replace('Content-Length: ', 'Transfer-Encoding: chunked');
    expect(statuses(await exchange(`${chunked}${chunks}0\r\n\r\n`))).toEqual([200]);
    const marked = Buffer.from(`\ufeff${BODY}`).toString('latin1');
    expect(statuses(await exchange(head(marked.length) + marked))).toEqual([200]);
    const { socket, received } = open();
    for (const char of head(BODY.length) + BODY) socket.write(char);
    socket.end();
    expect(statuses(await received)).toEqual([200]);
  });

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

  it('answers pipelined requests in their order', async () => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const text = await exchange(
      `${head(BODY.length)}${BODY}${get('/nothing')}${head(1)}x${get('/v1/health')}`,
    );
    expect(statuses(text)).toEqual([200, 404, 400, 200]);
  });

  it('refuses a body that is too large, declared or chunked, and ends the connection', async () => {
    const large = 'x'.repeat(20_000);
    const get = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(statuses(await exchange(`${head(large.length)}${large}${get}`))).toEqual([413]);
    const chunked = head('').replace('Content-Length: ', 'Transfer-Encoding: chunked');
    const piece = `${large.length.toString(16)}\r\n${large}\r\n`;
    expect(statuses(await exchange(`${chunked}${piece}0\r\n\r\n${get}`))).toEqual([413]);
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

  it('refuses oversized and malformed heads', async () => {
    expect(statuses(await exchange(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`))).toEqual(
      [431],
    );
    expect(statuses(await exchange(`GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`))).toEqual([431]);
    for (const garbage of [
      '\r\n\u0000\u0001',
      'GET\r\n\r\n',
      `\u0016\u0003\u0001${'\u0000'.repeat(50)}`,
      head('-1'),
    ]) {
      expect(statuses(await exchange(garbage))).toEqual([400]);
    }
    expect(statuses(await exchange('GET / HTTP/1.1\r\n\r\n'))).toEqual([400]);
    await alive(running);
  });

  it('bears odd request targets and hosts', async () => {
    for (const target of [
      '*',
      'http://other/v1/health',
      'x:y',
      '//',
      '/%',
      '/v1/setting/%E0%A4',
      '/?a=%',
      '/\\..\\..',
    ]) {
      const [status = 0] = statuses(
        await exchange(`GET ${target} HTTP/1.1\r\nHost: a b"<\r\nConnection: close\r\n\r\n`),
      );
      expect([200, 400, 404]).toContain(status);
    }
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

  it('answers a client that has closed its half', async () => {
    const { socket, received } = open();
    socket.end(head(BODY.length) + BODY);
    expect(statuses(await received)).toEqual([200]);
    // The body stops short: nothing can be answered but that, and the connection ends.
    const short = await exchange(head(500) + BODY);
    expect(statuses(short).every((status) => status === 400)).toBe(true);
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
