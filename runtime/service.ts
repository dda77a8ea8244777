/** The answers bound to one dataset version, and the service that hands them out. */

import hivecheck from '../package.json' with { type: 'json' };
import type { UnknownVersion } from './answer/changes.ts';
import { createJudge, type Verdicts } from './answer/compatibility.ts';
import { answerCsp } from './answer/csp.ts';
import { stampOf } from './answer/envelope.ts';
import { type Json, type JsonBytes, utf8Json } from './answer/json.ts';
import { answerResolve } from './answer/resolve.ts';
import { answerSetting } from './answer/setting.ts';
import type { Call } from './check/requests.ts';
import { checkedSnapshot } from './check/snapshot.ts';
import type {
  CoverageEnvelope,
  CspEnvelope,
  Health,
  Refusal,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from './contract/answers.ts';
import type {
  ChangesEnvelope,
  ChangesRequest,
  ListChangesEnvelope,
  ListChangesRequest,
} from './contract/changes.ts';
import type { ConvertRequest } from './contract/convert.ts';
import type { ConvertEnvelope } from './contract/converted.ts';
import type { CspRequest, ResolveRequest, SearchRequest, SettingRequest } from './contract/requests.ts';
import type { VerifyEnvelope } from './contract/verified.ts';
import type { VerifyRequest } from './contract/verify.ts';
import type { DatasetStamp } from './contract/words.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { EditionLists, ReleaseTable } from './format/format.ts';
import { createReleases, type Rules } from './verdict/index.ts';
import { createProducts } from './verdict/product-target.ts';

/** Answers to look-ups as they are sent. */
export interface LookUps {
  resolve: JsonBytes<ResolveEnvelope>;
  csp: JsonBytes<CspEnvelope>;
  search: JsonBytes<SearchEnvelope>;
  setting: JsonBytes<SettingEnvelope> | undefined;
}

/**
 * The service bound to one dataset version. A request takes one snapshot and uses it for everything (the languages
 * it may ask for, the answer, the stamp of a problem), so that a swap meanwhile cannot mix two versions.
 * Requests are checked: one that is not valid rejects with a `Problem`. Answers are envelopes; long ones are JSON. Every
 * method may reject with `DatasetUnavailable`.
 */
export interface Snapshot {
  readonly stamp: DatasetStamp;
  readonly languages: readonly string[];
  /** The answer of one of the next four methods, as it is sent. */
  json<Name extends keyof LookUps>(lookUp: Name, request: object, call?: Call): Promise<LookUps[Name]>;
  resolve(request: ResolveRequest, call?: Call): Promise<ResolveEnvelope>;
  csp(request: CspRequest, call?: Call): Promise<CspEnvelope>;
  search(request: SearchRequest, call?: Call): Promise<SearchEnvelope>;
  /** undefined: no setting has that slug or policyId. */
  setting(request: SettingRequest, call?: Call): Promise<SettingEnvelope | undefined>;
  /** Rejects once the signal of the call is aborted. */
  verify(request: VerifyRequest, call?: Call): Promise<JsonBytes<VerifyEnvelope>>;
  /** The same list in another form. As for verify. */
  convert(request: ConvertRequest, call?: Call): Promise<JsonBytes<ConvertEnvelope>>;
  /** Changes since an earlier version, or why they are not known. */
  changes(request: ChangesRequest): Promise<Json<ChangesEnvelope> | UnknownVersion>;
  /** The same of the settings behind the values of a list. */
  listChanges(request: ListChangesRequest, call?: Call): Promise<Json<ListChangesEnvelope> | UnknownVersion>;
  /** The feed as Atom, or why there is none. `path`: of the endpoint of changes. */
  changesAtom(path: string): Promise<string | UnknownVersion>;
  /** The figures of `coverage.json`. */
  coverage(): Promise<CoverageEnvelope>;
  health(): Health;
  /** Rejects where a file of the dataset cannot be read at this moment. */
  probe(): Promise<void>;
}

/** Answers to checked requests. */
export type Answers = Omit<Snapshot, keyof LookUps>;

/** Figures for `/metrics`; undefined: not known. */
export interface ServiceStats {
  /** Shards in memory. */
  shardsLoaded: number | undefined;
  /** Refusals of a dataset version or of `index.json` since the start. */
  swapsRefused: number | undefined;
}

export interface Service {
  /** undefined while no dataset can be served. */
  snapshot(): Snapshot | undefined;
  stats?(): ServiceStats;
}

/** Where datasets come from: `DatasetSource`, or a fixed one in tests and on the command line. */
export interface Datasets {
  snapshot(): Dataset | undefined;
  status?(): { refused?: Refusal; refusals?: number };
}

export function createService(datasets: Datasets): Service {
  const started = Date.now();
  let last: { dataset: Dataset; snapshot: Snapshot } | undefined;
  return {
    snapshot() {
      const dataset = datasets.snapshot();
      if (dataset !== last?.dataset)
        last = dataset && { dataset, snapshot: createSnapshot(dataset, datasets, started) };
      return last?.snapshot;
    },
    stats: () => ({
      shardsLoaded: datasets.snapshot()?.shardsLoaded,
      swapsRefused: datasets.status?.().refusals,
    }),
  };
}

/** For the health of a server: where its datasets come from, and when it started. */
export function createSnapshot(
  dataset: Dataset,
  datasets: Datasets = { snapshot: () => dataset },
  started = Date.now(),
): Snapshot {
  let known: Verdicts | undefined;
  const verdicts = async (): Promise<Verdicts> => {
    known ??= await readVerdicts(dataset);
    return known;
  };
  const lookUps = {
    resolve: async (request: ResolveRequest) => answerResolve(dataset, await verdicts(), request),
    csp: async (request: CspRequest) => answerCsp(dataset, await verdicts(), request),
    // Loaded with the first search: it is the larger half of the program.
    search: async (request: SearchRequest) => {
      const { answerSearch } = await import('./answer/search.ts');
      return answerSearch(dataset, request);
    },
    setting: (request: SettingRequest) => answerSetting(dataset, request),
  };
  return checkedSnapshot({
    stamp: stampOf(dataset),
    languages: dataset.manifest.languages,
    json: async <Name extends keyof LookUps>(lookUp: Name, request: object) => {
      const answer = await lookUps[lookUp](request as never);
      return (answer && utf8Json(answer)) as LookUps[Name];
    },
    verify: async (request, call) => {
      const { answerVerify } = await import('./verify/verify.ts');
      return answerVerify(dataset, await verdicts(), request, call);
    },
    convert: async (request, call) => {
      const { answerConvert } = await import('./convert/convert.ts');
      return answerConvert(dataset, await verdicts(), request, call?.signal);
    },
    changes: async (request) => (await import('./answer/changes.ts')).answerChanges(dataset, request),
    listChanges: async (request, call) => {
      const { answerListChanges } = await import('./answer/list-changes.ts');
      return answerListChanges(dataset, request, call?.signal);
    },
    changesAtom: async (path) => (await import('./answer/changes.ts')).answerAtom(dataset, path),
    coverage: async () => (await import('./answer/changes.ts')).answerCoverage(dataset),
    health: () => healthOf(dataset, datasets, started),
    probe: () => dataset.probe(),
  });
}

/** The tables are files of the dataset: verdicts change with them, not with the program. */
export async function readVerdicts(dataset: Dataset): Promise<Verdicts> {
  const table = await dataset.file<ReleaseTable>('releases.json');
  const { lists } = await dataset.file<EditionLists>('editions.json');
  const { products, ...rules } = await dataset.file<Rules>('rules.json');
  const { templates = [] } = table;
  const judge = createJudge({ releases: createReleases(table), editionLists: lists }, rules.rules);
  return { ...rules, productNames: createProducts(products), judge, templates };
}

function healthOf(dataset: Dataset, datasets: Datasets, started: number): Health {
  const { manifest } = dataset;
  const refused = datasets.status?.().refused;
  return {
    status: 'ok',
    hivecheck: hivecheck.version,
    dataset: stampOf(dataset),
    languages: [...manifest.languages],
    counts: { ...manifest.counts },
    sources: {
      active: manifest.sources.filter(({ active }) => active).length,
      declared: manifest.sources.length,
    },
    uptimeSeconds: Math.floor((Date.now() - started) / 1000),
    ...(refused && { refused }),
  };
}
