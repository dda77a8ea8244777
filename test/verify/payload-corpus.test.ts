/** Every documented state and option of every policy, and what is near to one: a payload sets just that, or there is none. */
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { ElementRecord, SettingEntry, SettingRecord } from '../../runtime/format/format.ts';
import { readFile } from '../../runtime/readers/index.ts';
import { readPayload } from '../../runtime/verify/admx-payload.ts';
import { composePayload } from '../../runtime/verify/payload.ts';
import { verified } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { writeReg } from '../readers/writers.ts';
import {
  applied,
  type Content,
  differences,
  effectsOf,
  freeWrites,
  pairOf,
  type Registry,
  stateWrites,
  writtenValues,
} from './admx-interpreter.ts';

const { ask } = await corpus();
const records = entriesOf<SettingEntry>(await corpusDist(), 'setting/en-US').map(
  ([, { setting }]) => setting,
);

interface Case {
  record: SettingRecord;
  asked: Registry;
  /** What somebody who knows the choices would send. */
  state: 'enabled' | 'disabled';
  data: Map<string, string>;
}

/** Contents of an element that holds a free one, as a payload has them. */
function samples({ type, explicitValue, minValue }: ElementRecord): string[] {
  if (type === 'decimal' || type === 'longDecimal') return [minValue ?? '1'];
  if (type === 'multiText') return ['x\uf000y'];
  if (type !== 'list') return ['x'];
  return [explicitValue ? 'name\uf000x\uf000other\uf000y' : '1\uf000x\uf0002\uf000y'];
}

/** All ways to set each element, the others as they are first. */
function* casesOf(record: SettingRecord): Generator<Case> {
  const off = new Map(stateWrites(record, 'disabled'));
  yield { record, asked: off, state: 'disabled', data: new Map() };
  const ways = record.elements.map((element) =>
    element.type === 'enum' || element.type === 'boolean'
      ? effectsOf(element, record)
      : samples(element).map((text) => ({ text, writes: freeWrites(element, record, text) })),
  );
  if (ways.some(({ length }) => length === 0)) return;
  for (const [at, own] of ways.entries()) {
    for (const [number, way] of own.entries()) {
      // The first of each is the same for all elements.
      if (number === 0 && at > 0) continue;
      const chosen = ways.map((each, place) => (place === at ? way : each[0]));
      const writes = chosen.flatMap((each) => each?.writes ?? []);
      const texts = record.elements.map(({ id }, place) => [id, chosen[place]?.text] as const);
      const data = new Map(texts.flatMap(([id, text]) => (text === undefined ? [] : [[id, text]])));
      yield {
        record,
        asked: new Map([...stateWrites(record, 'enabled'), ...writes]),
        state: 'enabled',
        data,
      };
    }
  }
  if (ways.length === 0)
    yield { record, asked: new Map(stateWrites(record, 'enabled')), state: 'enabled', data: new Map() };
}

/** What is wrong with a payload. */
function faultsOf(record: SettingRecord, payload: string, asked: Registry): string[] {
  const read = readPayload(payload);
  if ('fault' in read) return [JSON.stringify(read.fault)];
  const registry = applied(record, read.state, read.data);
  return registry === undefined
    ? ['no document tells what it writes']
    : differences(record, read.state, registry, asked);
}

/** One value lacking, one with other data, or one more that the policy may write. */
function* nearTo(asked: Registry, others: Registry): Generator<Registry> {
  for (const [pair, content] of asked) {
    yield new Map([...asked].filter(([each]) => each !== pair));
    for (const other of [null, changed(content)]) yield new Map([...asked, [pair, other]]);
  }
  for (const [pair, content] of others) {
    if (asked.has(pair)) continue;
    yield new Map([...asked, [pair, content]]);
    yield new Map([...asked, [pair, null]]);
  }
}

function changed(content: Content): Content {
  if (content === null) return { type: 'REG_DWORD', data: '1' };
  const { type, data } = content;
  if (Array.isArray(data)) return { type, data: [...data, 'z'] };
  return { type, data: /^\d+$/.test(data) ? String(BigInt(data) ^ 1n) : `${data}z` };
}

function allWrites(record: SettingRecord): Registry {
  const choices = record.elements.filter(({ type }) => type === 'enum' || type === 'boolean');
  return new Map([
    ...stateWrites(record, 'disabled'),
    ...stateWrites(record, 'enabled'),
    ...choices.flatMap((element) => effectsOf(element, record).flatMap(({ writes }) => writes)),
  ]);
}

const hasData = (registry: Registry) => [...registry.values()].some((content) => content !== null);

const ways = new Map<string, Case[]>();
const waysOf = (record: SettingRecord) => {
  const found = ways.get(record.slug) ?? [...casesOf(record)].filter(({ asked }) => asked.size > 0);
  ways.set(record.slug, found);
  return found;
};

