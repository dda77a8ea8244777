/** A worker with answers of the plainest kind, to try what lies below them. Bundled by worker.test.ts. */
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { verifyDetached } from '../../runtime/dataset/signature.ts';
import { normalizeOmaUri, normalizeValue, pairKey, parseKey } from '../../runtime/format/keys.ts';
import { workerHandler } from '../../runtime/worker.ts';
import { FakeSnapshot } from '../http/fake.ts';

class PlainSnapshot extends FakeSnapshot {
  readonly #dataset: Dataset;

  constructor(dataset: Dataset) {
    super();
    this.#dataset = dataset;
  }

  override get stamp() {
    const { version, generatedAt } = this.#dataset.manifest;
    return { version, generatedAt };
  }

  #envelope(found: unknown): never {
    const reason = JSON.stringify(found ?? 'nothing');
    const answer = {
      query: {},
      result: { matches: [], reason },
      confidence: 'none',
      warnings: [],
    };
    return { ...answer, dataset: this.stamp } as never;
  }

  override async resolve({ key, value }: { key: string; value: string }) {
    const keys = parseKey(key).keys.map((one) => pairKey(one, normalizeValue(value)));
    const found = await Promise.all(keys.map((pair) => this.#dataset.lookup('resolve/en-US', pair)));
    return this.#envelope(found.find((each) => each !== undefined));
  }

  override async csp({ omaUri }: { omaUri: string }) {
    return this.#envelope(await this.#dataset.lookup('csp/en-US', normalizeOmaUri(omaUri).uri));
  }
}

/** What this runtime says of a signature. */
async function verified(request: Request): Promise<Response> {
  const { text, signature, key } = (await request.json()) as Record<'text' | 'signature' | 'key', string>;
  const verdict = verifyDetached(new TextEncoder().encode(text), signature, key);
  return Response.json(await verdict.catch((error: Error) => error.name));
}

const worker = workerHandler(
  (source) => ({
    snapshot() {
      const dataset = source.snapshot();
      return dataset && new PlainSnapshot(dataset);
    },
  }),
  { intervalMs: 50, retryAfterMs: 50 },
);

export default {
  fetch: (request: Request, ...more: [never, never]) =>
    request.url.endsWith('/verified') ? verified(request) : worker.fetch(request, ...more),
};
