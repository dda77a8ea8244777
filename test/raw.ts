/** An index whose entries are kept as they are stored. */
import type { Index } from '../runtime/dataset/dataset.ts';

export function raw<Entry>(name: string): Index<Entry, Entry> {
  return { name, keep: (entry) => entry };
}
