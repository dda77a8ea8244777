/** Limits for the contents of archives, nested ones included. */
import { FetchError } from '../errors.ts';

export interface ArchiveLimits {
  /** Number of entries, over all nested archives. */
  entries: number;
  /** Bytes unpacked, over all nested archives. */
  bytes: number;
  /** Bytes unpacked for one byte of the outermost archive. */
  ratio: number;
  /** Nesting depth of archives. */
  depth: number;
}

/**
 * The largest vendor package (templates of one Windows release, every language) unpacks to a few hundred megabytes at a
 * ratio of about 15; XML is repetitive, so the limit is well above that.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 50_000, bytes: 2 ** 30, ratio: 200, depth: 3 };

/** Below this size a ratio is meaningless: a few bytes of a repetitive file compress a thousandfold. */
const RATIO_FLOOR = 2 ** 20;

/** How much of its limits one outermost archive has used. */
export class Budget {
  readonly limits: ArchiveLimits;
  readonly name: string;
  readonly #packed: number;
  #entries = 0;
  #bytes = 0;

  constructor(name: string, packed: number, limits: ArchiveLimits) {
    this.name = name;
    this.#packed = packed;
    this.limits = limits;
  }

  addEntries(count: number): void {
    this.#entries += count;
    const { entries } = this.limits;
    if (this.#entries > entries)
      throw new FetchError(`${this.name}: more than ${entries} entries; raise "limits" in its declaration`);
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.bytesAllowed) {
      throw new FetchError(
        `${this.name}: unpacks to more than ${this.bytesAllowed} bytes (packed: ${this.#packed}); ` +
          'raise "limits" in the declaration of the source if the vendor really ships that much',
      );
    }
  }

  get bytesAllowed(): number {
    return Math.min(this.limits.bytes, Math.max(RATIO_FLOOR, this.#packed * this.limits.ratio));
  }

  get bytesLeft(): number {
    return this.bytesAllowed - this.#bytes;
  }
}
