/** The tool setting over the whole dataset: what it tells of a value is what resolve documents of it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import type { BriefSetting, BriefWrite } from '../../runtime/contract/brief.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { SettingRecord } from '../../runtime/contract/record.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { MatchEntry, Shard } from '../../runtime/format/format.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { bytesOf, cut } from '../../runtime/mcp/fit.ts';
import { briefSetting } from '../../runtime/mcp/setting.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { placesOf, writesOf } from '../../runtime/mcp/writes.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { plainStore } from '../corpus/dist.ts';

const ALL = 1e9;
/** Nothing is left out; meanings have at most 80 characters in any case. */
const UNLIMITED = {
  writes: ALL,
  matches: ALL,
  values: ALL,
  warnings: ALL,
  nearest: ALL,
  text: ALL,
  title: ALL,
  said: ALL,
};

let snapshot: Snapshot;
/** Slug → what resolve documents of each of its pairs; of a list under its element’s id. */
const documented = new Map<string, Map<string, Match>>();

const pairId = (key: string, name: string | undefined, element: string | undefined): string =>
  JSON.stringify([key, name ?? { list: element }]).toLowerCase();

beforeAll(async () => {
  const dist = await builtInDist();
  const dataset = await openDataset(plainStore(dist));
  snapshot = createSnapshot(dataset, () => {
    throw new Error('not asked for');
  });
  const entriesOf = async (index: string): Promise<[string, MatchEntry][]> => {
    const folder = join(dist, dataset.manifest.version, index);
    const files = (await readdir(folder)).map((file) => readJson<Shard<MatchEntry>>(join(folder, file)));
    return (await Promise.all(files)).flatMap(({ entries }) => Object.entries(entries));
  };
  const note = async (key: string, value: string) => {
    const { result } = await snapshot.resolve({ key, value, lang: 'en-US', targetOs: null });
    for (const match of result.matches ?? []) {
      const { slug, registryKey, valueName, elementId, list } = match;
      const pairs = documented.get(slug) ?? new Map<string, Match>();
      pairs.set(pairId(registryKey, list ? undefined : valueName, elementId), match);
      documented.set(slug, pairs);
    }
  };
  for (const [pair] of await entriesOf('resolve')) {
    const [key = '', value = ''] = pair.split('\0');
    await note(key, value);
  }
  for (const [key, { matches }] of await entriesOf('list')) {
    const names = matches.map(({ served }) => `${served.list?.valuePrefix ?? ''}7919`);
    for (const name of new Set(names)) await note(key, name);
  }
}, 240_000);

const meaning = ({ state, label }: { state?: string; label?: string }): string | undefined =>
  cut([state, label].filter(Boolean).join(': '), 80) || undefined;

/** Independent of how the tool makes its answer; contents that parts write alike are one. */
function expected({ values = [], list, ...match }: Match): Omit<BriefWrite, 'element' | 'label' | 'key'> {
  const { valueName, registryType: type, bounds, maxLength, maxStrings, entries, open, openTypes } = match;
  const contents = values.map((value) =>
    defined({ data: value.data, means: meaning(value), type: value.type }),
  );
  return defined({
    value: list === undefined ? valueName : undefined,
    type,
    values: values.length > 0 ? sorted(contents) : undefined,
    ...bounds,
    maxLength,
    maxStrings,
    entries,
    open: openTypes ?? (open && values.length > 0 && type !== undefined ? [type] : undefined),
    list:
      list &&
      (list.explicitValue
        ? '{name}'
        : `${list.valuePrefix ?? ''}${list.valuePrefix === undefined ? '{data}' : '{n}'}`),
  });
}

function defined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(object));
}

const sorted = <T>(all: readonly T[]): T[] =>
  [...new Set(all.map((each) => JSON.stringify(each)))].sort().map((each) => JSON.parse(each));

function told({ key: _, element, label, value, values, ...write }: BriefWrite) {
  return defined({ value: value?.toLowerCase(), ...write, values: values && sorted(values) });
}

interface Answers {
  slug: string;
  record: SettingRecord;
  /** Pair → what resolve documents; values that older versions wrote are none of today’s. */
  pairs: Map<string, Match>;
  whole: BriefSetting;
  brief: BriefSetting;
  bytes: number;
}

async function* answers(): AsyncGenerator<Answers> {
  for (const [slug, all] of documented) {
    const envelope = await snapshot.setting({ slug, lang: 'en-US' });
    if (envelope === undefined) throw new Error(`no record of ${slug}`);
    const record = envelope.result.setting;
    const former = new Set(record.former?.map((each) => pairId(each.registryKey, each.valueName, undefined)));
    const pairs = new Map(
      [...all].filter(
        ([id, { registryKey, list }]) => !former.has(list ? pairId(registryKey, undefined, undefined) : id),
      ),
    );
    const result = await TOOL_TABLE.setting.answer({ slug }, { snapshot, inTurn: (work) => work() });
    const brief = result.structuredContent as BriefSetting;
    const places = placesOf(record);
    const writes = await writesOf(record, places, async (key, value) => {
      const found = await snapshot.resolve({ key, value, lang: 'en-US', targetOs: null });
      return found.result.matches ?? [];
    });
    const whole = briefSetting(envelope, places, writes, UNLIMITED);
    yield { slug, record, pairs, whole, brief, bytes: bytesOf(result) };
  }
}

it('tells of each value what resolve documents, or counts what it leaves out; at most 3,000 bytes', async () => {
  const wrong: unknown[] = [];
  let contents = 0;
  for await (const { slug, pairs, whole, brief, bytes } of answers()) {
    const writes = new Map(
      whole.writes.map((write) => [pairId(write.key ?? whole.key, write.value, write.element), write]),
    );
    const lacking = [...pairs.keys()].filter((id) => !writes.has(id));
    const foreign = [...writes.keys()].filter((id) => !pairs.has(id));
    if (lacking.length > 0 || foreign.length > 0) wrong.push({ slug, lacking, foreign });
    for (const [id, match] of pairs) {
      const write = writes.get(id);
      if (write === undefined) continue;
      const wanted = expected(match);
      contents += wanted.values?.length ?? 0;
      const a = JSON.stringify(Object.entries(told(write)).sort());
      const b = JSON.stringify(
        Object.entries({
          ...wanted,
          ...(wanted.value !== undefined && { value: wanted.value.toLowerCase() }),
        }).sort(),
      );
      if (a !== b) wrong.push({ slug, id, told: a, documented: b });
    }
    const { writes: cutWrites = 0, values: cutValues = 0 } = brief.omitted ?? {};
    const count = (all: readonly BriefWrite[]) =>
      all.reduce((sum, { values = [] }) => sum + values.length, 0);
    const kept = whole.writes.slice(0, brief.writes.length);
    if (brief.writes.length + cutWrites !== whole.writes.length) wrong.push({ slug, cutWrites });
    if (count(brief.writes) + cutValues !== count(kept)) wrong.push({ slug, cutValues });
    if (bytes > 3000) wrong.push({ slug, bytes });
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(wrong.length).toBe(0);
  expect(documented.size).toBeGreaterThan(12_000);
  expect(contents).toBeGreaterThan(30_000);
}, 240_000);
