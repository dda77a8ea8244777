/**
 * A program that uses the installed package: `package.test.ts` type-checks it there against the declared types, and runs
 * it. This project's own type check leaves it out.
 */
import {
  type App,
  type AppOptions,
  createApp,
  createService,
  DatasetUnavailable,
  fetchStore,
  folderStore,
  loadMcp,
  type McpOptions,
  openDataset,
  PACKAGED_DATASET,
  parseJson,
  type ResolveEnvelope,
  type ResolveRequest,
} from 'hivecheck';
import { Manifest, SCHEMA_VERSION, shardName } from 'hivecheck/format';
import worker, { type WorkerEnv } from 'hivecheck/worker';

const dataset = await openDataset(folderStore(PACKAGED_DATASET));
const service = createService({ snapshot: () => dataset });
const request: ResolveRequest = {
  key: 'Software\\Policies\\Microsoft\\Windows\\WindowsUpdate',
  value: 'ActiveHoursEnd',
};
const answer: ResolveEnvelope | undefined = await service.snapshot()?.resolve(request);
if (answer === undefined) throw new Error('there is no dataset');
const slug: string | undefined = answer.result.matches?.[0]?.slug;

const app: App = createApp(service, { contact: 'someone@example.org' });
const response = await app.fetch(new Request('http://localhost/openapi.json'));
const { info } = (await response.json()) as { info: { version: string } };
const tooLarge = await app.fetch(
  new Request('http://localhost/v1/resolve', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'k'.repeat(20_000), value: '' }),
  }),
);

const missing = await openDataset(fetchStore('http://127.0.0.1:9/')).catch((error: unknown) => error);
const env: WorkerEnv = {};
const fromWorker = await worker.fetch(new Request('http://localhost/livez'), env, { waitUntil: () => {} });
const manifest: Manifest = dataset.manifest;

console.log(
  JSON.stringify({
    slug,
    version: info.version,
    tooLarge: tooLarge.status,
    missing: missing instanceof DatasetUnavailable,
    worker: fromWorker.status,
    format: SCHEMA_VERSION === manifest.schemaVersion,
    shard: shardName(new Uint8Array([0xab, 0xcd, 0xef]), manifest.shardBits.resolve).length,
    problem: Manifest.type,
  }),
);

// Types that a program's own declarations infer must have names that it can import (`declaration: true`).
const snapshot = service.snapshot();
if (snapshot === undefined || dataset.history === undefined) throw new Error('there is no dataset');
export const { resolve, csp, search, setting, verify, changes, changesAtom, coverage, health, probe } =
  snapshot;
export const { history, lookup, file } = dataset;
export const { feed, changes: changesOf } = dataset.history;
export const { read } = folderStore(PACKAGED_DATASET);
export const { snapshot: snapshotOf, stats } = service;
export const { fetch } = app;
export const endpoint = await loadMcp();
export const exchange = (...[first]: Parameters<typeof endpoint>) => first;
export const firstItem = async () => parseJson(await verify({ items: [request] })).result.items[0];
/** What a request may leave out, its type does too. */
export const shortest = () => [
  resolve({ key: '', value: '' }),
  csp({ omaUri: '' }),
  search({ q: '' }),
  setting({ slug: '' }),
  verify({ files: [] }),
];
export const difference = async () => {
  const found = await changes({ since: manifest.version });
  return typeof found === 'string' ? parseJson(found).result : found;
};
export const optionsOf = ({ limiters, keys, log, metrics, client, refuse, sending, mcp }: AppOptions) => {
  return { limiters, keys, log, metrics, client, refuse, sending, mcp };
};
export const loadOf = ({ load }: McpOptions) => load;
