/** What the HTTP edge needs of the service behind it: the seam between endpoints and answers. */
import type {
  CspRequest,
  DatasetStamp,
  Envelope,
  ResolveRequest,
  SearchRequest,
  SettingRequest,
} from '../answer/types.ts';
import type { ByteString } from '../bytes.ts';

/** An envelope, or one already serialized: the edge sends it as it is. */
export type Answer = Envelope | ByteString;

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
 * A promise where something has yet to be read. Every method may throw `DatasetUnavailable` or reject with it.
 */
export interface Snapshot {
  readonly stamp: DatasetStamp;
  readonly languages: readonly string[];
  resolve(request: ResolveRequest): Answer | Promise<Answer>;
  csp(request: CspRequest): Answer | Promise<Answer>;
  search(request: SearchRequest): Answer | Promise<Answer>;
  /** undefined: no setting has that slug or policyId. */
  setting(request: SettingRequest): Answer | undefined | Promise<Answer | undefined>;
  health(): HealthBody;
}

export interface Service {
  /** undefined while no dataset can be served. */
  snapshot(): Snapshot | undefined;
}
