/** What the HTTP application needs of the service behind it: the interface between routes and answers. */
import type { UnknownVersion } from '../answer/changes.ts';
import type { Json, JsonBytes } from '../answer/json.ts';
import type {
  CoverageEnvelope,
  CspEnvelope,
  Health,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../contract/answers.ts';
import type {
  ChangesEnvelope,
  ChangesRequest,
  ListChangesEnvelope,
  ListChangesRequest,
} from '../contract/changes.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { CspRequest, ResolveRequest, SearchRequest, SettingRequest } from '../contract/requests.ts';
import type { VerifyEnvelope } from '../contract/verified.ts';
import type { VerifyRequest } from '../contract/verify.ts';
import type { DatasetStamp } from '../contract/words.ts';

/**
 * The service bound to one dataset version. A request takes one snapshot and uses it for everything (the languages
 * it may ask for, the answer, the stamp of a problem), so that a swap meanwhile cannot mix two versions.
 * Answers are envelopes, which share objects with other answers; long ones are JSON. Every method may reject with `DatasetUnavailable`.
 */
export interface Snapshot {
  readonly stamp: DatasetStamp;
  readonly languages: readonly string[];
  resolve(request: ResolveRequest): Promise<ResolveEnvelope>;
  csp(request: CspRequest): Promise<CspEnvelope>;
  search(request: SearchRequest): Promise<SearchEnvelope>;
  /** undefined: no setting has that slug or policyId. */
  setting(request: SettingRequest): Promise<SettingEnvelope | undefined>;
  /** Items beyond the limits of a request are the caller's matter. Rejects once the signal is aborted. */
  verify(request: VerifyRequest, signal?: AbortSignal): Promise<JsonBytes<VerifyEnvelope>>;
  /** The same list in another form. As for verify. */
  convert(request: ConvertRequest, signal?: AbortSignal): Promise<JsonBytes<ConvertEnvelope>>;
  /** What is different from an earlier version, or why that is not known. */
  changes(request: ChangesRequest): Promise<Json<ChangesEnvelope> | UnknownVersion>;
  /** The same of the settings behind the values of a list. */
  listChanges(
    request: ListChangesRequest,
    signal?: AbortSignal,
  ): Promise<Json<ListChangesEnvelope> | UnknownVersion>;
  /** The feed as Atom, or why there is none. `path`: of the endpoint of changes. */
  changesAtom(path: string): Promise<string | UnknownVersion>;
  /** The figures of `coverage.json`. */
  coverage(): Promise<CoverageEnvelope>;
  health(): Health;
  /** Rejects where a file of the dataset cannot be read at this moment. */
  probe(): Promise<void>;
}

/** Figures for `/metrics`; one that is not known is absent. */
export interface ServiceStats {
  /** Shards in memory. */
  shardsLoaded?: number;
  /** Refusals of a dataset version or of `index.json` since the start. */
  swapsRefused?: number;
}

export interface Service {
  /** undefined while no dataset can be served. */
  snapshot(): Snapshot | undefined;
  stats?(): ServiceStats;
}
