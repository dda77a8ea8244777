/** A worker that does nothing but verify. */
import { verifyDetached } from '../../runtime/dataset/signature.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { manifest, signature, key } = (await request.json()) as Record<
      'manifest' | 'signature' | 'key',
      string
    >;
    try {
      return Response.json(await verifyDetached(new TextEncoder().encode(manifest), signature, key));
    } catch (error) {
      return Response.json(error instanceof TypeError ? 'TypeError' : String(error));
    }
  },
};
