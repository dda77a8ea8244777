/** A worker that does nothing but verify. */
import { verifyManifest } from '../../runtime/dataset/signature.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { manifest, signature, key } = (await request.json()) as Record<
      'manifest' | 'signature' | 'key',
      string
    >;
    try {
      return Response.json(await verifyManifest(new TextEncoder().encode(manifest), signature, key));
    } catch (error) {
      return Response.json(error instanceof TypeError ? 'TypeError' : String(error));
    }
  },
};
