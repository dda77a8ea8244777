import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { Shard } from '../../runtime/format/format.ts';
import { TOOL_TABLE, type ToolResult } from '../../runtime/mcp/tools.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { plainStore } from '../corpus/dist.ts';
import { expectEqual, expectSame } from '../same.ts';

const LANGUAGES = ['en-US', 'fr-FR', 'de-DE'];
const TARGETS = ['Windows 11 24H2 Enterprise', '22H2', '10.0.19041', null];

let answer: (tool: keyof typeof TOOL_TABLE, args: Record<string, unknown>) => Promise<ToolResult>;
let verified: (request: Json) => Promise<Json[]>;
let namesOf: (index: string) => Promise<string[]>;
let pairs: string[];

beforeAll(async () => {
  const dist = await builtInDist();
  const dataset = await openDataset(plainStore(dist));
  const snapshot = createSnapshot(dataset, () => {
    throw new Error('not asked for');
  });
  answer = (tool, args) => TOOL_TABLE[tool](args, { snapshot, inTurn: (work) => work() });
  verified = async (request) => {
    const { items, targetOs, lang } = request as unknown as Parameters<typeof snapshot.verify>[0];
    const bytes = await snapshot.verify({ items, targetOs, lang, detail: 'brief' });
    const { result } = JSON.parse(new TextDecoder().decode(bytes)) as { result: { items: Json[] } };
    return result.items;
  };
  namesOf = async (index) => {
    const folder = join(dist, dataset.manifest.version, index);
    const names: string[] = [];
    for (const file of (await readdir(folder)).sort()) {
      names.push(...Object.keys((await readJson<Shard<unknown>>(join(folder, file))).entries));
    }
    return names;
  };
  pairs = await namesOf('resolve/en-US');
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What a brief answer has and the full one has not under the same name; a text may be cut. */
function invented(brief: unknown, full: unknown, path = ''): string[] {
  if (typeof brief === 'string' && typeof full === 'string') {
    const begin = brief.endsWith('…') ? brief.slice(0, -1) : brief;
    const lines = full.replaceAll(/\s*\n\s*/g, '; ');
    return [full, lines].some((text) => text.startsWith(begin)) ? [] : [`${path}: ${brief}`];
  }
  if (!isJson(brief) || !isJson(full)) return brief === full ? [] : [`${path}: ${JSON.stringify(brief)}`];
  return Object.entries(brief).flatMap(([name, each]) => invented(each, full[name], `${path}/${name}`));
}

/** The envelope with the members that a brief answer names or places otherwise. */
function comparable({ result, confidence, ...envelope }: Json): Json {
  const answer: Json = { ...envelope, ...(result as Json), mdmConfidence: confidence };
  const withRegistry = (compatibility: unknown) =>
    isJson(compatibility)
      ? { ...compatibility, registry: compatibility.registry ?? compatibility }
      : undefined;
  const matches = (Array.isArray(answer.matches) ? answer.matches : []).map((match: Json) => ({
    ...match,
    mdmConfidence: match.confidence,
    compatibility: withRegistry(match.compatibility),
  }));
  return { ...answer, matches, compatibility: withRegistry(answer.compatibility) };
}

/** Without the warnings on those matches alone that were left out. */
function onShown(warnings: string[], envelope: Json, omitted: Json): string[] {
  const slugs = (envelope.matches as { slug: string }[]).map(({ slug }) => slug);
  const shown = slugs.length - Number(omitted.matches ?? 0);
  if (shown >= slugs.length) return warnings;
  const named = (text: string) =>
    slugs
      .map((slug, index) => (new RegExp(`(?<![\\w.])${slug}(?![\\w-]|\\.\\w)`, 'u').test(text) ? index : -1))
      .filter((index) => index >= 0);
  return warnings
    .filter((text) => named(text).length === 0 || named(text).some((index) => index < shown))
    .map((text) =>
      text.replace(
        / (?:All matches are returned; the agent chooses\.|Toutes les correspondances sont renvoyées ; l’agent choisit\.)/,
        '',
      ),
    );
}

/** What is wrong with the brief answer to a question, and its bytes without the warnings and with them. */
async function examined(tool: 'resolve' | 'csp' | 'setting' | 'search', args: Json) {
  const [brief, full] = await Promise.all([answer(tool, args), answer(tool, { ...args, detail: 'full' })]);
  const { omitted = {}, warnings = [], ...rest } = brief.structuredContent as Json & { omitted?: Json };
  const envelope = comparable(full.structuredContent as Json);
  const faults = invented(rest, envelope);
  const unmapped = /^(?:No MDM \(CSP\) mapping is documented|Aucune correspondance MDM)/;
  const decisive = (envelope.warnings as string[]).filter(
    (each) => tool !== 'search' || !unmapped.test(each),
  );
  if (tool !== 'search') expectEqual(warnings, onShown(decisive, envelope, omitted), JSON.stringify(args));
  else for (const each of decisive) if (!(warnings as string[]).includes(each)) faults.push(each);
  const matches = (rest.matches ?? []) as { compatibility?: Json }[];
  if (tool !== 'setting') {
    const count = matches.length + Number((omitted as Json).matches ?? 0);
    expectSame(count, (envelope.matches as unknown[]).length, JSON.stringify(args));
  }
  if (
    tool === 'resolve' &&
    !matches.every(({ compatibility }) => (compatibility ?? rest.compatibility) !== undefined)
  )
    faults.push('no verdict');
  const judged = [rest.compatibility, ...matches.map(({ compatibility }) => compatibility)].filter(isJson);
  if (judged.some(({ verdict, reason }) => verdict === undefined || (verdict !== 'supported' && !reason)))
    faults.push('a verdict without its reason');
  const whole = bytesOf(brief);
  return { faults, whole, bytes: whole - bytesOf(warnings), warnings: warnings as string[] };
}

const MORE = 240_000;

describe('brief answers over the whole dataset', () => {
  const found: { id: string; faults: string[]; whole: number; bytes: number; warnings: string[] }[] = [];
  const examine = async (tool: Parameters<typeof examined>[0], args: Json) =>
    found.push({ id: JSON.stringify([tool, args]), ...(await examined(tool, args)) });
  const expectWithin = (most: number) => {
    expect(found.filter(({ faults }) => faults.length > 0).slice(0, 3)).toEqual([]);
    expect(found.filter(({ bytes }) => bytes > most).map(({ id, bytes }) => [id, bytes])).toEqual([]);
    expect(Math.max(...found.map(({ whole }) => whole))).toBeLessThanOrEqual(most + 1500);
  };

  it(
    'a resolve has the API’s members and all its warnings, and besides them at most 1,500 bytes',
    async () => {
      expect(pairs.length).toBeGreaterThan(10_000);
      found.length = 0;
      for (const [index, pair] of pairs.entries()) {
        if (index % 3 > 0) continue;
        const [key, value] = pair.split('\0');
        const hive = index % 5 === 0 ? 'HKCU' : 'HKLM';
        const [lang, targetOs] = [at(LANGUAGES, index), at(TARGETS, index >> 2)];
        await examine('resolve', { key: `${hive}\\${key}`, value, lang, targetOs });
        if (index % 21 === 0) await examine('resolve', { key: `${hive}\\${key}`, value: `${value}x`, lang });
      }
      expectWithin(1500);
    },
    MORE,
  );

  it(
    'so has a node, with 1,200',
    async () => {
      found.length = 0;
      for (const [index, uri] of (await namesOf('csp/en-US')).entries()) {
        const omaUri = `${uri.replaceAll('{}', 'Any')}${index % 10 === 0 ? '' : 'x'}`;
        if (index % 5 === 0) await examine('csp', { omaUri, lang: at(LANGUAGES, index) });
      }
      expectWithin(1600);
      const longest = { key: `HKLM\\${'k'.repeat(1000)}`, value: 'é'.repeat(512), targetOs: 'x'.repeat(128) };
      expect(bytesOf(await answer('resolve', longest))).toBeLessThanOrEqual(1200);
      expect(bytesOf(await answer('csp', { omaUri: `./${'é'.repeat(1000)}` }))).toBeLessThanOrEqual(1200);
    },
    MORE,
  );

  it(
    'so have a record, with 3,000, and a search',
    async () => {
      found.length = 0;
      const slugs = (await namesOf('setting/en-US')).filter((_, index) => index % 13 === 0);
      for (const [index, slug] of slugs.entries())
        await examine('setting', { slug, lang: at(LANGUAGES, index) });
      expectWithin(3000);
      found.length = 0;
      for (const [index, slug] of slugs.entries()) {
        if (index % 4 > 0) continue;
        await examine('search', { q: slug.replaceAll(/[._]/g, ' '), lang: at(LANGUAGES, index) });
      }
      expectWithin(3000);
    },
    MORE,
  );
});

/** What a brief item of verify has that the API's has not; “as item N” stands for a text of that item. */
function inventedIn(brief: Json, full: Json, all: readonly Json[]): string[] {
  const textsOf = (index: number): string[] => {
    const texts: string[] = [];
    JSON.stringify(all[index], (_, each) => {
      if (typeof each === 'string') texts.push(each);
      return each;
    });
    return texts;
  };
  const differs = (shown: unknown, whole: unknown, path: string): string[] => {
    const [, index] = (typeof shown === 'string' && /^as item (\d+)$/.exec(shown)) || [];
    if (index !== undefined)
      return textsOf(Number(index)).includes(String(whole)) ? [] : [`${path}: ${shown}`];
    if (path.endsWith('/payloadAt')) return [];
    if (!isJson(shown) || !isJson(whole)) return invented(shown, whole, path);
    // Of data each state or label once, whichever settings document it; a list too long ends with “… + n”.
    if (path.endsWith('/means')) return [];
    return Object.entries(shown).flatMap(([name, each]) =>
      typeof each === 'string' && each.startsWith('… + ')
        ? []
        : differs(each, whole[name], `${path}/${name}`),
    );
  };
  const { mdm, ...rest } = brief as Json & { mdm?: Json };
  const seen = mdm?.payloadAt;
  const payload = (at: Json | undefined) => (at?.mdm as Json | undefined)?.payload;
  return [
    ...differs(rest, full, ''),
    ...differs(mdm ?? {}, full.mdm ?? {}, '/mdm'),
    ...(seen === undefined || payload(all[Number(seen)]) === payload(full) ? [] : ['another payload']),
    ...(JSON.stringify(brief.warnings ?? []) === JSON.stringify(full.warnings ?? []) ? [] : ['warnings']),
    ...['verdict', 'noMdm', 'conflictsWith', 'problem'].filter(
      (name) => (brief[name] === undefined) !== (full[name] === undefined),
    ),
    ...(full.verdict === 'supported' || brief.reason !== undefined || full.reason === undefined
      ? []
      : ['no reason']),
  ];
}

describe('brief items of verify over the whole dataset', () => {
  it(
    'are those of the API, with all their warnings and a reason for each verdict but supported',
    async () => {
      const values = pairs.filter((_, index) => index % 19 === 0);
      const faults: string[] = [];
      let examined = 0;
      // Each page is a verification of all items of its request.
      const part = 80;
      for (let from = 0; from < values.length; from += part) {
        const items = values.slice(from, from + part).map((pair, index) => {
          const [key, value] = pair.split('\0');
          return { key: `${index % 5 === 0 ? 'HKCU' : 'HKLM'}\\${key}`, value, data: index % 3 };
        });
        const request = { items, targetOs: at(TARGETS, from / part), lang: at(LANGUAGES, from / part) };
        const all = await verified(request);
        for (let next: number | undefined = 0; next !== undefined; ) {
          const { structuredContent } = await answer('verify', { ...request, from: next });
          const page = structuredContent as { items: (Json & { index: number })[]; next?: number };
          for (const brief of page.items) {
            examined++;
            const found = inventedIn(brief, all[brief.index] ?? {}, all);
            if (found.length > 0)
              faults.push(`${items[brief.index]?.key} ${items[brief.index]?.value}: ${found.join('; ')}`);
          }
          next = page.next;
        }
      }
      expect(faults.slice(0, 5)).toEqual([]);
      expect(examined).toBe(values.length);
    },
    MORE,
  );
});

describe('verify', () => {
  const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
  const items = Array.from({ length: 200 }, (_, n) => ({
    key: AU,
    value: n % 3 === 0 ? 'AUOptions' : `No${n}`,
    data: 4,
  }));

  it('tells what there is room for, and says where to go on', async () => {
    const indexes: number[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { structuredContent } = await answer('verify', { items, from });
      expect(bytesOf(structuredContent)).toBeLessThanOrEqual(9000);
      const told = structuredContent as {
        items: { index: number }[];
        next?: number;
        summary: { items: number };
      };
      expect(told.summary.items).toBe(200);
      indexes.push(...told.items.map(({ index }) => index));
      from = told.next;
    }
    expect(indexes).toEqual(items.map((_, index) => index));
  });

  it('can tell findings alone', async () => {
    const clear = {
      key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\DataCollection',
      value: 'AllowTelemetry',
      type: 'REG_DWORD',
      data: 1,
    };
    const args = {
      items: [clear, { key: AU, value: 'AUOptions', data: 99 }, { ...clear, value: 'x' }],
      targetOs: 'Windows 11 24H2 Enterprise',
      show: 'findings',
    };
    const { structuredContent } = await answer('verify', args);
    const { items: told } = structuredContent as { items: { index: number }[] };
    expect(told.map(({ index }) => index)).toEqual([1, 2]);
  });

  it('tells a payload and a reason once, and refers to it', async () => {
    const key = 'HKLM\\Software\\Policies\\Microsoft\\Edge\\ExtensionInstallBlocklist';
    const two = ['1', '2'].map((value) => ({ key, value, type: 'REG_SZ', data: `id${value}` }));
    const { structuredContent } = await answer('verify', { items: two, targetOs: 'Windows Server 2025' });
    const [first, second] = (structuredContent as { items: { mdm: object }[] }).items;
    expect(first?.mdm).toMatchObject({ payload: expect.stringContaining('id1') });
    expect(second?.mdm).toMatchObject({ payloadAt: 0 });
    expect(second).toMatchObject({ reason: 'as item 0' });
  });
});
