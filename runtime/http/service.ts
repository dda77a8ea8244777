/** What the HTTP application needs of the service behind it: the seam between routes and answers. */
import type {
  CspRequest,
  DatasetStamp,
  ResolveRequest,
  SearchRequest,
  SettingRequest,
} from '../answer/types.ts';

export interface HealthBody {
  status: 'ok';
  dataset: DatasetStamp;
  languages: string[];
  counts: { settings: number; registryPairs: number; cspMappings: number };
  sources: { active: number; declared: number };
  uptimeSeconds: number;
  /** The newest dataset that was refused, while an older one goes on being served. */
  refused?: { version?: string; reason: string; at: string };
}

/**
 * The service bound to one dataset version. A request takes one snapshot and uses it for everything (the languages
 * it may ask for, the answer, the stamp of a problem), so that a swap meanwhile cannot mix two versions.
 * Answers are the JSON text of an envelope; a promise where something has yet to be read. Every method may throw
 * `DatasetUnavailable` or reject with it.
 */
export interface Snapshot {
  readonly stamp: DatasetStamp;
  readonly languages: readonly string[];
  resolve(request: ResolveRequest): Promise<string> | string;
  csp(request: CspRequest): Promise<string> | string;
  search(request: SearchRequest): Promise<string> | string;
  /** undefined: no setting has that slug or policyId. */
  setting(request: SettingRequest): Promise<string | undefined> | string | undefined;
  /** The figures of `coverage.json`. */
  coverage(): Promise<string>;
  health(): HealthBody;
  /** Rejects where a file of the dataset cannot be read at this moment. */
  probe(): Promise<void>;
}

/** Figures for `/metrics`; one that is not known is absent. */
export interface ServiceStats {
  /** Shards in memory. */
  shardsLoaded?: number;
  /** Dataset versions refused since the start. */
  swapsRefused?: number;
}

export interface Service {
  /** undefined while no dataset can be served. */
  snapshot(): Snapshot | undefined;
  stats?(): ServiceStats;
}
