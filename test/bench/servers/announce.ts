/** What a server of the bench sends to the bench. */
import type { Usage } from '../child.ts';

/** Says where it listens: to the bench by message, and on stdout as `hivecheck serve` does. */
export function announce(url: string): void {
  console.log(`listens on ${url}`);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
  });
  process.send?.({ url });
}
