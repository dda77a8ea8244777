/** Data of MDM nodes that no registry setting backs: judged by what the DDF says that they take. */
import { expect, it } from 'vitest';
import type { DdfFact } from '../../build/facts/nodes.ts';
import { flattenUri } from '../../runtime/format/catalog.ts';
import { judgeAllowed } from '../../runtime/verify/allowed-values.ts';
import { verified, verifiedEach } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { expectEqual, expectSame } from '../same.ts';
import { factLines, vectors } from '../vectors.ts';

const { ask } = await corpus();

/** What is asked of a node, and the verdict that a plain reading of the DDF gives. */
function questions({ allowed, format }: DdfFact): [data: string, verdict: string][] {
  const { kind, values = [], min = 0, max = 0, delimiter } = allowed ?? {};
  if (kind === undefined || kind === 'None') {
    const open = kind === undefined ? 'unknown' : 'free';
    if (format !== 'int' && format !== 'bool') return [['anything', open]];
    const [right, wrong] = format === 'int' ? ['-17', '1.5'] : ['True', '1'];
    return [
      [right, open],
      [wrong, 'wrong-type'],
      ['anything', 'wrong-type'],
    ];
  }
  // A list of other texts, as of VPNv2 AlwaysOnActive (bool: 0, 1), says itself what is a value.
  const isOf = (text: string) =>
    (format === 'int' ? /^(?:\d+|0x[\da-f]+)$/i : /^(?:true|false)$/i).test(text.trim());
  const checked = (format === 'int' || format === 'bool') && values.every(({ value }) => isOf(value));
  const none = checked ? 'wrong-type' : 'undocumented';
  if (kind === 'Range')
    return [
      [`${min}`, 'documented'],
      [`${max}`, 'documented'],
      [`${min - 1}`, 'undocumented'],
      [`${max + 1}`, 'undocumented'],
      ['x', none],
    ];
  const numbers = values.every(({ value }) => /^(?:\d+|0x[\da-f]+)$/i.test(value.trim()));
  if ((kind !== 'ENUM' && !(kind === 'Flag' && numbers)) || values.length === 0) return [['1', 'unknown']];
  const plain = values.filter(({ value }) => delimiter === undefined || !value.includes(delimiter));
  return [
    ...plain.map(({ value }): [string, string] => [value, 'documented']),
    ...(kind === 'Flag' ? sumsOf(values.map(({ value }) => Number(value))) : []),
    ['no such value', none],
    ...(checked && format === 'int' && kind === 'ENUM'
      ? [['123456789', 'undocumented'] as [string, string]]
      : []),
  ];
}

/** Small numbers: which are a sum of some of the flags, of all their choices. */
function sumsOf(flags: number[]): [string, string][] {
  const sums = new Set(flags);
  for (const flag of flags) for (const sum of [...sums]) sums.add((sum | flag) >>> 0);
  return Array.from({ length: 40 }, (_, number) => [
    `${number}`,
    sums.has(number) ? 'documented' : 'undocumented',
  ]);
}

const all = factLines<DdfFact>('policy-ddf.jsonl');

it('each documented value is documented, and no other', async () => {
  // Policy/Result is read as its Policy/Config twin.
  const nodes = all.filter(({ omaUri }) => !/\/Policy\/Result\//i.test(omaUri));
  const items: { omaUri: string; data: string; verdict: string; kind: string }[] = nodes.flatMap((node) =>
    questions(node).map(([data, verdict]) => ({
      omaUri: node.omaUri,
      data,
      verdict,
      kind: node.allowed?.kind ?? '',
    })),
  );
  const seen = new Map<string, number>();
  const answers = await verifiedEach(ask, items, ({ omaUri, data }) => ({ omaUri, data }));
  for (const [{ omaUri, data, verdict, kind }, answer] of answers) {
    if (answer.matches?.length !== 0) continue;
    expectSame(answer.data?.verdict, verdict, `${omaUri} = ${data}`);
    seen.set(`${kind} ${verdict}`, (seen.get(`${kind} ${verdict}`) ?? 0) + 1);
  }
  for (const [what, count] of vectors<[what: string, count: number]>('verdicts-of-nodes'))
    expect(seen.get(what), what).toBeGreaterThan(count);
});

it('an option of the settings catalog is the value that its identifier adds to the setting’s', async () => {
  const asked = all.flatMap(({ omaUri, allowed, admx }, at) => {
    if (at % 3 !== 0 || !/\/Policy\/Config\/[\w.]+\/[\w.]+$|\/LAPS\//i.test(omaUri)) return [];
    const id = flattenUri(omaUri);
    const values = admx
      ? ['0', '1', '2']
      : allowed?.kind === 'ENUM'
        ? (allowed.values ?? []).map(({ value }) => value)
        : [];
    return ['no', ...values].map((value) => ({ id, value }));
  });
  expect(asked.length).toBeGreaterThan(3500);
  const forms: ((each: (typeof asked)[number]) => { omaUri: string; data: string | string[] })[] = [
    ({ id, value }) => ({ omaUri: id, data: value }),
    ({ id, value }) => ({ omaUri: id, data: `${id}_${value.toLowerCase()}` }),
    ({ id, value }) => ({ omaUri: ` ${id.toUpperCase()}`, data: [`${id}_${value}`] }),
  ];
  let documented = 0;
  const [plain = [], ...others] = await Promise.all(forms.map((form) => verifiedEach(ask, asked, form)));
  for (const [at, [{ id }, { data }]] of plain.entries()) {
    for (const other of others) expectEqual(other[at]?.[1].data, data, id);
    documented += data?.verdict === 'documented' ? 1 : 0;
  }
  expect(documented).toBeGreaterThan(1500);
  // To a node by its URI the text is sent as it is.
  const backup = './Device/Vendor/MSFT/LAPS/Policies/BackupDirectory';
  const data = `${flattenUri(backup)}_1`;
  const items = [backup, flattenUri(backup)].map((omaUri) => ({ omaUri, data }));
  expect((await verified(ask, items)).map((each) => each.data?.verdict)).toEqual([
    'wrong-type',
    'documented',
  ]);
});

const NUMBERS = vectors<[text: string, verdict: string]>('numbers-of-ranges');
it.each(NUMBERS)('a range of a list takes numbers one by one: %s', (text, verdict) =>
  expect(judgeAllowed({ kind: 'Range', min: 0, max: 5, delimiter: ',' }, text).verdict).toBe(verdict),
);
