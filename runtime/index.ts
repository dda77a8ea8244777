/**
 * What the package `hivecheck` exports for Node. `hivecheck/worker` is the service for workers, `hivecheck/format` the
 * on-disk format of a dataset; both run without Node.
 */
import { fileURLToPath } from 'node:url';
import { createHttpApp as createH3App } from './http/app.ts';
import type { AppOptions } from './http/options.ts';
import { loadMcp } from './mcp/load.ts';
import { sendingOf } from './node/http-internals.ts';
import type { Service } from './service.ts';

export type { UnknownVersion } from './answer/changes.ts';
export { type Json, type JsonBytes, parseJson } from './answer/json.ts';
export type { Call } from './check/requests.ts';
export type * from './contract/answers.ts';
export type * from './contract/changes.ts';
export type * from './contract/compatibility.ts';
export type { ConvertRequest } from './contract/convert.ts';
export type { ConvertEnvelope } from './contract/converted.ts';
export type * from './contract/match.ts';
export type { NodeDependency } from './contract/node.ts';
export type * from './contract/record.ts';
export type { CspRequest, ResolveRequest, SearchRequest, SettingRequest } from './contract/requests.ts';
export type * from './contract/verified.ts';
export type { VerifyRequest } from './contract/verify.ts';
export type * from './contract/verify-summary.ts';
export type { Confidence, DatasetStamp, PolicyClass, Scope, Verdict } from './contract/words.ts';
export {
  type Dataset,
  type DatasetStore,
  DatasetUnavailable,
  type Entries,
  type ReadOptions,
} from './dataset/dataset.ts';
export type { History } from './dataset/feed.ts';
export { type FetchStoreOptions, fetchStore } from './dataset/fetch-store.ts';
export { type OpenOptions, openDataset } from './dataset/open.ts';
export type { CatalogEntry, CatalogTarget } from './format/catalog.ts';
export type {
  AppLog,
  AppOptions,
  KeyStore,
  Limiter,
  McpEndpoint,
  McpExchange,
  McpOptions,
  MetricsText,
  PlatformRequest,
  RequestLine,
  RequestStamp,
  Sending,
  Tier,
} from './http/options.ts';
export { Problem } from './http/problem.ts';
export { loadMcp } from './mcp/load.ts';
export { folderStore } from './node/folder-store.ts';
export { createService, type Datasets, type Service, type ServiceStats, type Snapshot } from './service.ts';

/** The folder of the dataset that comes with the package, for {@link folderStore}. */
export const PACKAGED_DATASET: string = fileURLToPath(new URL('../dist', import.meta.url));

export interface App {
  /** Answers every request: failures become problem documents (RFC 9457), it does not reject. */
  fetch(request: Request): Promise<Response>;
}

/**
 * The HTTP API as one function from request to response, for any framework that has the Fetch types. Without `client`
 * in the options all clients count as one for the limiters. `/mcp` is served for any host; `mcp` in the options says
 * which hosts and origins may call it, or turns it off.
 */
export function createApp(service: Service, options: AppOptions = {}): App {
  const app = createH3App(service, {
    sending: sendingOf,
    ...options,
    mcp: options.mcp ?? { load: loadMcp },
  });
  return { fetch: async (request) => app.fetch(request) };
}
