import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

export interface Served extends AsyncDisposable {
  server: Server;
  /** Without a slash at its end. */
  url: string;
}

/** A server on a free port of this machine. */
export async function served(handler: RequestListener): Promise<Served> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All that a program has written so far. */
export function collected(stream: Readable | null): () => string {
  let all = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  return () => all;
}
