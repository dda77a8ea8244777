/** A remote host that sends a shard byte by byte, without end: the client must get a 503, not a reset. */
import { plainHost } from '../dataset/hosts.ts';
import { bytesBelow } from '../scratch.ts';
import { askFor, latencyFigures, NO_PAIR, resolveOf, secondsUntil, send } from './client.ts';
import { type Faults, round } from './figures.ts';
import { startServer } from './server.ts';
import { type Material, splitByShard } from './variants.ts';

/** Milliseconds: the server gives a whole request 15 s. */
const ANSWERED_WITHIN_MS = 14_000;

export async function soakDribble({ whole, pairs }: Material, faults: Faults, seconds: number) {
  await using host = await plainHost(await bytesBelow(whole.dist));
  await using server = await startServer(host.url);
  const { chosen, others } = splitByShard(whole, pairs, 1);
  const [shard, [pair = NO_PAIR] = []] = chosen[0] ?? [];
  // Loaded first: the question is what a good client notices of the attack, not of the network.
  const loaded = others.slice(0, 50);
  const pool = server.pool(1);
  for (const each of loaded) await send(pool, resolveOf(each));
  host.fault = (path, response) => {
    if (path !== `${whole.manifest.version}/${shard}`) return false;
    response.writeHead(200, { 'content-length': 100_000 });
    const timer = setInterval(() => response.write(' '), 500);
    response.once('close', () => clearInterval(timer));
    return true;
  };
  const asked = send(pool, resolveOf(pair));
  const latencies = await askFor(server, loaded, seconds, faults);
  const { status, ms, text } = await asked;
  faults.expect(status === 503, `a question that needs the file: ${status || text} instead of 503`);
  faults.expectBelow(ms, ANSWERED_WITHIN_MS, 'milliseconds until it was answered');
  host.fault = () => false;
  const isRead = async () => (await send(pool, resolveOf(pair))).status === 200;
  const repaired = await secondsUntil(isRead, faults, 'the file is not read again after the repair');
  return {
    'answer that needs the file, s': round(ms / 1000),
    'answers to a good client': latencies.length,
    ...latencyFigures(latencies, 'meanwhile', faults),
    'seconds until the repair was seen': repaired,
  };
}
