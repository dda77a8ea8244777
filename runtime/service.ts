/** The answers bound to one dataset version, and the service that hands them out. */
import { createJudge, type Verdicts } from './answer/compatibility.ts';
import { answerCoverage } from './answer/coverage.ts';
import { answerCsp } from './answer/csp.ts';
import { stampOf } from './answer/envelope.ts';
import type { DescribeItem } from './answer/list-changes.ts';
import { answerResolve } from './answer/resolve.ts';
import { answerSetting } from './answer/setting.ts';
import type { Health, Refusal } from './contract/answers.ts';
import type { Noted } from './contract/requests.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { EditionLists } from './format/format.ts';
import type { Service, ServiceStats, Snapshot } from './http/service.ts';
import { createReleases, type ReleaseTable, type Rules } from './verdict/index.ts';

/** Where datasets come from: `DatasetSource`, or a fixed one in tests and on the command line. */
export interface Datasets {
  snapshot(): Dataset | undefined;
  status?(): { refused?: Refusal; refusals?: number };
}

export interface ServiceOptions {
  /** Default: now. */
  started?: number;
}

export function createService(datasets: Datasets, { started = Date.now() }: ServiceOptions = {}): Service {
  const snapshots = new WeakMap<Dataset, Snapshot>();
  return {
    snapshot() {
      const dataset = datasets.snapshot();
      if (!dataset) return undefined;
      let snapshot = snapshots.get(dataset);
      if (!snapshot) {
        snapshot = createSnapshot(dataset, () => healthOf(dataset, datasets, started));
        snapshots.set(dataset, snapshot);
      }
      return snapshot;
    },
    stats: () => statsOf(datasets),
  };
}

export function createSnapshot(dataset: Dataset, health: () => Health): Snapshot {
  let known: Verdicts | undefined;
  // The tables are files of the dataset: verdicts change with them, not with the program.
  const verdicts = async (): Promise<Verdicts> => {
    if (known === undefined) {
      const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
      const { lists } = await dataset.file<EditionLists>('editions.json');
      const { rules, asked } = await dataset.file<Rules>('rules.json');
      known = { judge: createJudge({ releases, editionLists: lists }, rules), rules, asked };
    }
    return known;
  };
  return {
    stamp: stampOf(dataset),
    languages: dataset.manifest.languages,
    resolve: async (request) =>
      noted(request, await answerResolve(dataset, known ?? (await verdicts()), request)),
    csp: async (request) => {
      const tables = request.targetProducts ? (known ?? (await verdicts())) : undefined;
      return noted(request, await answerCsp(dataset, request, tables));
    },
    // Loaded when it is first asked for: it is the larger half of the program.
    search: async (request) => {
      const { answerSearch } = await import('./answer/search.ts');
      return noted(request, await answerSearch(dataset, request));
    },
    setting: async (request) => {
      const answer = await answerSetting(dataset, request);
      return answer && noted(request, answer);
    },
    verify: async (request, signal) => {
      const { answerVerify } = await import('./verify/verify.ts');
      return answerVerify(dataset, known ?? (await verdicts()), request, signal);
    },
    convert: async (request, signal) => {
      const { answerConvert } = await import('./convert/convert.ts');
      return answerConvert(dataset, known ?? (await verdicts()), request, signal);
    },
    changes: async (request) => (await import('./answer/changes.ts')).answerChanges(dataset, request),
    listChanges: async (request, signal) => {
      const tables = known ?? (await verdicts());
      const { answerListChanges } = await import('./answer/list-changes.ts');
      const describe: DescribeItem = async (item) => {
        if ('omaUri' in item) return { slugs: slugsIn(await answerCsp(dataset, item)) };
        const answer = await answerResolve(dataset, tables, item);
        return { slugs: slugsIn(answer), key: answer.query.key };
      };
      return answerListChanges(dataset, request, describe, signal);
    },
    changesAtom: async (path) => (await import('./answer/changes.ts')).answerAtom(dataset, path),
    coverage: () => answerCoverage(dataset),
    health,
    probe: () => dataset.probe(),
  };
}

/** Answers may share objects with others: the warnings on a request are those of its own. */
function noted<E extends { warnings: string[] }>({ notes = [] }: Noted, envelope: E): E {
  return notes.length === 0 ? envelope : { ...envelope, warnings: [...notes, ...envelope.warnings] };
}

function slugsIn({ result: { matches = [] } }: { result: { matches?: { slug: string }[] } }): string[] {
  return matches.map(({ slug }) => slug);
}

function statsOf(datasets: Datasets): ServiceStats {
  const dataset = datasets.snapshot();
  const refusals = datasets.status?.().refusals;
  return {
    ...(dataset && { shardsLoaded: dataset.shardsLoaded }),
    ...(refusals !== undefined && { swapsRefused: refusals }),
  };
}

function healthOf(dataset: Dataset, datasets: Datasets, started: number): Health {
  const { manifest } = dataset;
  const refused = datasets.status?.().refused;
  return {
    status: 'ok',
    dataset: stampOf(dataset),
    languages: manifest.languages,
    counts: manifest.counts,
    sources: {
      active: manifest.sources.filter(({ active }) => active).length,
      declared: manifest.sources.length,
    },
    uptimeSeconds: Math.floor((Date.now() - started) / 1000),
    ...(refused && { refused }),
  };
}
