/** A connection of which the tests write and see the bytes. */
import { connect, type Socket } from 'node:net';

export interface RawClient {
  socket: Socket;
  /** Once it is open. */
  ready: Promise<void>;
  /** All that came, once the connection is closed. */
  received: Promise<string>;
  /** What came until now. */
  text: () => string;
}

/** To a port of this machine. */
export function connectRaw(port: number): RawClient {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  // A reset after an answer is an end like any other here; `text` shows what came before it.
  socket.on('error', () => {});
  const ready = new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const received = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.on('end', () => socket.end());
  return { socket, ready, received, text: () => text };
}
