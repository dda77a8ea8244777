/** What the HTTP edge needs of the service behind it: the seam between endpoints and answers. */
import type {
  CspRequest,
  DatasetStamp,
  Envelope,
  ResolveRequest,
  SearchRequest,
  SettingRequest,
} from '../answer/types.ts';

/** An envelope, or one already serialized: the edge sends a string as it is. */
export type Answer = Envelope | string;

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
 * Every method may throw `DatasetUnavailable`.
 */
export interface Snapshot {
  readonly stamp: DatasetStamp;
  readonly languages: readonly string[];
  resolve(request: ResolveRequest): Promise<Answer>;
  csp(request: CspRequest): Promise<Answer>;
  search(request: SearchRequest): Promise<Answer>;
  /** undefined: no setting has that slug or policyId. */
  setting(request: SettingRequest): Promise<Answer | undefined>;
  health(): HealthBody | Promise<HealthBody>;
}

export interface Service {
  /** undefined while no dataset can be served. */
  snapshot(): Snapshot | undefined;
}
