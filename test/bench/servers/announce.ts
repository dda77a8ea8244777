/** What a server of the bench sends to the bench. */
import { addressOf, listenOn } from '../../../runtime/node/listener.ts';
import type { Usage } from '../child.ts';

/** Listens on a free port of loopback, and says where. */
export async function serve(listener: Parameters<typeof listenOn>[0]): Promise<void> {
  const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
  announce(`http://127.0.0.1:${addressOf(server).port}`);
}

/** Says where it listens: to the bench by message, and on stdout as `hivecheck serve` does. */
export function announce(url: string): void {
  console.log(`listens on ${url}`);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
  });
  process.send?.({ url });
}
