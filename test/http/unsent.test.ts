/** Answers whose clients do not take them, and verify that lets others in meanwhile. */
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { joinBytes } from '../../runtime/answer/json.ts';
import type { PlatformRequest, Sending } from '../../runtime/http/options.ts';
import { createVerifySlots, RECEIVING, WORKING } from '../../runtime/http/routes/verify.ts';
import { createUnsent } from '../../runtime/http/unsent.ts';
import { sendingOf } from '../../runtime/node/http-internals.ts';
import type { Timeouts } from '../../runtime/node/listener.ts';
import { createLog } from '../../runtime/node/log.ts';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { createPace } from '../../runtime/pace.ts';
import { GOOD, serviceWith } from './fake.ts';
import { connectRaw, posted, type RawClient, started, statuses } from './running.ts';

const MIB = 1024 * 1024;

class Response extends EventEmitter {
  destroyed = false;
  #left: number;
  constructor(length: number) {
    super();
    this.#left = length;
  }
  waiting(): number {
    return this.#left;
  }
  take(bytes: number): void {
    this.#left = Math.max(0, this.#left - bytes);
    if (this.#left === 0) this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

afterEach(() => void vi.restoreAllMocks());

it('has room while fewer bytes than the bound wait, and cuts only where a client takes next to nothing for 15 s and others wait', () => {
  const step = fc.record({
    ms: fc.nat(5000),
    add: fc.boolean(),
    isGone: fc.boolean(),
    takes: fc.nat(9),
    bytes: fc.oneof(fc.nat(2 * MIB), fc.constant(9 * MIB)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let now = 0;
      let cut = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => now);
      const unsent = createUnsent(20 * MIB);
      const all: { response: Response; taken: [at: number, bytes: number][] }[] = [];
      const open = () => all.filter(({ response }) => response.waiting() > 0 && !response.destroyed);
      const isFull = () => open().length * 9 >= 20;
      for (const { ms, add, isGone, takes, bytes } of steps) {
        now += ms;
        const taker = all[takes];
        if (taker && !taker.response.destroyed) {
          taker.response.take(bytes);
          taker.taken.push([now, bytes]);
        }
        const [before, wasFull] = [open(), isFull()];
        const room = unsent.hasRoom();
        expect(room).toBe(!isFull());
        for (const { taken } of before.filter(({ response }) => response.destroyed)) {
          const late = taken.filter(([at]) => at > now - 15_000).reduce((sum, [, each]) => sum + each, 0);
          expect(late).toBeLessThan(MIB / 4);
          expect(wasFull).toBe(true);
        }
        expect(cut).toBe(all.filter(({ response }) => response.destroyed).length);
        if (!add || !room) continue;
        const response = new Response(9 * MIB);
        if (isGone) response.destroy();
        unsent.add(response, 9 * MIB, () => cut++);
        if (!isGone) all.push({ response, taken: [[now, 0]] });
      }
      unsent.hasRoom();
      now += 15_000;
      expect(unsent.hasRoom()).toBe(true);
    }),
  );
});

it('what of an answer waits is what its client has not taken, and is not known off Node', async () => {
  expect(sendingOf(new Request('http://localhost/'))).toBeUndefined();
  let sending: Sending | undefined;
  const server = createServer((req, res) => {
    sending = sendingOf({ runtime: { node: { req, res } } } as PlatformRequest);
    res.end(Buffer.alloc(30 * MIB));
  }).listen(0);
  const { socket, received } = connectRaw(server.address() as AddressInfo);
  const paused = new Promise<void>((resolve) => socket.once('data', () => void resolve(void socket.pause())));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  // On a busy machine the server is asked before the client has its first bytes: paused after it resumed, it would wait for ever.
  await paused;
  await expect.poll(() => sending?.waiting()).toBeGreaterThan(20 * MIB);
  socket.resume();
  await received;
  await expect.poll(() => sending?.waiting()).toBe(0);
  server.close();
});

/** What the log was told besides requests. */
const told: unknown[] = [];

/** A server whose answers to verify have so many bytes. */
function startLong(length: number, timeouts: Partial<Timeouts> = {}): Promise<RunningServer> {
  const service = serviceWith({ verify: async () => new Uint8Array(length) });
  const tell = (what: unknown) => told.push(what);
  const log = { ...createLog('silent'), error: tell, cut: tell, fault: tell };
  return started({ service, log, timeouts });
}

/** Asks to verify, and reads no more than the first bytes of the answer. */
async function ask(server: RunningServer): Promise<RawClient> {
  const client = connectRaw(server);
  client.socket.once('data', () => client.socket.pause());
  client.socket.write(posted('/v1/verify', { items: [GOOD.resolve] }, 'Connection: close\r\n'));
  await expect.poll(client.text).toContain('HTTP/1.1');
  return client;
}

it('a server refuses what it has no room for, and cuts no answer that it has begun', async () => {
  const length = 40 * MIB;
  const server = await startLong(length);
  const clients: RawClient[] = [];
  for (let n = 0; n < 5; n++) clients.push(await ask(server));
  const last = clients.slice(-1);
  for (const { socket } of clients) socket.resume();
  const texts = await Promise.all(clients.map(({ received }) => received));
  expect(texts.map((text) => statuses(text.slice(0, 100))[0])).toEqual([200, 200, 200, 200, 503]);
  for (const { text } of last) expect(text()).toMatch(/retry-after: 1\r\n[\s\S]*\/problems\/overloaded/);
  for (const text of texts.slice(0, 4)) expect(text.split('\r\n\r\n')[1]?.length).toBe(length);
  const next = await ask(server);
  next.socket.resume();
  expect(statuses((await next.received).slice(0, 100))).toEqual([200]);
  expect(told).toEqual([]);
});

it.each([
  ['its client took nothing', { idle: 300 }],
  ['it was still being sent when the time to shut down had passed', { shutdown: 300 }],
])('says which answer was cut because %s', async (_, timeouts) => {
  told.length = 0;
  const server = await startLong(30 * MIB, timeouts);
  const { socket, received } = await ask(server);
  if ('shutdown' in timeouts) await server.close();
  await expect.poll(() => told).toEqual([{ method: 'POST', path: '/v1/verify', client: '127.0.0.1' }]);
  socket.resume();
  expect((await received).length).toBeLessThan(30 * MIB);
});

/** Turns that the event loop takes meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

it('a long answer is its texts and bytes, one after the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '“', '😀', '\ud83d', '\ude00'))
    .map((units) => units.join(''));
  const piece = fc.oneof(
    text,
    text.map((each) => new TextEncoder().encode(each)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      // What a text is to an encoder: a surrogate without its other half is U+FFFD.
      const whole = Buffer.concat(pieces.map((each) => Buffer.from(each as string)));
      expect(Buffer.from(joinBytes(pieces)).equals(whole)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('works that let others in do not keep each other in one turn of the event loop', async () => {
  let yields = 0;
  const work = async () => {
    const pace = createPace();
    while (yields < 40) {
      const paused = pace();
      if (paused !== undefined) yields++;
      await paused;
    }
  };
  const turns = await turnsDuring(() => Promise.all([work(), work(), work()]));
  expect(turns).toBeGreaterThanOrEqual(40 / 3);
});

describe('a platform that may end a request while it waits', () => {
  const never = () => new Promise<never>(() => {});

  it('has no queue whose place would be taken for ever', async () => {
    const { receive, work } = createVerifySlots({ queueVerify: false });
    for (let n = 0; n < 1000; n++) {
      void receive('a', never);
      void work('a', never);
    }
    expect(await receive('a', async () => 'received')).toBe('received');
    expect(await work('a', async () => 'worked on')).toBe('worked on');
  });

  it('others have one, of which no address takes all places', async () => {
    for (const [name, { atOnce, waiting, ofOne }] of [
      ['receive', RECEIVING],
      ['work', WORKING],
    ] as const) {
      const run = createVerifySlots({})[name];
      for (let n = 0; n < ofOne; n++) void run('192.0.2.1', never);
      await expect(run('::ffff:192.0.2.1', never)).rejects.toThrow(/Too many requests/);
      for (let n = ofOne; n < atOnce + waiting; n++) void run(`10.0.0.${n}`, never);
      await expect(run('192.0.2.2', never)).rejects.toThrow(/Too many requests/);
    }
  });
});
