/** The worker, which looks often, and what its runtime says of a signature. Bundled by worker.test.ts. */
import { verifyDetached } from '../../runtime/dataset/signature.ts';
import { workerHandler } from '../../runtime/worker.ts';

const worker = workerHandler({ intervalMs: 50 });

export default {
  async fetch(request: Request, ...more: [never, never]): Promise<Response> {
    if (!request.url.endsWith('/verified')) return worker.fetch(request, ...more);
    const { text, signature, key } = (await request.json()) as Record<'text' | 'signature' | 'key', string>;
    const verdict = verifyDetached(new TextEncoder().encode(text), signature, key);
    return Response.json(await verdict.catch((error: Error) => error.name));
  },
};
