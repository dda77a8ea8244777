/** The tool verify over every node of the Policy DDF: a verdict, and why it is none better. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { FACTS } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { BriefItem, BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { plainStore } from '../corpus/dist.ts';

const TARGETS = ['Windows 11 24H2', 'Windows 10 1809 Home', '10.0.19045', null];
const DATA = ['x', '1', undefined];
const PART = 30;

interface Sent {
  omaUri: string;
  data?: string;
}

const dataset = await openDataset(plainStore(await builtInDist()));
const snapshot = createSnapshot(dataset, () => {
  throw new Error('not asked for');
});
const lines = (await readFile(join(FACTS, 'policy-ddf.jsonl'), 'utf8')).trim().split('\n');
const all = lines.map((line) => (JSON.parse(line) as { omaUri: string }).omaUri.replaceAll('{}', 'Any'));
// One in eight is spelt wrong.
const uris = [...new Set(all)].map((uri, index) => (index % 8 === 7 ? `${uri}Misspelt` : uri));

/** The items with the texts of earlier items in their place. */
function whole(items: readonly BriefItem[]): BriefItem[] {
  const textOf = (item: BriefItem, name: 'reason' | 'noRegistry'): string | undefined => {
    const [, index] = /^as item (\d+)$/.exec(item[name] ?? '') ?? [];
    const earlier = items.find((each) => each.index === Number(index));
    // Another member may have had the same text first.
    return earlier === undefined ? item[name] : (earlier[name] ?? earlier.reason ?? earlier.noRegistry);
  };
  return items.map((item) => {
    const [reason, noRegistry] = [textOf(item, 'reason'), textOf(item, 'noRegistry')];
    return {
      ...item,
      ...(reason !== undefined && { reason }),
      ...(noRegistry !== undefined && { noRegistry }),
    };
  });
}

const begins = (brief: string | undefined, text: string | undefined): boolean =>
  brief?.slice(0, 200) === text?.slice(0, 200);

async function bothOf(items: readonly Sent[], targetOs: string | null) {
  const api = parseJson(
    await snapshot.verify({ items, files: [], lang: 'en-US', targetOs, detail: 'brief' }),
  ) as VerifyEnvelope;
  const brief: BriefItem[] = [];
  let summary: BriefVerify['summary'] | undefined;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const args = { items, from, ...(targetOs !== null && { targetOs }) };
    const result = await TOOL_TABLE.verify(args, { snapshot, inTurn: (work) => work() });
    const answer = result.structuredContent as BriefVerify;
    brief.push(...whole(answer.items));
    summary = answer.summary;
    from = answer.next;
  }
  return { api, brief, summary };
}

function faultOf(item: VerifiedItem, brief: BriefItem | undefined): string | undefined {
  if (brief === undefined) return 'missing';
  if (brief.verdict !== item.verdict) return 'verdict';
  if (item.verdict !== 'supported' && item.reason === undefined) return 'no reason in the API';
  if (!begins(brief.reason, item.reason)) return 'reason';
  if (!begins(brief.noRegistry, item.noRegistry)) return 'noRegistry';
  if (brief.data?.verdict !== item.data?.verdict) return 'data';
  if (!begins(brief.data?.reason, item.data?.reason)) return 'reason of data';
  return JSON.stringify(brief.warnings) === JSON.stringify(item.warnings) ? undefined : 'warnings';
}

describe('every OMA-URI', () => {
  it('has the verdict and the reasons of the API, and only what is not documented is counted so', async () => {
    const faults: object[] = [];
    const counted = { items: 0, undocumented: 0, noRegistry: 0 };
    for (let at = 0; at < uris.length; at += PART) {
      const items = uris.slice(at, at + PART).map((omaUri, index): Sent => {
        const data = DATA[(at / PART + index) % DATA.length];
        return { omaUri, ...(data !== undefined && { data }) };
      });
      const { api, brief, summary } = await bothOf(items, TARGETS[(at / PART) % TARGETS.length] ?? null);
      let undocumented = 0;
      for (const [index, item] of api.result.items.entries()) {
        const fault = faultOf(item, brief[index]);
        if (fault !== undefined) faults.push({ fault, item, brief: brief[index] });
        // What csp finds is documented.
        const omaUri = items[index]?.omaUri ?? '';
        const { matches, node } = (await snapshot.csp({ omaUri, lang: 'en-US' })).result;
        if (matches.length === 0 && node === undefined) undocumented++;
        if (item.noRegistry !== undefined) counted.noRegistry++;
      }
      expect(api.result.summary.undocumented, uris[at]).toBe(undocumented);
      expect(summary?.undocumented, uris[at]).toBe(undocumented);
      counted.items += brief.length;
      counted.undocumented += undocumented;
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect(counted.items).toBe(uris.length);
    expect(counted.undocumented).toBeGreaterThan(500);
    expect(counted.noRegistry).toBeGreaterThan(1500);
  }, 240_000);

  it('that is documented and supported is no finding for want of a registry value', async () => {
    const policies = './Device/Vendor/MSFT/LAPS/Policies';
    const items = [
      { omaUri: `${policies}/PasswordComplexity`, data: 4 },
      { omaUri: `${policies}/PasswordLength`, data: 3 },
    ];
    const args = { items, targetOs: 'Windows 11 24H2', show: 'findings' };
    const result = await TOOL_TABLE.verify(args, { snapshot, inTurn: (work) => work() });
    const answer = result.structuredContent as BriefVerify;
    expect(answer.items.map(({ index }) => index)).toEqual([1]);
    expect(answer.items[0]).toMatchObject({
      verdict: 'supported',
      noRegistry: expect.stringContaining('no registry setting'),
      data: { verdict: 'undocumented', reason: expect.stringContaining('8 – 64') },
    });
    expect(result.content[0].text).toContain('2 items. 1 with undocumented data. 1 listed.');
  });

  it('that another item sends other data to is a finding', async () => {
    const omaUri = './Device/Vendor/MSFT/LAPS/Policies/PasswordLength';
    const args = {
      items: [14, 20, 14].map((data) => ({ omaUri, data })),
      targetOs: 'Windows 11 24H2',
      show: 'findings',
    };
    const result = await TOOL_TABLE.verify(args, { snapshot, inTurn: (work) => work() });
    const { items } = result.structuredContent as BriefVerify;
    expect(
      items.map(({ warnings }) => warnings?.join().match(/same MDM setting.*?: ([\d, ]+)\./)?.[1]),
    ).toEqual(['1', '0, 2', '1']);
  });
});
