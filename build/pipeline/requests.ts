/** Shared parts of requests to vendors and to buckets. */
import type { Dispatcher } from 'undici';
import retried from './retried.json' with { type: 'json' };

/** Temporary faults: options of undici's retry interceptor. */
export const RETRIED = retried;

export function header(
  { headers }: Pick<Dispatcher.ResponseData, 'headers'>,
  name: string,
): string | undefined {
  return [headers[name]].flat()[0];
}

/** Reads the whole body. @param tooLarge Makes the error if it has more than `limit` bytes. */
export async function bodyOf(
  { body }: Dispatcher.ResponseData,
  limit: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
