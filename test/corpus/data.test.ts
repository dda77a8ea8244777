/** What may be written, in every match of the compiled dataset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentedData, DocumentedValue as Fact } from '../../build/compile/contributions.ts';
import { documentedData } from '../../build/compile/data.ts';
import { pairsOf } from '../../build/compile/pairs.ts';
import { readFacts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import type { Envelope } from '../../cli/envelope.ts';
import { documentedData as documented } from '../../runtime/contract/data.ts';
import { Match } from '../../runtime/contract/match.ts';
import { SettingRecord } from '../../runtime/contract/record.ts';
import type { ListEntry, PairEntry, Shard } from '../../runtime/format/format.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { matchesOf, record, resolve } from '../answers.ts';
import { corpus, corpusDist } from './dist.ts';

let ask: Snapshot;
let folder: string;
let settings: SettingFact[];
/** Every pair of every setting that names a value, with what the facts say of it. */
let pairs: { setting: SettingFact; key: string; value: string; documented: DocumentedData }[];
beforeAll(async () => {
  const { dataset, ask: asked } = await corpus();
  ask = asked;
  folder = join(await corpusDist(), dataset.manifest.version);
  settings = [...(await readFacts(FACTS, FACTS)).settings.values()].flat();
  pairs = settings.flatMap((setting) =>
    pairsOf(setting).flatMap((pair) => {
      const { key, valueName: value } = pair;
      return value === undefined ? [] : [{ setting, key, value, documented: documentedData(setting, pair) }];
    }),
  );
});

const StrictMatch = v.strictObject(Match.entries);
const DATA = Object.keys(documented);
const StrictRecord = v.strictObject(SettingRecord.entries);

it.each(['resolve', 'list'])('every stored match of %s has the schema', async (index) => {
  const wrong: string[] = [];
  let values = 0;
  for (const name of await readdir(join(folder, index, 'en-US'))) {
    const text = await readFile(join(folder, index, 'en-US', name), 'utf8');
    const shard: Shard<PairEntry | ListEntry> = JSON.parse(text);
    for (const [id, entry] of Object.entries(shard.entries)) {
      for (const { any, HKLM, HKCU } of 'answers' in entry ? entry.answers : [entry]) {
        for (const match of [any, HKLM, HKCU].flatMap((answer) => answer?.matches ?? [])) {
          const { issues } = v.safeParse(StrictMatch, match);
          if (issues) wrong.push(`${id}: ${issues[0].message}`);
          values += match.values?.length ?? 0;
          // Every pair but a policy's without a value of its own has a type, or types of its own, or is only deleted.
          if (index === 'resolve' && !DATA.some((member) => member in match))
            wrong.push(`${id}: nothing said`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  if (index !== 'list') expect(values).toBeGreaterThan(10_000);
});

describe.each(['en-US', 'fr-FR'])('in %s', (lang) => {
  it('every documented content of every pair is told, labelled in the match’s language', async () => {
    const wrong: unknown[] = [];
    let largest = 0;
    let large = 0;
    for (const { setting, key, value, documented } of pairs) {
      const text = JSON.stringify(await ask.resolve({ key, value, lang, targetOs: null }));
      const matches = matchesOf(JSON.parse(text) as Envelope);
      const match = matches.find(
        ({ slug, removedIn }) => slug === setting.slug && removedIn === setting.removedIn,
      );
      if (!match) {
        wrong.push([setting.slug, value, 'no match']);
        continue;
      }
      const { values = [], registryType, bounds } = documented;
      const wanted = values.map((each) => [
        each.data,
        each.state,
        each.type,
        labelIn(each, values, match.lang),
      ]);
      // Contents of older versions alone are another test's.
      const isCurrent = ({ documentedIn: versions }: { documentedIn?: { sourceVersion: string }[] }) =>
        versions === undefined || versions.some((each) => each.sourceVersion === match.sourceVersion);
      const told = (match.values ?? [])
        .filter(isCurrent)
        .map((each) => [each.data, each.state, each.type, each.labelOmitted ? '' : each.label]);
      if (
        JSON.stringify(told) !== JSON.stringify(wanted) ||
        match.registryType !== registryType ||
        JSON.stringify(match.bounds) !== JSON.stringify(bounds)
      )
        wrong.push([setting.slug, value, told, wanted]);
      const { issues } = v.safeParse(StrictMatch, match);
      if (issues) wrong.push([setting.slug, issues[0].message]);
      if (matches.length === 1) {
        largest = Math.max(largest, text.length);
        if (text.length > 2765) large++;
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    console.log(`${lang}: largest answer with one match ${largest} bytes; ${large} over 2.7 kB`);
    expect(large).toBeLessThan(60);
  });
});

/** The label in the language of the match; in English where the language has none at all. */
function labelIn({ label }: Fact, all: Fact[], lang: string): string | undefined {
  const languages = new Set(all.flatMap((each) => Object.keys(each.label ?? {})));
  const served = [lang, 'en-US', ...[...languages].sort()].find((each) => languages.has(each));
  return served === undefined ? undefined : label?.[served];
}

it('fDenyTSConnections says that enabled writes 0', async () => {
  const [match] = matchesOf(
    await resolve(
      ask,
      'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows NT\\Terminal Services',
      'fDenyTSConnections',
    ),
  );
  expect(match).toMatchObject({
    registryType: 'REG_DWORD',
    values: [
      { data: '0', state: 'enabled' },
      { data: '1', state: 'disabled' },
    ],
  });
});

it('every record has the schema, and a check box without falseValue deletes', async () => {
  const wrong: unknown[] = [];
  let deletes = 0;
  for (const setting of settings) {
    const found = await record(ask, setting.slug);
    const { issues } = v.safeParse(StrictRecord, found);
    if (issues) wrong.push([setting.slug, issues[0].message]);
    for (const element of setting.elements ?? []) {
      if (element.type !== 'boolean' || element.falseValue) continue;
      const told = found.elements.find(({ id }) => id === element.id);
      if (told?.falseValueKind === 'delete' && told.falseValue === undefined) deletes++;
      else wrong.push([setting.slug, element.id]);
    }
  }
  expect(wrong).toEqual([]);
  expect(deletes).toBeGreaterThan(400);
});
