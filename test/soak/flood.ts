/** Connections that send requests by the ten thousand, read no answer, and close: nobody else may notice. */
import { askFor, latencyFigures, sendInThread } from './client.ts';
import type { Faults, Measured } from './figures.ts';
import { startServer, withMemory } from './server.ts';
import type { Material } from './variants.ts';

const REQUEST = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
/** 8,192 requests that wait, and garbage, beside a server of 100 MB. */
const MAX_MB = 300;
/** What the server gets to read before the connections close. */
const OPEN_SECONDS = 2;

/** The last is more than a turn of the event loop could parse: most of its connections are closed. */
const FLOODS: [connections: number, requests: number][] = [
  [1, 200_000],
  [100, 20_000],
  [1000, 2000],
];

/** `seconds` that a good client is watched for, each time. */
export async function soakFlood({ whole, pairs }: Material, faults: Faults, seconds: number) {
  const measured: Measured = {};
  for (const [connections, requests] of FLOODS) {
    await using server = await startServer(whole.dist);
    const bytes = REQUEST.repeat(requests);
    const { peak } = await withMemory(server, faults, MAX_MB, async () => {
      const asked = askFor(server, pairs.slice(0, 50), seconds, faults);
      await sendInThread(server, { bytes, connections, reads: false, seconds: OPEN_SECONDS });
      Object.assign(measured, latencyFigures(await asked, `beside ${connections} × ${requests}`, faults));
    });
    measured[`peak of memory with ${connections} × ${requests}, MB`] = peak;
  }
  return measured;
}
