/** The tool verify over every node of the Policy DDF: a verdict, and why it is none better. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { FACTS } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { BriefItem, BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { plainStore } from '../corpus/dist.ts';

const TARGETS = ['Windows 11 24H2', 'Windows 10 1809 Home', '10.0.19045', null];
const DATA = ['x', '1', undefined];
const PART = 60;

interface Sent {
  omaUri: string;
  data?: string;
}

let snapshot: Snapshot;
let uris: string[];

beforeAll(async () => {
  const dataset = await openDataset(plainStore(await builtInDist()));
  snapshot = createSnapshot(dataset, () => {
    throw new Error('not asked for');
  });
  const lines = (await readFile(join(FACTS, 'policy-ddf.jsonl'), 'utf8')).trim().split('\n');
  const all = lines.map((line) => (JSON.parse(line) as { omaUri: string }).omaUri.replaceAll('{}', 'Any'));
  // One in eight is spelt wrong.
  uris = [...new Set(all)].map((uri, index) => (index % 8 === 7 ? `${uri}Misspelt` : uri));
});

/** Its texts with those of earlier items in their place. */
function told(items: readonly BriefItem[]) {
  const texts = (item: BriefItem) => [item.node?.reason, item.mdm?.reason, item.noRegistry];
  const whole = (text: string | undefined) => {
    const [, index] = /^as item (\d+)$/.exec(text ?? '') ?? [];
    const earlier = items.find((item) => item.index === Number(index));
    return index === undefined || earlier === undefined ? [text] : texts(earlier);
  };
  return items.map((item) => ({
    item,
    verdict: item.node?.verdict ?? item.mdm?.verdict,
    reasons: [item.node?.reason, item.mdm?.reason].flatMap(whole),
    noRegistry: whole(item.noRegistry),
  }));
}

const begins = (texts: readonly (string | undefined)[], text: string | undefined): boolean =>
  texts.some((each) =>
    text === undefined ? each === undefined : each?.slice(0, 200) === text.slice(0, 200),
  );

async function bothOf(items: readonly Sent[], targetOs: string | null) {
  const api = parseJson(
    await snapshot.verify({ items, files: [], lang: 'en-US', targetOs, detail: 'brief' }),
  ) as VerifyEnvelope;
  const brief: ReturnType<typeof told> = [];
  let summary: BriefVerify['summary'] | undefined;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const args = { items, from, ...(targetOs !== null && { targetOs }) };
    const result = await TOOL_TABLE.verify.answer(args, { snapshot, inTurn: (work) => work() });
    const answer = result.structuredContent as BriefVerify;
    brief.push(...told(answer.items));
    summary = answer.summary;
    from = answer.next;
  }
  return { api, brief, summary };
}

function faultOf(item: VerifiedItem, brief: ReturnType<typeof told>[number] | undefined): string | undefined {
  if (brief === undefined) return 'missing';
  if (brief.verdict === undefined || brief.verdict !== item.verdict) return 'verdict';
  if (item.verdict !== 'supported' && item.reason === undefined) return 'no reason in the API';
  if (item.reason !== undefined && !begins(brief.reasons, item.reason)) return 'reason';
  if (!begins(brief.noRegistry, item.noRegistry)) return 'noRegistry';
  if (brief.item.data?.verdict !== item.data?.verdict) return 'data';
  if (brief.item.data?.reason?.slice(0, 200) !== item.data?.reason?.slice(0, 200)) return 'reason of data';
  return undefined;
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
        if (fault !== undefined) faults.push({ fault, item, brief: brief[index]?.item });
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
    const result = await TOOL_TABLE.verify.answer(args, { snapshot, inTurn: (work) => work() });
    const answer = result.structuredContent as BriefVerify;
    expect(answer.items.map(({ index }) => index)).toEqual([1]);
    expect(answer.items[0]).toMatchObject({
      node: { verdict: 'supported' },
      noRegistry: expect.stringContaining('no registry setting'),
      data: { verdict: 'undocumented', reason: expect.stringContaining('8 – 64') },
    });
    expect(result.content[0].text).toContain('2 supported on the target, 0 not documented');
  });

  it('that another item sends other data to is a finding', async () => {
    const omaUri = './Device/Vendor/MSFT/LAPS/Policies/PasswordLength';
    const args = {
      items: [14, 20, 14].map((data) => ({ omaUri, data })),
      targetOs: 'Windows 11 24H2',
      show: 'findings',
    };
    const result = await TOOL_TABLE.verify.answer(args, { snapshot, inTurn: (work) => work() });
    const { items } = result.structuredContent as BriefVerify;
    expect(items.map(({ warnings }) => warnings?.join().match(/same MDM setting.*: (.*)\.$/)?.[1])).toEqual([
      '1',
      '0, 2',
      '1',
    ]);
  });
});
