/** Clients that behave well: what they are answered, and how soon. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Faults, type Measured, percentile, round } from './figures.ts';
import type { Server } from './server.ts';
import type { Pair } from './variants.ts';

/** Milliseconds that a well-behaved client may wait for 99 of 100 answers, whatever others do. */
const MAX_P99_MS = 50;
/** A client gives up then; milliseconds. Longer than any limit of the server (15 s). */
const PATIENCE_MS = 20_000;
export const NO_PAIR: Pair = ['', '', ''];

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

export interface Reply {
  /** 0: no answer. */
  status: number;
  text: string;
  ms: number;
}

export function openPool(server: Server, connections: number): Pool {
  const timeouts = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
  return new Pool(server.url, { connections, pipelining: 1, ...timeouts });
}

/** A request, its body perhaps encoded. */
type Sendable = Omit<Request, 'body'> & { body?: string | Uint8Array };

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

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

export function post(path: string, body: unknown): Request {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

export function resolveOf([key, value]: Pair): Request {
  return post('/v1/resolve', { key, value });
}

/** Asks for `pairs` one after the other, again and again; every answer has to be a 200. Latencies in ms. */
export async function askFor(server: Server, pairs: readonly Pair[], seconds: number, faults: Faults) {
  const pool = openPool(server, 1);
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < end; at++) {
    const { status, ms, text } = await send(pool, resolveOf(pairs[at % pairs.length] ?? NO_PAIR));
    latencies.push(ms);
    faults.expect(status === 200, `good client: ${status || `no answer (${text})`}`);
  }
  await pool.destroy();
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