describe('a payload of a documented state of any policy', () => {
  it('sets just what was asked for, and is there wherever one does', () => {
    const wrong: unknown[] = [];
    const refused = new Map<string, number>();
    let payloads = 0;
    for (const record of records) {
      const parts = partsOf(record);
      for (const { asked, state, data } of waysOf(record)) {
        const {
          payload,
          reason,
          missing = [],
          missingValues = [],
        } = composePayload(parts, writtenValues(asked));
        if (payload !== undefined) {
          payloads++;
          const faults = faultsOf(record, payload, asked);
          if (faults.length > 0) wrong.push([record.slug, payload, faults]);
          continue;
        }
        const code = reason?.code ?? 'none';
        refused.set(code, (refused.get(code) ?? 0) + 1);
        if (code === 'incomplete' && missing.length + missingValues.length === 0)
          wrong.push([record.slug, 'nothing is missing', [...asked]]);
        const registry = applied(record, state, data);
        const right = registry !== undefined && differences(record, state, registry, asked).length === 0;
        // Deletions alone tell no state.
        if (right && hasData(asked)) wrong.push([record.slug, reason, [...asked]]);
      }
    }
    expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
    expect(payloads).toBeGreaterThan(25_000);
    expect([...refused.keys()].sort()).toEqual([
      'alsoWrites',
      'incomplete',
      'listNames',
      'optionsShareValue',
    ]);
    expect(Math.max(...refused.values())).toBeLessThan(payloads / 500);
  });

  it('is not made of what is nearly that, or sets that too', () => {
    const wrong: unknown[] = [];
    let near = 0;
    for (const [at, record] of records.entries()) {
      const parts = partsOf(record);
      const others = allWrites(record);
      // All of those that write what no single value tells; of the others some.
      if (others.size <= record.elements.length + 1 && at % 10 !== 0) continue;
      for (const { asked } of waysOf(record)) {
        for (const each of nearTo(asked, others)) {
          near++;
          const { payload } = composePayload(parts, writtenValues(each));
          const faults = payload === undefined ? [] : faultsOf(record, payload, each);
          if (faults.length > 0) wrong.push([record.slug, payload, faults]);
        }
      }
    }
    expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
    expect(near).toBeGreaterThan(40_000);
  });
});

/** Through a .reg file and the whole of verify; the items of the policy's payload, in both languages. */
async function verifiedOf(record: SettingRecord, asked: Registry) {
  const hive = record.class === 'User' ? 'HKCU' : 'HKLM';
  const values = [...asked].map(([pair, content]) => {
    const [key = '', value = ''] = pair.split('\0');
    const { type = '', data = '' } = content ?? {};
    const written = type === 'REG_DWORD' ? Number(data) : data;
    return content === null
      ? { key: `${hive}\\${key}`, value, delete: true as const }
      : { key: `${hive}\\${key}`, value, type, data: written };
  });
  const read = readFile({ name: 'all.reg', content: writeReg(values) });
  if (read.problem !== undefined) throw new Error(JSON.stringify(read.problem));
  const items = read.items.map(({ at: _at, ...item }) => item);
  const answers = await Promise.all(['en-US', 'fr-FR'].map((lang) => verified(ask, items, { lang })));
  return answers.map((answer) =>
    answer.flatMap(({ mdm, mdmAlternatives = [] }) =>
      [mdm, ...mdmAlternatives].filter((each) => each?.slug === record.slug),
    ),
  );
}

describe('verify of a policy whose options write several values, or whose lists have no prefix', () => {
  it('has that payload or a reason in the language asked for', async () => {
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
    let payloads = 0;
    let reasons = 0;
    for (const record of some) {
      for (const { asked } of waysOf(record).slice(0, 6)) {
        const [english = [], french = []] = await verifiedOf(record, asked);
        expect(english.length, record.slug).toBeGreaterThan(0);
        for (const [at, mdm] of english.entries()) {
          const said = french[at]?.noPayload;
          expect(mdm?.payload).toBe(french[at]?.payload);
          if (mdm?.payload !== undefined) {
            payloads++;
            expect(faultsOf(record, mdm.payload, asked), record.slug).toEqual([]);
          } else {
            reasons++;
            expect(mdm?.noPayload, record.slug).toBeTruthy();
            expect(said, record.slug).toBeTruthy();
            expect(said).not.toBe(mdm?.noPayload);
          }
        }
      }
    }
    expect(payloads).toBeGreaterThan(1000);
    expect(reasons).toBeGreaterThan(10);
  });
});

describe('a list', () => {
  const named = (record: SettingRecord, names: string[]) => {
    const list = record.elements.find(({ type }) => type === 'list');
    const key = list?.registryKey ?? record.registryKey;
    const type = list?.expandable ? 'REG_EXPAND_SZ' : 'REG_SZ';
    return new Map<string, Content>([
      ...stateWrites(record, 'enabled'),
      ...names.map((name) => [pairOf(key, name), { type, data: `of ${name}` }] as const),
    ]);
  };

  it('without names of its own has a payload just where the names are those that are sent', () => {
    let lists = 0;
    let prefixed = 0;
    for (const record of records) {
      const [list, ...others] = record.elements;
      if (list?.type !== 'list' || list.explicitValue || others.length > 0) continue;
      lists++;
      const { valuePrefix = '' } = list;
      const of = (...names: string[]) => {
        const asked = named(record, names);
        const { payload, reason } = composePayload(partsOf(record), writtenValues(asked));
        if (payload !== undefined) expect(faultsOf(record, payload, asked), record.slug).toEqual([]);
        return payload ?? reason?.code;
      };
      const inOrder = of(`${valuePrefix}1`, `${valuePrefix}2`);
      if (valuePrefix !== '') {
        prefixed++;
        expect([inOrder, of('1', '2')], record.slug).toEqual(['listNames', 'incomplete']);
        continue;
      }
      expect(inOrder, record.slug).toContain('<enabled/>');
      // The order of a file is none of the list.
      expect(of(`${valuePrefix}2`, `${valuePrefix}1`), record.slug).toBe(inOrder);
      expect(of(`${valuePrefix}1`, `${valuePrefix}3`), record.slug).toBe('listNames');
      if (list.valuePrefix === undefined) expect(of('calc.exe'), record.slug).toBe('listNames');
    }
    expect(lists).toBeGreaterThan(400);
    expect(prefixed).toBe(18);
  });
});
