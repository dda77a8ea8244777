/** What parts of an answer save beside their plain forms: in turns, in this process, over the whole dataset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../../build/facts/model.ts';
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
import { median, saving } from './compare.ts';
import type { Line } from './lines.ts';
import { LANG, TARGETS } from './requests.ts';

const TURNS = 5;

/** @param answer Processor time of a resolve that is made anew; microseconds. */
export async function partLines(version: string, answer: number): Promise<Line[]> {
  const folder = join(version, 'resolve', LANG);
  const names = await readdir(folder);
  const shards = await Promise.all(names.map(async (name) => openShard(await readFile(join(folder, name)))));
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
  const of = ([ours, plain]: [number, number]): [number, number, number] => [
    ours,
    plain,
    answer + plain - ours,
  ];
  return [
    saving('parsing one line of a shard saves', ...of(parsed)),
    saving('verdicts that are remembered save', ...of(judged)),
  ];
}

/** Microseconds for one of `all`, ours and the plain form; medians. */
function beside<T>(
  all: readonly T[],
  ...forms: [ours: (each: T, at: number) => unknown, plain: (each: T, at: number) => unknown]
): [ours: number, plain: number] {
  const samples: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [form, run] of forms.entries()) {
      const started = process.cpuUsage();
      for (const [at, each] of all.entries()) run(each, at);
      const { user, system } = process.cpuUsage(started);
      // The first turn compiles the code and fills what is remembered.
      if (turn > 0) samples[form]?.push((user + system) / all.length);
    }
  }
  return [median(samples[0]), median(samples[1])];
}
