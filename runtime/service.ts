/** The five answers bound to one dataset version, and the service that hands them out. */
import { type Answer, toBody } from './answer/answer.ts';
import { answerCsp } from './answer/csp.ts';
import { stampOf } from './answer/envelope.ts';
import { answerResolve, askedText } from './answer/resolve.ts';
import { settingBody } from './answer/setting.ts';
import type { Envelope } from './answer/types.ts';
import { type ByteString, decode } from './bytes.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { HealthBody, Service, Snapshot } from './http/service.ts';
import { createReleases, type JudgeFor, type ReleaseTable, rememberingJudge } from './verdict/index.ts';

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
        snapshot = createSnapshot(dataset, healthOf(dataset, datasets, started));
        snapshots.set(dataset, snapshot);
      }
      return snapshot;
    },
  };
}

/** The release table is a file of the dataset: verdicts change with it, not with the program. */
export function createSnapshot(dataset: Dataset, health: () => HealthBody): Snapshot {
  let known: JudgeFor | undefined;
  const judge = async (): Promise<JudgeFor> => {
    known ??= rememberingJudge(createReleases(await dataset.file<ReleaseTable>('releases.json')), askedText);
    return known;
  };
  return {
    stamp: stampOf(dataset),
    languages: dataset.manifest.languages,
    resolve: (request) =>
      known === undefined
        ? judge().then((read) => written(answerResolve(dataset, read, request)))
        : written(answerResolve(dataset, known, request)),
    csp: (request) => written(answerCsp(dataset, request)),
    // Loaded when it is first asked for: it is the larger half of the program.
    search: async (request) => textOf(await (await import('./answer/search.ts')).search(dataset, request)),
    setting: (request) => {
      const answer = settingBody(dataset, request);
      return answer instanceof Promise
        ? answer.then((late) => late && decode(late))
        : answer && decode(answer);
    },
    coverage: async () => coverageText(dataset),
    health,
    probe: async () => {
      await dataset.file('releases.json');
    },
  };
}

function written(answer: Answer | Promise<Answer>): string | Promise<string> {
  return answer instanceof Promise ? answer.then((late) => decode(toBody(late))) : decode(toBody(answer));
}

function textOf(answer: Envelope | ByteString): string {
  return typeof answer === 'string' ? decode(answer) : JSON.stringify(answer);
}

async function coverageText(dataset: Dataset): Promise<string> {
  return JSON.stringify({
    query: {},
    result: {
      coverage: await dataset.file('coverage.json'),
      reason: 'Figures of the dataset: they map no setting.',
    },
    confidence: 'none',
    dataset: stampOf(dataset),
    warnings: [],
  });
}

/** The same object for as long as nothing in it changes, which is a second. */
function healthOf({ manifest }: Dataset, datasets: Datasets, started: number): () => HealthBody {
  const sources = {
    active: manifest.sources.filter(({ active }) => active).length,
    declared: manifest.sources.length,
  };
  let known: HealthBody | undefined;
  return () => {
    const refused = datasets.status?.().refused;
    const uptimeSeconds = Math.floor((Date.now() - started) / 1000);
    if (known === undefined || known.uptimeSeconds !== uptimeSeconds || known.refused !== refused) {
      known = {
        status: 'ok',
        dataset: { version: manifest.version, generatedAt: manifest.generatedAt },
        languages: manifest.languages,
        counts: manifest.counts,
        sources,
        uptimeSeconds,
        ...(refused && { refused }),
      };
    }
    return known;
  };
}
