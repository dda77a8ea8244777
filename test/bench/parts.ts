/** What parts of an answer save beside their plain forms: in turns, in this process, over the whole dataset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compatibilityOf, factsOf, type Verdicts } from '../../runtime/answer/compatibility.ts';
import { answerResolve } from '../../runtime/answer/resolve.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { EditionLists, PairEntry, Shard } from '../../runtime/format/format.ts';
import type { ReleaseTable } from '../../runtime/format/release-table.ts';
import { entryIn, type OpenShard, openShard } from '../../runtime/format/shards.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { readVerdicts } from '../../runtime/service.ts';
import { createReleases, judge, readTarget } from '../../runtime/verdict/index.ts';
import { answerVerify } from '../../runtime/verify/verify.ts';
import { type Line, median, ratioLine, saving } from './lines.ts';
import { documentedItems, LANG, verifyBodies } from './requests.ts';

const TURNS = 5;
const TARGET = 'Windows 11 24H2';
/** Of a client, of a server, and of both. */
const BUILDS = ['10.0.19045', '10.0.22631', '10.0.20348', '10.0.26100'];

/** @param answer Processor time of a resolve that is made anew; microseconds. */
export async function partLines(dist: string, version: string, answer: number): Promise<Line[]> {
  const folder = join(version, 'resolve', LANG);
  const names = await readdir(folder);
  const shards = await Promise.all(names.map(async (name) => openShard(await readFile(join(folder, name)))));
  const decoder = new TextDecoder();
  const whole = ({ bytes }: OpenShard) => JSON.parse(decoder.decode(bytes)) as Shard<PairEntry>;
  const [ours, plain] = await beside(
    shards.flatMap((shard) => Object.keys(whole(shard).entries).map((key) => ({ shard, key }))),
    ({ shard, key }) => entryIn(shard, key),
    ({ shard, key }) => whole(shard).entries[key],
  );
  return [
    saving('parsing one line of a shard saves', ours, plain, answer + plain - ours),
    ...(await verdictLines(dist)),
  ];
}

/** Remembered verdicts in verify, which asks for several of each value; and a target that nobody named before. */
async function verdictLines(dist: string): Promise<Line[]> {
  const dataset = await openDataset(folderStore(dist));
  const remembering = await readVerdicts(dataset);
  const tables = {
    releases: createReleases(await dataset.file<ReleaseTable>('releases.json')),
    editionLists: (await dataset.file<EditionLists>('editions.json')).lists,
  };
  const plain: Verdicts = {
    ...remembering,
    judge: (rule, targetOs, lang, scope, about) => {
      const facts = factsOf(rule, remembering.rules);
      const judgement = judge(facts, readTarget(targetOs, tables.releases), tables, scope, about);
      return { judgement, compatibility: compatibilityOf(judgement, lang) };
    },
  };
  const verified = await beside(
    verifyBodies(dist, TARGET),
    (body) => answerVerify(dataset, remembering, body),
    (body) => answerVerify(dataset, plain, body),
  );
  let fresh = 0;
  const freshTarget = () => `${BUILDS[fresh % BUILDS.length]}.${fresh++}`;
  const [known, anew] = await beside(
    documentedItems(dist).map(({ key, value }) => ({ key, value, lang: LANG })),
    (ask) => answerResolve(dataset, remembering, { ...ask, targetOs: TARGET }),
    (ask) => answerResolve(dataset, remembering, { ...ask, targetOs: freshTarget() }),
  );
  return [
    saving('verdicts that are remembered save of verify', ...verified),
    ratioLine('resolve with a new target : with a known one', anew, known, 'µs', '≤', 1.5),
  ];
}

/** Microseconds for one of `all`, ours and the plain form; medians. */
async function beside<T>(
  all: readonly T[],
  ...forms: [ours: (each: T) => unknown, plain: (each: T) => unknown]
): Promise<[ours: number, plain: number]> {
  const samples: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [form, run] of forms.entries()) {
      const started = process.cpuUsage();
      for (const each of all) await run(each);
      const { user, system } = process.cpuUsage(started);
      // The first turn compiles the code and fills what is remembered.
      if (turn > 0) samples[form]?.push((user + system) / all.length);
    }
  }
  return [median(samples[0]), median(samples[1])];
}
