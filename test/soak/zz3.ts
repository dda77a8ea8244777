import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { splitPairKey } from '../../runtime/normalize.ts';
import { readIndex } from '../bench/requests.ts';
import { startServer } from './server.ts';

const dist = await builtInDist();
const { latest } = JSON.parse(await readFile(join(dist, 'index.json'), 'utf8'));
const entries = await readIndex<any>(join(dist, latest, 'resolve'));
const sized = entries.map(([k, e]) => [k, JSON.stringify(e).length] as const).sort((a, b) => b[1] - a[1]);
console.log(sized.slice(0, 3));
await using server = await startServer(dist);
const [key, value] = splitPairKey(sized[0]![0]);
const mem = async () => Math.round(await server.memory());
for (const n of [1, 200, 1000]) {
  const items = Array.from({ length: n }, () => ({ key: 'HKLM\\' + key, value, type: 'REG_SZ', data: '1' }));
  const t0 = performance.now();
  const r = await fetch(server.url + '/v1/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items, detail: 'full', targetOs: 'Windows 11 24H2' }),
  });
  console.log(
    n,
    r.status,
    (await r.arrayBuffer()).byteLength,
    'ms',
    Math.round(performance.now() - t0),
    'MB',
    await mem(),
  );
}
