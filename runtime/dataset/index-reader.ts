/** `index.json` of a source that looks again and again. */
import type { DistIndex } from '../format/format.ts';
import type { DatasetStore } from './dataset.ts';
import { INDEX_FILE, parseDistIndex, present, readIndexIfChanged, requireSignature } from './manifest.ts';
import { SerialGuard } from './serial.ts';
import { INDEX_SIGNATURE_FILE } from './signature.ts';
import type { SourceOptions } from './source.ts';

export interface FoundIndex extends Pick<DistIndex, 'latest' | 'versions'> {
  /** Since the last look. */
  changed: boolean;
}

export class IndexReader {
  readonly #store: DatasetStore;
  readonly #options: SourceOptions;
  readonly #serials: SerialGuard;
  /** What was read last. */
  last: (Omit<FoundIndex, 'changed'> & { tag: string | undefined; text: string }) | undefined;

  constructor(store: DatasetStore, options: SourceOptions) {
    this.#store = store;
    this.#options = options;
    this.#serials = new SerialGuard(options.state, options.allowRollback === true);
  }

  async read(): Promise<FoundIndex> {
    const known = this.last;
    const found = await readIndexIfChanged(this.#store, known?.tag);
    if (found === 'same') return { ...present(known, INDEX_FILE), changed: false };
    const { latest, versions } = await this.#checked(found.bytes);
    const text = new TextDecoder().decode(found.bytes);
    this.last = { tag: found.tag, latest, versions, text };
    // Another tag: the same text was written again. Without a tag nothing is known.
    const rewritten = known?.tag !== undefined && found.tag !== undefined && found.tag !== known.tag;
    return { latest, versions, changed: text !== known?.text || rewritten };
  }

  /** With a public key: signed, and not older than one that was served before. */
  async #checked(bytes: Uint8Array<ArrayBuffer> | undefined): Promise<DistIndex> {
    const { publicKey, logger } = this.#options;
    const index = parseDistIndex(bytes);
    if (publicKey === undefined) return index;
    await requireSignature(this.#store, INDEX_SIGNATURE_FILE, present(bytes, INDEX_FILE), publicKey);
    await this.#serials.accept(index.serial, (cause) => {
      logger?.error('serial of the index could not be stored', { cause: String(cause) });
    });
    return index;
  }
}
