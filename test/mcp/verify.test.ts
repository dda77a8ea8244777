/** The tool verify beside the API: over pairs and over every node of the Policy DDF, page by page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACTS } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { answer, at, bytesOf, invented, isJson, type Json, LANGUAGES } from './brief.ts';

const TARGETS = ['Windows 11 24H2 Enterprise', '22H2', '10.0.19041', null];
const { ask: snapshot } = await corpus();

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
  const reasonOfData = ({ data }: Json) => (data as Json | undefined)?.reason === undefined;
  const payload = (at: Json | undefined) => (at?.mdm as Json | undefined)?.payload;
  return [
    ...differs(rest, full, ''),
    ...differs(mdm ?? {}, full.mdm ?? {}, '/mdm'),
    ...(seen === undefined || payload(all[Number(seen)]) === payload(full) ? [] : ['another payload']),
    ...(JSON.stringify(brief.warnings ?? []) === JSON.stringify(full.warnings ?? []) ? [] : ['warnings']),
    ...['verdict', 'reason', 'noMdm', 'conflictsWith', 'problem', 'noRegistry', 'data'].filter(
      (name) => (brief[name] === undefined) !== (full[name] === undefined),
    ),
    ...(reasonOfData(brief) === reasonOfData(full) ? [] : ['reason of data']),
  ];
}

type Request = Pick<Parameters<typeof snapshot.verify>[0], 'targetOs' | 'lang'> & { items: readonly Json[] };

/** Every page of the tool held against what the API says of the same items. */
async function compared(request: Request) {
  const bytes = await snapshot.verify({ ...request, detail: 'brief' } as Parameters<
    typeof snapshot.verify
  >[0]);
  const api = parseJson(bytes) as VerifyEnvelope;
  const all = api.result.items as unknown as Json[];
  const faults: string[] = [];
  let shown = 0;
  let summary: BriefVerify['summary'] | undefined;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page = (await answer('verify', { ...request, from })).structuredContent as BriefVerify;
    for (const brief of page.items) {
      shown++;
      const found = inventedIn(brief as unknown as Json, all[brief.index] ?? {}, all);
      if (found.length > 0) faults.push(`${JSON.stringify(request.items[brief.index])}: ${found.join('; ')}`);
    }
    summary = page.summary;
    from = page.next;
  }
  return { api, faults, shown, summary };
}

describe('brief items over the whole dataset', () => {
  it('are those of the API, with all their warnings and a reason for each verdict but supported', async () => {
    const pairs = entriesOf<unknown>(await corpusDist(), 'resolve/en-US').filter(
      (_, index) => index % 19 === 0,
    );
    const faults: string[] = [];
    let examined = 0;
    // Each page is a verification of all items of its request.
    const part = 40;
    for (let from = 0; from < pairs.length; from += part) {
      const items = pairs.slice(from, from + part).map(([pair], index) => {
        const [key, value] = pair.split('\0');
        return { key: `${index % 5 === 0 ? 'HKCU' : 'HKLM'}\\${key}`, value, data: index % 3 };
      });
      const found = await compared({
        items,
        targetOs: at(TARGETS, from / part),
        lang: at(LANGUAGES, from / part),
      });
      faults.push(...found.faults);
      examined += found.shown;
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect(examined).toBe(pairs.length);
  }, 240_000);

  it('of OMA-URIs too, and only what is not documented is counted so', async () => {
    const lines = (await readFile(join(FACTS, 'policy-ddf.jsonl'), 'utf8')).trim().split('\n');
    const all = lines.map((line) => (JSON.parse(line) as { omaUri: string }).omaUri.replaceAll('{}', 'Any'));
    // One in eight is spelt wrong.
    const uris = [...new Set(all)].map((uri, index) => (index % 8 === 7 ? `${uri}Misspelt` : uri));
    const targets = ['Windows 11 24H2', 'Windows 10 1809 Home', '10.0.19045', null];
    const data = ['x', '1', undefined];
    const part = 30;
    const faults: string[] = [];
    const counted = { items: 0, undocumented: 0, noRegistry: 0 };
    for (let from = 0; from < uris.length; from += part) {
      const items = uris.slice(from, from + part).map((omaUri, index) => ({
        omaUri,
        ...(at(data, from / part + index) !== undefined && { data: at(data, from / part + index) }),
      }));
      const found = await compared({ items, targetOs: at(targets, from / part), lang: 'en-US' });
      const { result } = found.api;
      faults.push(...found.faults);
      let undocumented = 0;
      for (const [index, { verdict, reason, noRegistry }] of result.items.entries()) {
        if (verdict !== 'supported' && reason === undefined)
          faults.push(`${items[index]?.omaUri}: no reason`);
        // What csp finds is documented.
        const { matches, node } = (await snapshot.csp({ omaUri: items[index]?.omaUri ?? '' })).result;
        if (matches.length === 0 && node === undefined) undocumented++;
        if (noRegistry !== undefined) counted.noRegistry++;
      }
      const counts = [result.summary.undocumented, found.summary?.undocumented];
      expect(counts, uris[from]).toEqual([undocumented, undocumented]);
      counted.items += found.shown;
      counted.undocumented += undocumented;
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect(counted.items).toBe(uris.length);
    expect(counted.undocumented).toBeGreaterThan(500);
    expect(counted.noRegistry).toBeGreaterThan(1500);
  }, 240_000);
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

  it('takes a node that is documented and supported for no finding for want of a registry value', async () => {
    const policies = './Device/Vendor/MSFT/LAPS/Policies';
    const items = [
      { omaUri: `${policies}/PasswordComplexity`, data: 4 },
      { omaUri: `${policies}/PasswordLength`, data: 3 },
    ];
    const args = { items, targetOs: 'Windows 11 24H2', show: 'findings' };
    const result = await answer('verify', args);
    const found = result.structuredContent as BriefVerify;
    expect(found.items.map(({ index }) => index)).toEqual([1]);
    expect(found.items[0]).toMatchObject({
      verdict: 'supported',
      noRegistry: expect.stringContaining('no registry setting'),
      data: { verdict: 'undocumented', reason: expect.stringContaining('8 – 64') },
    });
    expect(result.content[0].text).toContain('2 items. 1 with undocumented data. 1 listed.');
  });

  it('finds that another item sends other data to a node', async () => {
    const omaUri = './Device/Vendor/MSFT/LAPS/Policies/PasswordLength';
    const args = {
      items: [14, 20, 14].map((data) => ({ omaUri, data })),
      targetOs: 'Windows 11 24H2',
      show: 'findings',
    };
    const result = await answer('verify', args);
    const { items } = result.structuredContent as BriefVerify;
    expect(
      items.map(({ warnings }) => warnings?.join().match(/same MDM setting.*?: ([\d, ]+)\./)?.[1]),
    ).toEqual(['1', '0, 2', '1']);
  });
});
