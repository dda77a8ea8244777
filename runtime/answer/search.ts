import type { Dataset } from '../dataset.ts';
import type { Envelope, SearchRequest } from './types.ts';
export async function search(_d: Dataset, _r: SearchRequest): Promise<Envelope> {
  throw new Error('pending merge');
}
