/** Compression of answers by Node's own zlib. */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Gzip } from '../http/options.ts';

/** Longer ones are compressed beside the event loop; these take less than 0.1 ms. */
const MAX_AT_ONCE = 1 << 15;

const gzipLater = promisify(gzip);

export const gzipAnswer: Gzip = async (body) =>
  new Uint8Array(body.length > MAX_AT_ONCE ? await gzipLater(body) : gzipSync(body));
