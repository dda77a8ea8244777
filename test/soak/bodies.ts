/**
 * A thousand connections that send a megabyte to verify at once, each of which asks for the longest answers there are,
 * and then read them or not: they are answered or refused, the memory stays bounded, and another client does not wait.
 */
import { builtInDist } from '../../build/built-in.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { post } from '../bench/requests.ts';
import { entriesOf } from '../corpus/entries.ts';
import { askFor, headOf, latencyFigures, secondsUntil, send, sendInThread } from './client.ts';
import { counted, type Faults, type Measured } from './figures.ts';
import { startServer, withMemory } from './server.ts';
import type { Material } from './variants.ts';

/** What the Kubernetes manifest and the systemd unit allow. */
const MAX_MB = 512;
const CONNECTIONS = 1000;
/** Answered, overloaded, too slow. What a client gets that sends for longer than the server waits is a 408. */
const EXPECTED = new Set(['200', '408', '413', '429', '503']);
const SMALL = post('/v1/verify', { items: [{ key: 'HKLM\\Software', value: 'x' }] });

export async function soakBodies({ pairs }: Material, faults: Faults, seconds: number) {
  const measured: Measured = { connections: CONNECTIONS };
  const dist = await builtInDist();
  const body = longestAnswers(dist);
  const bytes = `${headOf('/v1/verify', body.length)}${body}`;
  for (const reads of [true, false]) {
    const who = reads ? 'where the client reads' : 'where it does not read';
    await using server = await startServer(dist);
    const pool = server.pool(1);
    const first = await send(pool, { method: 'POST', path: '/v1/verify', body });
    faults.expect(first.status === 200, `alone: status ${first.status} instead of 200`);
    measured['longest answer, MB'] = Math.round(first.text.length / 1e6);
    const { peak } = await withMemory(server, faults, MAX_MB, async () => {
      const asked = askFor(server, pairs.slice(0, 50), seconds, faults);
      const statuses = await sendInThread(server, { bytes, connections: CONNECTIONS, reads, seconds });
      for (const status of Object.keys(statuses))
        faults.expect(EXPECTED.has(status), `${who}: status ${status}`);
      if (reads) measured.answers = counted(statuses);
      Object.assign(measured, latencyFigures(await asked, who, faults));
    });
    measured[`peak of memory ${who}, MB`] = peak;
    // What had arrived completely is worked off meanwhile.
    const isAnswered = async () => (await send(pool, SMALL)).status === 200;
    measured[`seconds until others are answered ${who}`] = await secondsUntil(
      isAnswered,
      faults,
      `${who}: no answer to others afterwards`,
      60_000,
    );
  }
  return measured;
}

/** A request of the full size, for the pair with the longest entry. */
function longestAnswers(dist: string): string {
  const entries = entriesOf<PairEntry>(dist, 'resolve/en-US');
  const sizes = entries.map(([pair, entry]) => ({ pair, size: JSON.stringify(entry).length }));
  const { pair } = sizes.reduce((a, b) => (b.size > a.size ? b : a));
  const [key, value] = splitPairKey(pair);
  const items = Array.from({ length: MAX_ITEMS }, () => ({ key: `HKLM\\${key}`, value }));
  return JSON.stringify({ items, detail: 'full' }).padEnd(MAX_VERIFY_BYTES);
}
