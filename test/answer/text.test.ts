/** Answers are put together from texts that are kept: they must be what serializing them whole would give, to the byte. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../build/compile/compile.ts';
import { FACTS } from '../../build/paths.ts';
import { askedText } from '../../runtime/answer/resolve.ts';
import { decode } from '../../runtime/bytes.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { CspEntry, ResolveEntry, SettingEntry, Shard } from '../../runtime/format.ts';
import type { Answer, Snapshot } from '../../runtime/http/service.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { splitPairKey } from '../../runtime/normalize.ts';
import { createService } from '../../runtime/service.ts';
import {
  combine,
  createReleases,
  type Judgement,
  judge,
  type Opinion,
  type ReleaseTable,
  readTarget,
  rememberingJudge,
  sharedMinimums,
} from '../../runtime/verdict/index.ts';
import { plainCsp, plainResolve, plainSetting } from './plain.ts';

const TARGETS = [
  null,
  'Windows 11 24H2',
  '10.0.19045.3803',
  'Windows Server 2022',
  '22H2',
  '2009',
  'Windows 10 23H2',
  'a toaster',
];

let folder: string;
let dataset: Dataset;
/** The same, with its entries as they are. */
let parsed: Dataset;
let table: ReleaseTable;
let kept: Snapshot;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hivecheck-text-'));
  await compile({ facts: FACTS, builtIn: FACTS, out: folder });
  dataset = await openDataset(folderStore(folder));
  parsed = await openDataset(folderStore(folder));
  table = await dataset.file<ReleaseTable>('releases.json');
  const snapshot = createService({ snapshot: () => dataset }).snapshot();
  if (snapshot === undefined) throw new Error('no dataset');
  kept = snapshot;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of what was kept: an object would not have been. */
function text(answer: Answer | undefined): string {
  if (typeof answer !== 'string') throw new Error('no bytes');
  return decode(answer);
}

/** Every `step`th entry of an index, read past the dataset. */
async function sample<T>(index: string, step: number): Promise<[string, T][]> {
  const paths = Object.keys(dataset.manifest.files).filter((path) => path.startsWith(`${index}/`));
  const store = folderStore(folder);
  const found: [string, T][] = [];
  for (const path of paths.filter((_, at) => at % step === 0)) {
    const bytes = await store.read(`${dataset.manifest.version}/${path}`);
    found.push(...Object.entries((JSON.parse(new TextDecoder().decode(bytes)) as Shard<T>).entries));
  }
  return found;
}

describe.each(['en-US', 'fr-FR', 'de-DE'])('in %s', (lang) => {
  it('resolve', { timeout: 120_000 }, async () => {
    const releases = createReleases(table);
    const pairs = await sample<ResolveEntry>('resolve', 7);
    expect(pairs.length).toBeGreaterThan(1000);
    for (const [at, [id]] of pairs.entries()) {
      const [key, name] = splitPairKey(id);
      const hive = ['HKLM\\', 'HKCU\\', '', 'HKU\\S-1-5-21-1\\'][at % 4] ?? '';
      // Every ninth one is mistyped.
      const value = name + (at % 9 === 0 ? '1' : '');
      const request = {
        key: hive + key,
        value,
        lang,
        // Every hive meets every target.
        targetOs: TARGETS[(at >> 2) % TARGETS.length] ?? null,
      };
      const whole = JSON.stringify(await plainResolve(parsed, releases, request));
      expect(text(await kept.resolve(request))).toBe(whole);
      // Once more, now that its parts are kept.
      expect(text(await kept.resolve(request))).toBe(whole);
    }
  });

  it('csp', { timeout: 120_000 }, async () => {
    const nodes = await sample<CspEntry>('csp', 3);
    expect(new Set(nodes.map(([, { matches }]) => matches.length > 0)).size).toBe(2);
    for (const [omaUri] of [...nodes, ['./Device/Vendor/MSFT/None'] as const]) {
      const whole = JSON.stringify(await plainCsp(parsed, { omaUri, lang }));
      expect(text(await kept.csp({ omaUri, lang }))).toBe(whole);
    }
  });

  it('setting', { timeout: 120_000 }, async () => {
    const records = await sample<SettingEntry>(`setting/${lang}`, 9);
    expect(records.length).toBeGreaterThan(200);
    for (const [slug] of records) {
      const whole = JSON.stringify(await plainSetting(parsed, { slug, lang }));
      expect(text(await kept.setting({ slug, lang }))).toBe(whole);
      expect(text(await kept.setting({ slug, lang }))).toBe(whole);
    }
  });
});

function judged({ compatibility, notes }: Opinion, slug: string): Judgement {
  return { compatibility, warnings: notes.map((note) => note(slug)) };
}

it('a judgement that is remembered is the one that would be made', { timeout: 120_000 }, async () => {
  const releases = createReleases(table);
  const remembered = rememberingJudge(releases, askedText);
  const share = sharedMinimums();
  for (const [, { matches }] of await sample<ResolveEntry>('resolve', 11)) {
    for (const targetOs of TARGETS) {
      const target = readTarget(targetOs, releases);
      for (const lang of ['en-US', 'fr-FR']) {
        const plain = matches.map((match) => judge(match, target, releases, lang));
        const again = matches.map((match) =>
          judged(remembered(targetOs, lang).opinionOn(share(match)), match.slug),
        );
        expect(again).toEqual(plain);
        const named = plain.map(({ compatibility }, at) => ({
          slug: matches[at]?.slug ?? '',
          compatibility,
        }));
        const before = JSON.stringify(again);
        combine(named, lang);
        // What is shared must come out of everything unchanged.
        expect(JSON.stringify(again)).toBe(before);
      }
    }
  }
});

it('a verdict on settings that have one verdict is that one', { timeout: 120_000 }, async () => {
  const releases = createReleases(table);
  const share = sharedMinimums();
  const minimums = new Set(
    (await sample<ResolveEntry>('resolve', 3)).flatMap(([, { matches }]) => matches.map(share)),
  );
  expect(minimums.size).toBeGreaterThan(100);
  for (const each of minimums) {
    for (const targetOs of TARGETS) {
      for (const lang of ['en-US', 'fr-FR']) {
        const { compatibility } = judge(
          { slug: 'a', ...each },
          readTarget(targetOs, releases),
          releases,
          lang,
        );
        const same = ['a', 'b', 'c'].map((slug) => ({ slug, compatibility }));
        // To the letter: the answer takes the one's text for that of all.
        expect(JSON.stringify(combine(same, lang))).toBe(JSON.stringify(compatibility));
      }
    }
  }
});

it('more targets than are remembered change no judgement', async () => {
  const releases = createReleases(table);
  const remembered = rememberingJudge(releases, askedText);
  const share = sharedMinimums();
  const match = { slug: 'a.b', supportedOn: 'At least Windows 10', floor: { client: '10.0.10240' } };
  for (let round = 0; round < 2; round++) {
    for (let build = 9800; build < 10_400; build++) {
      const targetOs = `10.0.${build}`;
      const plain = judge(match, readTarget(targetOs, releases), releases, 'en-US');
      expect(judged(remembered(targetOs, 'en-US').opinionOn(share(match)), match.slug)).toEqual(plain);
    }
  }
});
