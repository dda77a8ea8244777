/** Verdicts on type and data, on what is stored of every pair. */
import { expect, it } from 'vitest';
import { type DocumentedData, documentedData } from '../../runtime/contract/data.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { dataReasonText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { type Given, judgeData } from '../../runtime/verify/data-verdict.ts';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

const stored = entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US').flatMap(([pair, { any }]) =>
  any.matches.flatMap((data: DocumentedData) =>
    Object.keys(documentedData).some((name) => name in data) ? [{ pair, data }] : [],
  ),
);

const GIVEN: readonly Given[] = [
  { type: 'REG_SZ', data: 'no documented text' },
  { type: 'REG_DWORD', data: 4_294_967_294 },
  { type: 'REG_QWORD', data: '18446744073709551614' },
  { type: 'REG_MULTI_SZ', data: ['no documented text'] },
  { type: 'REG_BINARY', data: 'fe' },
  { data: 'no documented text' },
  { delete: true },
];

it('every content that a reason lists can be seen in it', () => {
  const wrong = new Set<string>();
  for (const { pair, data } of stored) {
    for (const given of GIVEN) {
      const { reason } = judgeData(given, data);
      if (reason === undefined) continue;
      for (const lang of ['en-US', 'fr-FR']) {
        const text = dataReasonText(reason, textsIn(lang, VERIFY_TEXTS));
        if (/[:,]\s+[.,]/.test(text)) wrong.add(`${pair}: ${text}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
});

it('of a value whose deletion alone is documented, data is not known, and the deletion is documented', () => {
  const deleted = stored.filter(
    ({ data: { values = [], openTypes, open, registryType } }) =>
      !open && !openTypes && !registryType && values.length > 0 && values.every(({ data }) => data === null),
  );
  expect(deleted.length).toBeGreaterThanOrEqual(11);
  for (const { pair, data } of deleted) {
    for (const content of ['x', 1, ['x']])
      expect(judgeData({ data: content }, data).verdict, pair).toBe('unknown');
    expect(judgeData({ type: 'REG_SZ', data: 'x' }, data).reason?.code, pair).toBe('noDocumentedData');
    expect(judgeData({ delete: true }, data).verdict, pair).toBe('documented');
  }
});

it('a type that the vendor leaves open is never the wrong type', () => {
  let beside = 0;
  for (const { pair, data } of stored) {
    const { registryType, values = [], openTypes = [] } = data;
    for (const type of openTypes) {
      expect(judgeData({ type, data: 'x' }, data).verdict, pair).not.toBe('wrong-type');
      expect(judgeData({ type }, data).verdict, pair).not.toBe('wrong-type');
      if (type !== registryType && values.every((each) => each.type !== type)) beside++;
    }
  }
  expect(beside).toBeGreaterThan(0);
});
