/** Run as a process of its own: a server whose search takes 300 ms. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveUntilStopped } from '../../runtime/entry/serve.ts';
import { readConfig } from '../../runtime/entry/serve-config.ts';
import { FakeSnapshot } from './fake.ts';

class Slow extends FakeSnapshot {
  override async search(request: Parameters<FakeSnapshot['search']>[0]) {
    console.log('inside');
    await sleep(300);
    return super.search(request);
  }
}
const snapshot = new Slow();
// What the real entry opens besides the server must not keep the process alive, nor be forgotten.
const opened = setInterval(() => {}, 1000);
await serveUntilStopped({ service: { snapshot: () => snapshot }, config: readConfig(process.env) }, () => {
  clearInterval(opened);
  console.log('freed');
});
