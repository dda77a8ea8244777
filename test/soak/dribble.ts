/** A remote host that sends a shard byte by byte, without end: the client must get a 503, not a reset. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { askFor, latencyFigures, openPool, resolveOf, send } from './client.ts';
import { Faults, type Figures, round } from './figures.ts';
import { secondsUntil, startServer } from './server.ts';
import { type Material, type Pair, splitByShard } from './variants.ts';

/** Seconds: the server gives a whole request 15. */
const ANSWERED_WITHIN = 14;

interface Host extends AsyncDisposable {
  url: string;
  /** Path below the dist of the file that it dribbles. */
  dribbles: string | undefined;
}

export async function soakDribble({ whole, pairs }: Material, seconds: number): Promise<Figures> {
  await using host = await dribblingHost(whole.dist);
  await using server = await startServer(host.url);
  const faults = new Faults();
  const { chosen, others } = splitByShard(whole, pairs, 1);
  const [shard = '', [pair = ['', '', ''] as Pair] = []] = chosen[0] ?? [];
  // Loaded first: the question is what a good client notices of the attack, not of the network.
  const loaded: readonly Pair[] = others.slice(0, 50);
  const pool = openPool(server, 1);
  for (const each of loaded) await send(pool, resolveOf(each));
  host.dribbles = `${whole.manifest.version}/${shard}`;
  const asked = send(pool, resolveOf(pair));
  const latencies = await askFor(server, loaded, seconds, faults);
  const { status, ms, text } = await asked;
  faults.expect(status === 503, `a question that needs the file: ${status || text} instead of 503`);
  faults.expect(ms < ANSWERED_WITHIN * 1000, `it was answered after ${round(ms / 1000)} s`);
  host.dribbles = undefined;
  const repaired = await secondsUntil(async () => (await send(pool, resolveOf(pair))).status === 200);
  faults.expect(repaired !== undefined, 'the file is not read again after the repair');
  await pool.destroy();
  return {
    stage: 'dribbling host',
    measured: {
      'answer that needs the file, s': round(ms / 1000),
      'answers to a good client': latencies.length,
      ...latencyFigures(latencies, 'meanwhile', faults),
      'seconds until the repair was seen': repaired ?? 'never',
    },
    faults: faults.list(),
  };
}

async function dribblingHost(dist: string): Promise<Host> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (path === host.dribbles) return dribble(response);
    readFile(join(dist, path)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: Host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    dribbles: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return host;
}

function dribble(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 100_000 });
  const timer = setInterval(() => response.write(' '), 500);
  response.once('close', () => clearInterval(timer));
}
