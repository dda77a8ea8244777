import { describe, expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { VerifyEnvelope } from '../../runtime/contract/verified.ts';
import type { briefVerify } from '../../runtime/mcp/verify.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual, expectSame } from '../same.ts';
import { factLines } from '../vectors.ts';
import { answer, at, bytesOf, invented, isJson, type Json, LANGUAGES } from './brief.ts';

const TARGETS = ['Windows 11 24H2 Enterprise', '22H2', '10.0.19041', null];
const { ask: snapshot } = await corpus();
/** Items of a request: two or three pages. */
const PART = 16;

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
  const own = all[Number(/^as item (\d+)$/.exec(String(brief.warnings))?.[1])] ?? brief;
  const reasonOfData = ({ data }: Json) => (data as Json | undefined)?.reason === undefined;
  const payload = (at: Json | undefined) => (at?.mdm as Json | undefined)?.payload;
  return [
    ...differs(rest, full, ''),
    ...differs(mdm ?? {}, full.mdm ?? {}, '/mdm'),
    ...(seen === undefined || payload(all[Number(seen)]) === payload(full) ? [] : ['another payload']),
    ...(JSON.stringify(own.warnings ?? []) === JSON.stringify(full.warnings ?? []) ? [] : ['warnings']),
    ...['verdict', 'reason', 'noMdm', 'conflictsWith', 'problem', 'noRegistry', 'data'].filter(
      (name) => (brief[name] === undefined) !== (full[name] === undefined),
    ),
    ...(reasonOfData(brief) === reasonOfData(full) ? [] : ['reason of data']),
  ];
}

/** Asks for the items in requests of so many, whose pages are each a verification of all their items; holds every page against the API. */
async function compared(items: readonly Json[], targets: readonly (string | null)[], languages: string[]) {
  const found = [];
  for (let start = 0; start < items.length; start += PART) {
    const turn = start / PART;
    const part = items.slice(start, start + PART);
    const [targetOs, lang] = [at(targets, turn), at(languages, turn)];
    const request = { items: part, files: [], targetOs, lang };
    const { result } = parseJson(await snapshot.verify({ ...request, detail: 'brief' })) as VerifyEnvelope;
    const all = result.items as unknown as Json[];
    const indexes: number[] = [];
    let summary: unknown;
    for (let from: number | undefined = 0; from !== undefined; ) {
      const page = (await answer('verify', { ...request, from })).structuredContent as ReturnType<
        typeof briefVerify
      >;
      expect(bytesOf(page)).toBeLessThanOrEqual(9000);
      for (const brief of page.items) {
        indexes.push(brief.index);
        const faults = inventedIn(brief as unknown as Json, all[brief.index] ?? {}, all);
        if (faults.length > 0) expect(faults, JSON.stringify(part[brief.index])).toEqual([]);
      }
      ({ summary, next: from } = page);
    }
    expect(indexes).toEqual([...part.keys()]);
    found.push({ request, result, summary });
  }
  return found;
}

describe('brief items over the whole dataset', { timeout: 240_000 }, () => {
  it('are those of the API, with all their warnings and a reason for each verdict but supported', async () => {
    const pairs = entriesOf<unknown>(await corpusDist(), 'resolve/en-US').filter(
      (_, index) => index % 19 === 0,
    );
    const items = pairs.map(([pair], index) => {
      const [key, value] = pair.split('\0');
      return { key: `${index % 5 === 0 ? 'HKCU' : 'HKLM'}\\${key}`, value, data: index % 3 };
    });
    await compared(items, TARGETS, LANGUAGES);
  });

  it('of OMA-URIs too, and only what is not documented is counted so', async () => {
    const nodes = factLines<{ omaUri: string }>('policy-ddf.jsonl');
    const all = nodes.map(({ omaUri }) => omaUri.replaceAll('{}', 'Any'));
    const uris = [...new Set(all)].filter((_, index) => index % 3 === 0);
    const items = uris.map((uri, index) => {
      const data = at(['x', '1', undefined], index);
      // One in eight is spelt wrong.
      return { omaUri: index % 8 === 7 ? `${uri}Misspelt` : uri, ...(data !== undefined && { data }) };
    });
    const counted = { undocumented: 0, noRegistry: 0 };
    const targets = ['Windows 11 24H2', 'Windows 10 1809 Home', '10.0.19045', 'Windows Server 2022', null];
    for (const { request, result, summary } of await compared(items, targets, ['en-US'])) {
      let undocumented = 0;
      const { items: full } = parseJson(await snapshot.verify({ ...request, detail: 'full' })).result;
      for (const [index, { verdict, reason, noRegistry }] of result.items.entries()) {
        const omaUri = String(request.items[index]?.omaUri);
        if (verdict !== 'supported') expect(reason, omaUri).toBeDefined();
        const found = (await snapshot.csp({ omaUri, targetOs: request.targetOs })).result;
        expectEqual(full[index]?.result, found, omaUri);
        expectSame(verdict, found.compatibility?.verdict ?? 'unknown', omaUri);
        // What csp finds is documented.
        const { matches, node } = found;
        if (matches.length === 0 && node === undefined) undocumented++;
        if (noRegistry !== undefined) counted.noRegistry++;
      }
      for (const each of [result.summary, summary]) expect(each).toMatchObject({ undocumented });
      counted.undocumented += undocumented;
    }
    expect(counted.undocumented).toBeGreaterThan(150);
    expect(counted.noRegistry).toBeGreaterThan(500);
  });
});
