/** Which node verify names for a value with data: of every documented content of every second pair. */
import { expect, it } from 'vitest';
import { type DocumentedData, documentedData } from '../../runtime/contract/data.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { judgeData } from '../../runtime/verify/data-verdict.ts';
import { verifiedEach } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

const { ask } = await corpus();

interface Case {
  item: { key: string; value: string; type?: string; data?: number | string | string[]; delete?: true };
  /** Those of the hive. */
  matches: readonly Match[];
}

function* casesOf([id, { any }]: [string, PairEntry]): Generator<Case> {
  const [key, value] = splitPairKey(id);
  for (const [hive, other] of [
    ['HKLM', 'User'],
    ['HKCU', 'Machine'],
  ] as const) {
    const own = any.matches.filter((match) => match.class !== other);
    const items = new Map<string, Case['item']>();
    for (const { registryType, values = [] } of own)
      for (const { data, type = registryType } of values) {
        const at = { key: `${hive}\\${key}`, value };
        const item =
          data === null
            ? { ...at, delete: true as const }
            : type === undefined
              ? undefined
              : {
                  ...at,
                  type,
                  data: type === 'REG_DWORD' ? Number(data) : type === 'REG_MULTI_SZ' ? [data] : data,
                };
        if (item) items.set(JSON.stringify(item), item);
      }
    for (const item of items.values()) yield { item, matches: own };
  }
}

const dataOf = (match: Match): DocumentedData | undefined =>
  Object.keys(documentedData).some((name) => name in match) ? match : undefined;

it('names the node of a setting that takes the data, wherever any setting does, and says why there is none', async () => {
  const entries = entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US');
  const all = entries.filter((_, at) => at % 2 === 0).flatMap((entry) => [...casesOf(entry)]);
  const wrong: unknown[] = [];
  let unnamed = 0;
  let named = 0;
  const targetOs = 'Windows 11 Pro 24H2';
  for (const [{ item, matches }, told] of await verifiedEach(ask, all, (each) => each.item, { targetOs })) {
    const takes = (slug: string) =>
      matches
        .filter((match) => match.slug === slug)
        .some((match) => ['documented', 'free'].includes(judgeData(item, dataOf(match)).verdict));
    const nodes = [told.mdm, ...(told.mdmAlternatives ?? [])].filter((mdm) => mdm !== undefined);
    for (const { slug } of nodes) if (!takes(slug)) wrong.push([item, slug]);
    if (nodes.length > 0) named++;
    const mapped = matches.filter(({ csp }) => csp !== undefined);
    if (nodes.length > 0 || mapped.length === 0) continue;
    unnamed++;
    // A setting with a node that takes the data is never left out, and one that does not is named in the reason.
    for (const { slug } of mapped) if (takes(slug)) wrong.push([item, slug, 'left out']);
    for (const { slug } of mapped) if (!told.noMdm?.includes(slug)) wrong.push([item, told.noMdm]);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(named).toBeGreaterThan(10_000);
  expect(unnamed).toBeGreaterThan(200);
}, 240_000);
