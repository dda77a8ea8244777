/** The verdict on a product over several settings that write one pair, on every such pair of the compiled dataset. */
import { expect, it } from 'vitest';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { Rules } from '../../runtime/verdict/index.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual } from '../same.ts';
import { QUESTIONS } from './product-oracle.ts';

const { dataset, ask } = await corpus();
/** Pairs of several settings, one of which is a product's. */
const shared: string[] = [];
const { rules, asked } = await dataset.file<Rules>('rules.json');
for (const [id, { any }] of entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US')) {
  const facts = asked[any.rule]?.rules.map((rule) => rules[rule]) ?? [];
  if (facts.length > 1 && facts.some((each) => each?.product)) shared.push(id);
}

it('is theirs where all have one on one product, and unknown where they differ', {
  timeout: 240_000,
}, async () => {
  const counts = { agree: 0, differ: 0, reasons: 0, none: 0 };
  for (const [at, id] of shared.entries()) {
    const [key, value] = splitPairKey(id);
    for (const targetProducts of QUESTIONS) {
      const hive = ['HKLM\\', 'HKCU\\', ''][at % 3] ?? '';
      const answer = await resolve(ask, hive + key, value, { targetProducts });
      const matches = matchesOf(answer);
      const own = matches.filter(({ otherHive }) => otherHive === undefined);
      const parts = own.flatMap(({ compatibility }) => compatibility?.product ?? []);
      const found = answer.result.compatibility?.product;
      // Of another hive alone, nothing is said.
      if (own.length === 0) continue;
      const products = new Set(parts.map(({ product }) => product));
      if (parts.length < own.length || products.size !== 1) {
        expectEqual(found, undefined, id);
        counts.none++;
        continue;
      }
      const verdicts = new Set(parts.map(({ verdict }) => verdict));
      const reasons = new Set(parts.map(({ reason }) => reason));
      const [verdict = 'unknown'] = verdicts;
      expectEqual(found?.verdict, verdicts.size === 1 ? verdict : 'unknown', id);
      expectEqual(found?.product, parts[0]?.product, id);
      if (verdicts.size === 1 && reasons.size === 1) expectEqual(found?.reason, parts[0]?.reason, id);
      else for (const reason of reasons) expect(found?.reason, id).toContain(reason.replace(/\.$/, ''));
      if (verdicts.size > 1) counts.differ++;
      else if (reasons.size > 1) counts.reasons++;
      else counts.agree++;
    }
  }
  const { agree, differ, reasons, none } = counts;
  expect(Math.min(agree, differ, reasons), JSON.stringify(counts)).toBeGreaterThan(50);
  expect(none).toBeGreaterThan(0);
});
