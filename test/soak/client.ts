/** Clients that behave well: what they are answered, and how soon. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'undici';
import { percentile } from '../bench/lines.ts';
import { type Ask, JSON_TYPE, post } from '../bench/requests.ts';
import { type Faults, type Measured, round } from './figures.ts';
import type { Server } from './server.ts';
import type { Pair } from './variants.ts';

/** Milliseconds that a well-behaved client may wait for 99 of 100 answers, whatever others do. */
const MAX_P99_MS = 50;
export const NO_PAIR: Pair = ['', '', ''];

export interface Reply {
  /** 0: no answer. */
  status: number;
  text: string;
  ms: number;
}

/** A request, its body perhaps encoded. */
type Sendable = Omit<Ask, 'body'> & { body?: string | Uint8Array };

const HEADERS = { ...JSON_TYPE, accept: 'application/json, text/event-stream' };

export async function send(pool: Pool, { method, path, body }: Sendable): Promise<Reply> {
  const started = performance.now();
  const sent = body === undefined ? {} : { body, headers: HEADERS };
  try {
    const response = await pool.request({ method, path, ...sent });
    const text = await response.body.text();
    return { status: response.statusCode, text, ms: performance.now() - started };
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - started };
  }
}

export function resolveOf([key, value]: Pair): Ask {
  return post('/v1/resolve', { key, value });
}

/** The head of a request for a socket; its body has so many bytes. */
export const headOf = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Runs a script in a thread of its own, beside the clients of this one. @returns what it posts. */
export function inThread<T>(script: string, workerData: object): Promise<T> {
  const worker = new Worker(script, { eval: true, workerData });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

/** Each connection sends the bytes, and reads the answers or leaves them until all are closed. Beside the good client. */
const SENDER = `
  const { parentPort, workerData: { port, bytes, connections, reads, seconds } } = require('node:worker_threads');
  const statuses = {};
  const sockets = Array.from({ length: connections }, () => {
    const socket = require('node:net').connect(port, '127.0.0.1').on('error', () => {});
    socket.write(bytes);
    return reads ? socket.on('data', (data) => {
      const [, status] = /^HTTP\\/1\\.1 (\\d{3})/.exec(data.toString('latin1', 0, 12)) ?? [];
      if (status) statuses[status] = (statuses[status] ?? 0) + 1;
    }) : socket.pause();
  });
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    parentPort.postMessage(statuses);
  }, seconds * 1000);
`;

/** @returns how often each status was read. */
export function sendInThread(
  { port }: Server,
  load: { bytes: string; connections: number; reads: boolean; seconds: number },
): Promise<Record<string, number>> {
  // One buffer for all connections.
  return inThread(SENDER, { ...load, port, bytes: Buffer.from(load.bytes) });
}

/** Asks for `pairs` one after the other, again and again; every answer has to be a 200. Latencies in ms. */
export async function askFor(server: Server, pairs: readonly Pair[], seconds: number, faults: Faults) {
  const pool = server.pool(1);
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < end; at++) {
    const { status, ms, text } = await send(pool, resolveOf(pairs[at % pairs.length] ?? NO_PAIR));
    latencies.push(ms);
    faults.expect(status === 200, `good client: ${status || `no answer (${text})`}`);
  }
  return latencies;
}

/** The figures of a good client, with the fault where it waited too long. */
export function latencyFigures(latencies: number[], what: string, faults?: Faults): Measured {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  faults?.expectBelow(p99, MAX_P99_MS, `a good client ${what}, p99 in ms`);
  return { [`good client ${what}: p50, ms`]: round(p50, 2), [`good client ${what}: p99, ms`]: round(p99, 2) };
}

/** Seconds until `holds` is true, asked again and again; undefined and a fault where it is not within `ms`. */
export async function secondsUntil(
  holds: () => Promise<boolean>,
  faults: Faults,
  otherwise: string,
  ms = 30_000,
): Promise<number | 'never'> {
  const started = performance.now();
  while (performance.now() - started < ms) {
    if (await holds()) return round((performance.now() - started) / 1000);
    await sleep(100);
  }
  faults.add(otherwise);
  return 'never';
}
