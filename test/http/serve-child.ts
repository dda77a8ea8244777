/**
 * Run as a process of its own: a server whose look-up takes until it was told to stop, and a little longer. With
 * `HANG` it reads that FIFO first, which nobody writes.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { serveUntilStopped } from '../../runtime/node/until-stopped.ts';
import { slowService } from './fake.ts';

const told = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => resolve());
});

const service = slowService(async () => {
  console.log('inside');
  await told;
  await sleep(100);
});
// What the real entry opens besides the server must not keep the process alive, nor be forgotten.
const opened = setInterval(() => {}, 1000);
const { HANG } = process.env;
if (HANG !== undefined) void readFile(HANG);
const options = {
  service,
  config: serverConfig(process.env),
  ...(HANG !== undefined && { timeouts: { shutdown: 500 } }),
};
await serveUntilStopped(options, () => {
  clearInterval(opened);
  console.log('freed');
});
