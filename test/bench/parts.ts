/** What parts of an answer save beside their plain forms: in turns, in this process, over the whole dataset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compatibilityOf, createJudge } from '../../runtime/answer/compatibility.ts';
import type { EditionLists, PairEntry, Shard } from '../../runtime/format/format.ts';
import { entryIn, type OpenShard, openShard } from '../../runtime/format/shards.ts';
import { parseBytes } from '../../runtime/format/verbatim.ts';
import {
  createReleases,
  judge,
  type ReleaseTable,
  type Rules,
  readTarget,
} from '../../runtime/verdict/index.ts';
import type { Line } from './lines.ts';
import { LANG, TARGETS } from './requests.ts';
import { median } from './rounds.ts';

const TURNS = 5;

/** @param answer Processor time of a resolve that is made anew; microseconds. */
export async function partLines(version: string, answer: number): Promise<Line[]> {
  const shards = await resolveShards(version);
  const decoder = new TextDecoder();
  const whole = ({ bytes }: OpenShard) => JSON.parse(decoder.decode(bytes)) as Shard<PairEntry>;
  const asked = shards.flatMap((shard) => Object.keys(whole(shard).entries).map((key) => ({ shard, key })));
  const { rules, asked: together } = await readJson<Rules>(join(version, 'rules.json'));
  const matches = shards.flatMap((shard) =>
    Object.values(whole(shard).entries).flatMap(({ any }) => together[any.rule]?.rules ?? []),
  );
  const releases = createReleases(await readJson<ReleaseTable>(join(version, 'releases.json')));
  const { lists } = await readJson<EditionLists>(join(version, 'editions.json'));
  const tables = { releases, editionLists: lists };
  const remembering = createJudge(tables, rules);
  const target = (at: number) => TARGETS[at % TARGETS.length] ?? null;
  const parsed = beside(
    asked,
    ({ shard, key }) => parseBytes(entryIn(shard, key) ?? new Uint8Array()),
    ({ shard, key }) => whole(shard).entries[key],
  );
  const judged = beside(
    matches,
    (rule: number, at) => remembering(rule, target(at), LANG),
    (rule, at) => compatibilityOf(judge(rules[rule] ?? {}, readTarget(target(at), releases), tables), LANG),
  );
  return [
    savingOf('parsing one line of a shard saves', parsed, answer),
    savingOf('verdicts that are remembered save', judged, answer),
  ];
}

/** Microseconds for one of `all`, ours and the plain form; medians. */
function beside<T>(all: readonly T[], ours: (each: T, at: number) => unknown, plain: typeof ours) {
  const samples = { ours: [] as number[], plain: [] as number[] };
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [name, run] of Object.entries({ ours, plain })) {
      const started = process.cpuUsage();
      for (const [at, each] of all.entries()) run(each, at);
      const { user, system } = process.cpuUsage(started);
      // The first turn compiles the code and fills what is remembered.
      if (turn > 0) samples[name as keyof typeof samples].push((user + system) / all.length);
    }
  }
  return { ours: median(samples.ours), plain: median(samples.plain) };
}

/** 15 % of an answer that is made anew without it, or it goes. */
function savingOf(what: string, { ours, plain }: ReturnType<typeof beside>, answer: number): Line {
  const share = ((plain - ours) / (answer + plain - ours)) * 100;
  const measured = `${share.toFixed(0)} % (${ours.toFixed(1)} : ${plain.toFixed(1)} µs of ${answer.toFixed(0)})`;
  return { what, measured, goal: '≥ 15 %', met: share >= 15 };
}

async function resolveShards(version: string): Promise<OpenShard[]> {
  const folder = join(version, 'resolve', LANG);
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => openShard(await readFile(join(folder, name)))));
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}
