/**
 * A program that uses the installed package: `package.test.ts` type-checks it there against the declared types, and runs
 * it. This project's own type check leaves it out.
 */
import {
  type App,
  createApp,
  createService,
  DatasetUnavailable,
  fetchStore,
  folderStore,
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
  lang: 'en-US',
  targetOs: null,
};
const text = await service.snapshot()?.resolve(request);
if (text === undefined) throw new Error('there is no dataset');
const answer: ResolveEnvelope = parseJson(text);
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
