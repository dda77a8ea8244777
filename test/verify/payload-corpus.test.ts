/** Every documented state and option of every policy, and what is near to one: a payload sets just that, or there is none. */
import { expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { ElementRecord, SettingRecord } from '../../runtime/format/format.ts';
import { composePayload } from '../../runtime/verify/payload.ts';
import { registryWrites } from '../../runtime/verify/registry-content.ts';
import { nodesOf } from '../../runtime/verify/summary.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import {
  applied,
  type Content,
  differences,
  effectsOf,
  faultsOf,
  freeWrites,
  type Registry,
  stateWrites,
  writtenValues,
} from './admx-interpreter.ts';
import { settingRecords } from './documented.ts';

const { ask } = await corpus();
const records = await settingRecords();

/** Contents of an element that holds a free one, as a payload has them. */
function samples({ type, explicitValue, minValue, valuePrefix = '' }: ElementRecord): string[] {
  if (type === 'decimal' || type === 'longDecimal') return [minValue ?? '1'];
  if (type === 'multiText') return ['x\uf000y'];
  if (type !== 'list') return ['x'];
  const [one, two] = explicitValue ? ['name', 'other'] : [`${valuePrefix}1`, `${valuePrefix}2`];
  return [`${one}\uf000x\uf000${two}\uf000y`];
}

/** All ways to set each element, the others as they are first; `data`: what somebody who knows the choices would send. */
function* casesOf(record: SettingRecord) {
  const off: Registry = new Map(stateWrites(record, 'disabled'));
  if (off.size > 0) yield { asked: off, state: 'disabled' as const, data: new Map<string, string>() };
  const ways = record.elements.map((element) =>
    element.type === 'enum' || element.type === 'boolean'
      ? effectsOf(element, record)
      : samples(element).map((text) => ({ text, writes: freeWrites(element, record, text) })),
  );
  const first = ways.map(([way]) => way);
  for (const chosen of [
    first,
    ...ways.flatMap((own, at) => own.slice(1).map((way) => first.with(at, way))),
  ]) {
    const texts = record.elements.map(({ id }, at) => [id, chosen[at]?.text] as const);
    const data = new Map(texts.flatMap(([id, text]) => (text === undefined ? [] : [[id, text]])));
    const writes = chosen.flatMap((way) => way?.writes ?? []);
    const asked: Registry = new Map([...stateWrites(record, 'enabled'), ...writes]);
    if (asked.size > 0 && !chosen.includes(undefined)) yield { asked, state: 'enabled' as const, data };
  }
}

it('a payload of a documented state of any policy sets just what was asked for, and is there wherever one does', () => {
  const wrong: unknown[] = [];
  const refused = new Map<string, number>();
  const counted = { payloads: 0, near: 0 };
  for (const [at, record] of records.entries()) {
    const parts = partsOf(record);
    const composed = (asked: Registry) => {
      const { payload, ...others } = composePayload(parts, writtenValues(asked));
      const faults = payload === undefined ? [] : faultsOf(record, payload, asked);
      if (faults.length > 0) wrong.push([record.slug, payload, faults]);
      return { payload, ...others };
    };
    for (const { asked, state, data } of casesOf(record)) {
      // Nor is there one of what lacks a value, or deletes it: of a fourth, for generated policies are asked so too.
      for (const [pair] of at % 4 === 0 ? asked : []) {
        composed(new Map([...asked].filter(([each]) => each !== pair)));
        composed(new Map([...asked, [pair, null]]));
        counted.near += 2;
      }
      const { payload, reason, missing = [], missingValues = [] } = composed(asked);
      if (payload !== undefined) {
        counted.payloads++;
        continue;
      }
      const code = reason?.code ?? 'none';
      refused.set(code, (refused.get(code) ?? 0) + 1);
      if (code === 'incomplete' && missing.length + missingValues.length === 0)
        wrong.push([record.slug, 'nothing is missing', [...asked]]);
      const registry = applied(record, state, data);
      const right = registry !== undefined && differences(record, state, registry, asked).length === 0;
      // Deletions alone tell no state.
      const hasData = [...asked.values()].some((content) => content !== null);
      if (right && hasData) wrong.push([record.slug, reason, [...asked]]);
    }
  }
  expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
  expect(counted.payloads).toBeGreaterThan(25_000);
  expect(counted.near).toBeGreaterThan(15_000);
  expect([...refused.keys()].sort()).toEqual(['alsoWrites', 'incomplete', 'optionsShareValue']);
  expect(Math.max(...refused.values())).toBeLessThan(counted.payloads / 500);
});

/** Through the whole of verify: the items of the policy's payload. */
async function nodesFor({ slug, class: policyClass }: SettingRecord, asked: Registry) {
  const items = [...asked].map(([pair, content]) => {
    const [key, value] = pair.split('\0');
    const hive = policyClass === 'User' ? 'HKCU' : 'HKLM';
    return { key: `${hive}\\${key}`, value, ...(content ?? { delete: true }) };
  });
  return (await verified(ask, items)).flatMap(nodesOf).filter((each) => each.slug === slug);
}

it('verify of a policy whose options write several values, or whose lists have no prefix, has that payload or a reason', async () => {
  const some = records.filter(
    ({ csp, elements }) =>
      csp?.admxBacked === true &&
      elements.some(
        ({ type, options = [], stateValues, valuePrefix, explicitValue }) =>
          options.some(({ valueList }) => valueList) ||
          stateValues !== undefined ||
          (type === 'list' && valuePrefix === undefined && !explicitValue),
      ),
  );
  const counted = { payloads: 0, reasons: 0 };
  for (const record of some) {
    for (const { asked } of [...casesOf(record)].slice(0, 6)) {
      const nodes = await nodesFor(record, asked);
      expect(nodes.length, record.slug).toBeGreaterThan(0);
      for (const { payload, noPayload } of nodes) {
        if (payload !== undefined) {
          counted.payloads++;
          expect(faultsOf(record, payload, asked), record.slug).toEqual([]);
        } else {
          counted.reasons++;
          expect(noPayload, record.slug).toBeTruthy();
        }
      }
    }
  }
  expect(counted.payloads).toBeGreaterThan(4000);
  expect(counted.reasons).toBeGreaterThan(10);
});

/** Comparable: outlk16.admx has 000000 for a number. */
function textOf({ type, data }: NonNullable<Content>): string {
  if (Array.isArray(data)) return data.map((each) => `${each}\0`).join('');
  return type === 'REG_DWORD' || type === 'REG_QWORD' ? String(BigInt(data)) : data;
}

it('what a payload writes is what a naive reading of each record says, or not told', () => {
  let compared = 0;
  const wrong: unknown[] = [];
  for (const record of records) {
    const parts = partsOf(record);
    for (const { state, data } of casesOf(record)) {
      const registry = applied(record, state, data);
      const sent = new Map<string, string>([['', state], ...data]);
      for (const { pair, type, content } of registryWrites(sent, parts, { omaUri: '', admxBacked: true })) {
        const known = registry?.get(pair);
        if (registry === undefined || (known === undefined && type === undefined)) continue;
        compared++;
        const wanted = known ? [known.type, textOf(known)] : [undefined, undefined];
        if (wanted[0] !== type || wanted[1] !== content)
          wrong.push([record.slug, pair, type, content, wanted]);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(25_000);
});
