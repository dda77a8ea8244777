import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { Shard } from '../../runtime/format/format.ts';
import type { ToolName } from '../../runtime/mcp/descriptions.ts';
import { TOOL_TABLE, type ToolResult } from '../../runtime/mcp/tools.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { plainStore } from '../corpus/dist.ts';
import { expectSame } from '../same.ts';

const LANGUAGES = ['en-US', 'fr-FR', 'de-DE'];
const TARGETS = ['Windows 11 24H2 Enterprise', '22H2', '10.0.19041', null];

let answer: (tool: ToolName, args: Record<string, unknown>) => Promise<ToolResult>;
let namesOf: (index: string) => Promise<string[]>;
let pairs: string[];

beforeAll(async () => {
  const dist = await builtInDist();
  const dataset = await openDataset(plainStore(dist));
  const snapshot = createSnapshot(dataset, () => {
    throw new Error('not asked for');
  });
  answer = (tool, args) => TOOL_TABLE[tool].answer(args, { snapshot, inTurn: (work) => work() });
  namesOf = async (index) => {
    const folder = join(dist, dataset.manifest.version, index);
    const names: string[] = [];
    for (const file of (await readdir(folder)).sort()) {
      names.push(...Object.keys((await readJson<Shard<unknown>>(join(folder, file))).entries));
    }
    return names;
  };
  pairs = await namesOf('resolve');
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

interface Told {
  matches: { slug: string; registry?: object; mdm?: { omaUri: string } }[];
  others?: string[];
  omitted?: Record<string, number>;
  provenance: string[];
  dataset: { version: string };
}

describe('brief answers over the whole dataset', () => {
  it('a resolve of any pair has at most 1,200 bytes, and loses no match without a word', async () => {
    expect(pairs.length).toBeGreaterThan(10_000);
    const large: [string, number][] = [];
    const lacking: [string, object][] = [];
    for (const [index, pair] of pairs.entries()) {
      const [key, value] = pair.split('\0');
      const hive = index % 5 === 0 ? 'HKCU' : 'HKLM';
      const args = {
        key: `${hive}\\${key}`,
        value,
        lang: at(LANGUAGES, index),
        targetOs: at(TARGETS, index >> 2),
      };
      const result = await answer('resolve', args);
      const size = bytesOf(result);
      if (size > 1200) large.push([pair, size]);
      const { matches, others = [], omitted, provenance, dataset } = result.structuredContent as Told;
      const { structuredContent } = index % 9 > 0 ? {} : await answer('resolve', { ...args, detail: 'full' });
      if (structuredContent !== undefined) {
        const { result: whole } = structuredContent as { result: { matches: { slug: string }[] } };
        const told = [...matches.map(({ slug }) => slug), ...others];
        const rest = omitted?.matches ?? 0;
        expectSame(new Set(whole.matches.map(({ slug }) => slug)).size, new Set(told).size + rest, pair);
      }
      const whole = matches.length > 0 && matches.every(({ registry }) => registry !== undefined);
      const told = provenance.length > 0 && /^[\da-f]{8}$/.test(dataset.version);
      if (!whole || !told) lacking.push([pair, result.structuredContent]);
    }
    expect(large).toEqual([]);
    expect(lacking).toEqual([]);
  }, 240_000);

  it('neither a miss nor a node has more', async () => {
    const large: [string, number][] = [];
    for (const [index, pair] of pairs.entries()) {
      if (index % 7 !== 0) continue;
      const [key, value] = pair.split('\0');
      const args = { key: `HKLM\\${key}`, value: `${value}x`, lang: at(LANGUAGES, index) };
      const size = bytesOf(await answer('resolve', args));
      if (size > 1200) large.push([pair, size]);
    }
    for (const [index, uri] of (await namesOf('csp')).entries()) {
      if (index % 5 !== 0) continue;
      const omaUri = `${uri.replaceAll('{}', 'Any')}${index % 2 === 0 ? '' : 'x'}`;
      const size = bytesOf(await answer('csp', { omaUri, lang: at(LANGUAGES, index) }));
      if (size > 1200) large.push([uri, size]);
    }
    expect(large).toEqual([]);
    const longest = { key: `HKLM\\${'k'.repeat(1000)}`, value: 'é'.repeat(512), targetOs: 'x'.repeat(128) };
    expect(bytesOf(await answer('resolve', longest))).toBeLessThanOrEqual(1200);
    expect(bytesOf(await answer('csp', { omaUri: `./${'é'.repeat(1000)}` }))).toBeLessThanOrEqual(1200);
  }, 120_000);

  it('a hit of a search has at most 200 bytes; a record at most 3,000', async () => {
    const slugs = (await namesOf('setting/en-US')).filter((_, index) => index % 13 === 0);
    const hits: object[] = [];
    for (const [index, slug] of slugs.entries()) {
      const lang = at(LANGUAGES, index);
      expect(bytesOf(await answer('setting', { slug, lang })), slug).toBeLessThanOrEqual(3000);
      if (index % 4 > 0) continue;
      const q = slug.replaceAll(/[._]/g, ' ');
      const { structuredContent } = await answer('search', { q, lang, limit: 50 });
      hits.push(...(structuredContent as { hits: object[] }).hits);
    }
    expect(hits.length).toBeGreaterThan(1500);
    expect(hits.filter((hit) => bytesOf(hit) > 200)).toEqual([]);
  }, 120_000);
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
    const { structuredContent } = await answer('verify', { items: two, targetOs: 'Windows 11 24H2' });
    const [first, second] = (structuredContent as { items: { mdm: object; registry: object }[] }).items;
    expect(first?.mdm).toMatchObject({ payload: expect.stringContaining('id1') });
    expect(second?.mdm).toMatchObject({ noPayload: 'as item 0' });
    expect(second?.registry).toMatchObject({ reason: 'as item 0' });
  });
});
