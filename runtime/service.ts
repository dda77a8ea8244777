/** The five answers bound to one dataset version, and the service that hands them out. */
import { toText } from './answer/answer.ts';
import { answerCsp } from './answer/csp.ts';
import { stampOf } from './answer/envelope.ts';
import { answerResolve } from './answer/resolve.ts';
import { search } from './answer/search.ts';
import { settingText } from './answer/setting.ts';
import type { Dataset } from './dataset.ts';
import type { HealthBody, Service, Snapshot } from './http/service.ts';
import { createReleases, type JudgeMatch, type ReleaseTable, rememberingJudge } from './verdict/index.ts';

/** Where datasets come from: `DatasetSource`, or a fixed one in tests and on the command line. */
export interface Datasets {
  snapshot(): Dataset | undefined;
  status?(): { refused?: { version?: string; reason: string; at: string } };
}

export function createService(datasets: Datasets, started: number = Date.now()): Service {
  const snapshots = new WeakMap<Dataset, Snapshot>();
  return {
    snapshot() {
      const dataset = datasets.snapshot();
      if (!dataset) return undefined;
      let snapshot = snapshots.get(dataset);
      if (!snapshot) {
        snapshot = createSnapshot(dataset, () => health(dataset, datasets, started));
        snapshots.set(dataset, snapshot);
      }
      return snapshot;
    },
  };
}

/** The release table is a file of the dataset: verdicts change with it, not with the program. */
export function createSnapshot(dataset: Dataset, health: () => HealthBody): Snapshot {
  let known: JudgeMatch | undefined;
  const judge = async (): Promise<JudgeMatch> => {
    known ??= rememberingJudge(createReleases(await dataset.file<ReleaseTable>('releases.json')));
    return known;
  };
  return {
    stamp: stampOf(dataset),
    languages: dataset.manifest.languages,
    resolve: async (request) => toText(await answerResolve(dataset, known ?? (await judge()), request)),
    csp: async (request) => toText(await answerCsp(dataset, request)),
    search: (request) => search(dataset, request),
    setting: (request) => settingText(dataset, request),
    health,
  };
}

function health({ manifest }: Dataset, datasets: Datasets, started: number): HealthBody {
  const refused = datasets.status?.().refused;
  return {
    status: 'ok',
    dataset: { version: manifest.version, generatedAt: manifest.generatedAt },
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
