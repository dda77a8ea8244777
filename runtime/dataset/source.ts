/** The dataset that is being served, and its change to a new version while requests come in. */

import type { Refusal } from '../contract/answers.ts';
import { causeOf, type Dataset, type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { type FoundIndex, type IndexReader, indexReader, type SerialStore } from './index-reader.ts';
import { olderIn, releasedAt } from './manifest.ts';
import { type OpenOptions, openDataset, type ShardCache, shardCache } from './open.ts';
import { type VerifyDepth, verifyDataset } from './verify.ts';

export interface SourceLogger {
  info(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}

export interface SourceOptions extends OpenOptions {
  /** Time between two reads of `index.json`; milliseconds, default 1000. */
  intervalMs?: number;
  /** How a version is proved: before it follows one in service, the first one soon after the start. Default `all`. */
  verify?: VerifyDepth;
  logger?: SourceLogger;
  /** Where the highest serial of a signed index is stored across restarts; default: in memory only. */
  state?: SerialStore;
  /** Forgets the serials of earlier runs: the operator means to serve an older index. */
  allowRollback?: boolean;
}

/** Verifying a version means reading it whole: exponential backoff for a bad one. */
const RETRY_MS = { first: 5_000, most: 60_000 };

/**
 * A request takes {@link snapshot} once and asks nothing else, so that its answer is of one version. The first version is
 * served as soon as its manifest is sound, and verified at the second look of a source that keeps looking; a later one is
 * served only when it has been verified. Where the first is refused twice, the newest one that verifies is served; with a
 * public key none but the latest, since who withholds files of that one would choose an older one.
 */
export class DatasetSource {
  readonly #store: DatasetStore;
  readonly #options: SourceOptions;
  readonly #index: IndexReader;
  readonly #shards: ShardCache;
  readonly #intervalMs: number;
  #current: Dataset | undefined;
  /** The served version was verified as a whole; that of the start is served before it is. */
  #proved = false;
  /** Refusals of the version that `index.json` names, and of `index.json` itself: neither must hide the other. */
  #refused: Refusal | undefined;
  #unreadable: Refusal | undefined;
  #refusals = 0;
  #retry = { at: 0, delay: RETRY_MS.first };
  #checking: Promise<void> | undefined;
  #lastCheck = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #mode: 'manual' | 'polling' | 'stopped' = 'manual';

  constructor(store: DatasetStore, options: SourceOptions = {}) {
    this.#store = store;
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 1000;
    this.#shards = shardCache(options.maxBytes);
    this.#index = indexReader(store, options);
  }

  /** The dataset to answer one request from; undefined while there is none. */
  snapshot(): Dataset | undefined {
    return this.#current;
  }

  status() {
    const refused = this.#unreadable ?? this.#refused;
    return {
      ...(this.#current && { version: this.#current.manifest.version }),
      ...(refused && { refused }),
      /** Of a version or of `index.json`, since the start. */
      refusals: this.#refusals,
    };
  }

  /** Checks now, then polls until {@link stop}. Resolves after the first check, whatever its result. */
  async start(): Promise<void> {
    this.#mode = 'polling';
    await this.check();
    this.#schedule();
  }

  stop(): void {
    this.#mode = 'stopped';
    clearTimeout(this.#timer);
  }

  /** Reads `index.json`, and takes a new version into service. Never rejects: see {@link status}. */
  check(): Promise<void> {
    if (this.#options.shareLoads === false) return this.#check();
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** The same where no timer can run: called with every request, it does nothing until the interval is over. */
  checkIfDue(): Promise<void> {
    const isDue = Date.now() - this.#lastCheck >= this.#intervalMs;
    return isDue || this.#current === undefined ? this.check() : Promise.resolve();
  }

  #schedule(): void {
    if (this.#mode !== 'polling') return;
    // While nothing is served, the next check is soon: a host that failed once must not cost a minute.
    const wait =
      this.#current === undefined ? Math.min(this.#intervalMs, this.#retry.delay) : this.#intervalMs;
    this.#timer = setTimeout(() => void this.check().finally(() => this.#schedule()), wait);
    unref(this.#timer);
  }

  async #check(): Promise<void> {
    this.#lastCheck = Date.now();
    const before = this.#index.last;
    let index: FoundIndex;
    try {
      index = await this.#index.read();
      this.#unreadable = undefined;
    } catch (error) {
      this.#unreadable = this.#refusal(this.#unreadable, undefined, error);
      return;
    }
    if (this.#serves(index.latest) && (this.#proved || this.#mode !== 'polling')) {
      this.#refused = undefined;
      return;
    }
    if (index !== before) this.#retry = { at: 0, delay: RETRY_MS.first };
    if (this.#current !== undefined && Date.now() < this.#retry.at) return;
    try {
      await this.#take(index.latest);
    } catch (error) {
      if (this.#mode === 'stopped') return;
      const again = this.#refused?.version === index.latest;
      this.#refused = this.#refusal(this.#refused, index.latest, error);
      const { delay } = this.#retry;
      this.#retry = { at: Date.now() + delay, delay: Math.min(delay * 2, RETRY_MS.most) };
      // One failed read proves no damage: the served version is replaced when it is refused again.
      if (this.#current === undefined || (again && this.#serves(index.latest)))
        await this.#fallBack(olderIn(index));
    }
  }

  /** Serves the newest of older versions that verifies; `refused` still names what is wrong with the latest. */
  async #fallBack(versions: readonly string[]): Promise<void> {
    if (this.#options.publicKey !== undefined) return;
    for (const version of versions) {
      try {
        this.#serve(await this.#open(version, true));
        this.#proved = true;
        this.#options.logger?.info('older dataset taken into service', { version });
        return;
      } catch (cause) {
        if (this.#mode === 'stopped') return;
        this.#options.logger?.error('older dataset refused', { version, cause: causeOf(cause) });
      }
    }
  }

  async #take(version: string): Promise<void> {
    const follows = this.#current !== undefined;
    const dataset = await this.#open(version, follows);
    this.#proved = follows;
    this.#refused = undefined;
    // It is served already, from the start or by a concurrent check: its cached shards stay.
    if (this.#serves(version)) return;
    const before = this.#current?.manifest.version;
    this.#serve(dataset);
    this.#options.logger?.info('dataset taken into service', { version, ...(before && { before }) });
  }

  #serve(dataset: Dataset): void {
    this.#current = dataset;
    // Shards of the version before; its last requests read the few that they still need again.
    this.#shards.clear();
  }

  /** Rejects where it cannot be served. Ends early when the source is stopped: the end of a process waits for its reads. */
  async #open(version: string, proved: boolean): Promise<Dataset> {
    const generatedAt = this.#index.last && releasedAt(this.#index.last, version);
    const dataset = await openDataset(this.#store, version, {
      ...this.#options,
      shards: this.#shards,
      ...(generatedAt !== undefined && { generatedAt }),
    });
    const goOn = (): void => {
      if (this.#mode === 'stopped') throw new Error('The source was stopped.');
    };
    if (proved) await verifyDataset(this.#store, dataset.manifest, this.#options.verify ?? 'all', goOn);
    return dataset;
  }

  #serves(version: string): boolean {
    return this.#current?.manifest.version === version;
  }

  /** Its reason names files below `dist/` only. Logged when it is new, not with every check that finds it again. */
  #refusal(known: Refusal | undefined, version: string | undefined, error: unknown): Refusal {
    const reason = error instanceof DatasetUnavailable ? error.message : 'It could not be checked.';
    if (known?.reason === reason && known.version === version) return known;
    this.#refusals++;
    const fields = { version, reason, location: this.#store.location, serving: this.status().version };
    this.#options.logger?.error('dataset refused', { ...fields, cause: causeOf(error) });
    const at = new Date(Date.now()).toISOString();
    return { ...(version !== undefined && { version }), reason, at };
  }
}

/** Lets the process end. Only Node's timers are objects. */
function unref(timer: number | { unref(): unknown }): void {
  if (typeof timer === 'object') timer.unref();
}
