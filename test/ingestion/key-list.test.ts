import { expect, it } from 'vitest';
import { isIngestible } from '../../build/ingestion/key-list.ts';
import { vectors } from '../vectors.ts';

it.each(vectors<[key: string, isOpen: boolean]>('ingestible-keys'))(
  'an ingested policy may write %s: %s',
  (key, isOpen) => expect(isIngestible(key)).toBe(isOpen),
);
