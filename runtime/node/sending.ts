/** What Node tells of an answer that is being sent. */
import { ServerResponse } from 'node:http';
import type { PlatformRequest, Sending } from '../http/options.ts';

export function sendingOf({ runtime }: PlatformRequest): Sending | undefined {
  const response = runtime?.node?.res;
  if (!(response instanceof ServerResponse)) return undefined;
  // `writableLength` is that of the whole answer until all of it is sent.
  const handle = () => response.socket && Reflect.get(response.socket, '_handle');
  return Object.assign(response, { waiting: () => Number(handle()?.writeQueueSize ?? 0) });
}
