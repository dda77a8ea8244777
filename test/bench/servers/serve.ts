import { addressOf, listenOn } from '../../../runtime/node/listener.ts';

/** Listens on a free port of loopback, and says where as `hivecheck serve` does. */
export async function serve(listener: Parameters<typeof listenOn>[0]): Promise<void> {
  const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
  console.log(`listens on http://127.0.0.1:${addressOf(server).port}`);
}
