/**
 * Run as a process of its own, beside the good client: opens `count` connections to `port`, sends each the bytes of
 * `file`, and reads the answers or leaves them. Ends with SIGTERM; prints how many answers had which status.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port, file = '', count, reads] = process.argv.slice(2);
const bytes = readFileSync(file);
const statuses: Record<string, number> = {};

for (let n = 0; n < Number(count); n++) {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  if (reads !== 'reads') {
    socket.pause();
    continue;
  }
  socket.on('data', (data) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1', 0, 12))?.[1];
    if (status !== undefined) statuses[status] = (statuses[status] ?? 0) + 1;
  });
}

// The server may have closed all connections before.
setInterval(() => {}, 1000);
process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(statuses), () => process.exit());
});
