/** Clients that behave well: what they are answered, and how soon. */
import { Pool } from 'undici';
import { type Faults, percentile, round } from './figures.ts';
import type { Server } from './server.ts';
import type { Pair } from './variants.ts';

/** Milliseconds that a well-behaved client may wait for 99 of 100 answers, whatever others do. */
export const MAX_P99_MS = 50;
/** A client gives up then; milliseconds. Longer than any limit of the server (15 s). */
const PATIENCE_MS = 20_000;

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

export async function send(pool: Pool, { method, path, body }: Sendable): Promise<Reply> {
  const started = performance.now();
  const headers =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  try {
    const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
    const text = await response.body.text();
    return { status: response.statusCode, text, ms: performance.now() - started };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { status: 0, text, ms: performance.now() - started };
  }
}

export function resolveOf([key, value]: Pair): Request {
  return { method: 'POST', path: '/v1/resolve', body: JSON.stringify({ key, value }) };
}

/** Asks for `pairs` one after the other, again and again; every answer has to be a 200. Latencies in ms. */
export async function askFor(
  server: Server,
  pairs: readonly Pair[],
  seconds: number,
  faults: Faults,
): Promise<number[]> {
  const pool = openPool(server, 1);
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < end; at++) {
    const { status, ms, text } = await send(pool, resolveOf(pairs[at % pairs.length] ?? ['', '', '']));
    latencies.push(ms);
    faults.expect(
      status === 200,
      `good client: ${status === 0 ? `no answer (${text})` : `status ${status}`}`,
    );
  }
  await pool.destroy();
  return latencies;
}

/** The figures of a good client, with the fault where it waited too long. */
export function latencyFigures(latencies: number[], what: string, faults?: Faults): Record<string, number> {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  faults?.expect(
    p99 < MAX_P99_MS,
    `a good client ${what} waits ${round(p99)} ms (p99; at most ${MAX_P99_MS})`,
  );
  return { [`good client ${what}: p50, ms`]: round(p50, 2), [`good client ${what}: p99, ms`]: round(p99, 2) };
}
