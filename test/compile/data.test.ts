/** What may be written to each pair of the committed facts, against a table made row by row from the same facts. */
import { describe, expect, it } from 'vitest';
import type { CompileContext, Item } from '../../build/compile/context.ts';
import { documentedData } from '../../build/compile/data.ts';
import { formerItems } from '../../build/compile/dropped.ts';
import { pairsOf } from '../../build/compile/pairs.ts';
import { formerSetting } from '../../build/facts/former.ts';
import { readFacts } from '../../build/facts/model.ts';
import type { ElementFact, ListItem, RegistryData, SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

interface Row {
  pair: string;
  /** `data|state|English label|type`, or the type of an open content. */
  value?: string;
  type?: string;
  bounds?: string;
  open?: boolean;
}

const TYPES = {
  decimal: 'REG_DWORD',
  longDecimal: 'REG_QWORD',
  string: 'REG_SZ',
  binary: 'REG_BINARY',
  delete: undefined,
};
const OPEN_TYPES: Record<string, string> = {
  decimal: 'REG_DWORD',
  longDecimal: 'REG_QWORD',
  text: 'REG_SZ',
  multiText: 'REG_MULTI_SZ',
  list: 'REG_SZ',
};

function isDeleted({ type, valueName }: ElementFact): boolean {
  return type === 'list' || (type !== 'boolean' && valueName !== undefined);
}

/** One row for everything that any part of the setting may write, in no order. */
function table(setting: SettingFact): Row[] {
  const rows: Row[] = [];
  const english = setting.text['en-US'];
  const name = (key: string | undefined, value: string) =>
    `${(key ?? setting.key).replace(/^\\+|\\+$/g, '').replace(/\\+/g, '\\')}\0${value}`.toLowerCase();
  const fixed = (pair: string, data: RegistryData, state = '', label = '') => {
    const type = TYPES[data.kind];
    rows.push({
      pair,
      value: `${data.kind === 'delete' ? null : data.value}|${state}|${label}`,
      ...(type && { type }),
    });
  };
  const list = (items: ListItem[] | undefined, state: string, label = '') =>
    items?.forEach((item) => {
      fixed(name(item.key, item.valueName), item.data, state, label);
    });
  if (setting.valueName !== undefined) {
    const own = name(undefined, setting.valueName);
    const { content, enabledValue, disabledValue } = setting;
    if (content) {
      content.options?.forEach((data, at) => {
        fixed(own, data, '', english?.options?.[at] ?? '');
      });
      for (const { data, label } of content.otherOptions ?? []) fixed(own, data, '', label);
      const bounds =
        (content.minValue ?? content.maxValue) ? `${content.minValue}..${content.maxValue}` : undefined;
      const constrained = bounds ?? content.entries ?? content.patterns ?? content.free ?? content.flags;
      if (constrained)
        rows.push({
          pair: own,
          type: content.registryType,
          ...(bounds && { bounds }),
          ...(content.free && { open: true }),
        });
      for (const { registryType: type } of content.otherTypes ?? [])
        rows.push({ pair: own, type, open: true });
    } else if (!enabledValue && !disabledValue) {
      rows.push(
        { pair: own, value: '1|enabled|', type: 'REG_DWORD' },
        { pair: own, value: 'null|disabled|' },
      );
    } else {
      if (enabledValue) fixed(own, enabledValue, 'enabled');
      if (disabledValue) fixed(own, disabledValue, 'disabled');
    }
  }
  list(setting.enabledList, 'enabled');
  list(setting.disabledList, 'disabled');
  for (const element of setting.elements ?? []) elementRows(element);
  for (const { id, type, key, valueName } of (setting.elements ?? []).filter(isDeleted)) {
    const pair = type === 'list' ? `list ${id}` : name(key, valueName ?? '');
    const stated = rows.some((row) => row.pair === pair && row.value?.includes('|disabled|'));
    rows.push(...(!stated ? [{ pair, value: 'null|disabled|' }] : []));
  }
  return rows;

  function elementRows(element: ElementFact): void {
    const label = english?.labels?.[element.id] ?? '';
    const pair = element.type === 'list' ? `list ${element.id}` : name(element.key, element.valueName ?? '');
    const written = element.type === 'list' || element.valueName !== undefined;
    if (written && element.type === 'boolean') {
      fixed(pair, element.trueValue ?? { kind: 'decimal', value: '1' }, 'true');
      fixed(pair, element.falseValue ?? { kind: 'delete' }, 'false');
    }
    element.items?.forEach(({ value, valueList }, at) => {
      const option = english?.items?.[element.id]?.[at] ?? '';
      if (written) fixed(pair, value, '', option);
      list(valueList, '', option);
    });
    list(element.trueList, 'true', label);
    list(element.falseList, 'false', label);
    const type = element.storeAsText || element.expandable ? undefined : OPEN_TYPES[element.type];
    // WindowsDefender.admx has bounds on a text, which the schema does not know.
    const { minValue, maxValue } = element.type === 'text' ? {} : element;
    if (written && OPEN_TYPES[element.type])
      rows.push({
        pair,
        type: type ?? (element.expandable ? 'REG_EXPAND_SZ' : 'REG_SZ'),
        ...((minValue ?? maxValue) !== undefined && { bounds: `${minValue}..${maxValue}` }),
        ...((minValue ?? maxValue) === undefined && { open: true }),
      });
  }
}

const { settings: all } = await readFacts(FACTS, FACTS);
const current = [...all.values()].flat();
const settings = [
  ...current,
  ...current.flatMap((each) => (each.former ?? []).map((part) => formerSetting(each, part))),
];

describe('documented data', () => {
  it('is for every pair just what the setting’s parts write there', () => {
    const wrong: string[] = [];
    let pairs = 0;
    for (const setting of settings) {
      const rows = table(setting);
      for (const pair of pairsOf(setting)) {
        pairs++;
        const id =
          pair.valueName === undefined
            ? `list ${pair.element?.id}`
            : `${pair.key.replace(/^\\+|\\+$/g, '').replace(/\\+/g, '\\')}\0${pair.valueName}`.toLowerCase();
        const own = rows.filter((row) => row.pair === id);
        const data = documentedData(setting, pair);
        const types = new Set(own.flatMap(({ type }) => type ?? []));
        const expected = {
          values: [...new Set(own.flatMap(({ value }) => value ?? []))].sort(),
          type: types.size === 1 ? [...types][0] : undefined,
          mixed: types.size > 1,
          open: own.some(({ open }) => open),
        };
        const values = data.values ?? [];
        const found = {
          values: [
            ...new Set(
              values.map((each) => `${each.data}|${each.state ?? ''}|${each.label?.['en-US'] ?? ''}`),
            ),
          ].sort(),
          type: data.registryType,
          mixed: values.some(({ type }) => type !== undefined) || (types.size > 1 && values.length === 0),
          open: data.open === true,
        };
        if (JSON.stringify(found) !== JSON.stringify(expected))
          wrong.push(
            `${setting.slug} ${pair.valueName}: ${JSON.stringify(found)} ${JSON.stringify(expected)}`,
          );
        const bounds = [...new Set(own.filter(({ value }) => value === undefined).map((row) => row.bounds))];
        const one = bounds.length === 1 ? bounds[0] : undefined;
        const told = data.bounds && `${data.bounds.min}..${data.bounds.max}`;
        if (told !== one) wrong.push(`${setting.slug} ${pair.valueName}: bounds ${told} ${one}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThan(15_000);
  });

  it('has the template’s bounds on lines and characters, of which 0 lines is none', () => {
    const wrong: string[] = [];
    let unbounded = 0;
    for (const setting of settings) {
      for (const element of setting.elements ?? []) {
        const { type, key = setting.key, valueName, maxStrings } = element;
        const owners = (setting.elements ?? []).filter(
          (each) => (each.key ?? setting.key) === key && each.valueName === valueName,
        );
        if (type !== 'multiText' || owners.length > 1 || maxStrings === undefined) continue;
        const data = documentedData(setting, { key, ...(valueName !== undefined && { valueName }), element });
        if (maxStrings === '0') unbounded++;
        const expected = maxStrings === '0' ? undefined : maxStrings;
        if (data.maxStrings !== expected) wrong.push(`${setting.slug} ${data.maxStrings}`);
      }
    }
    expect(wrong).toEqual([]);
    // Make Me Admin writes out the schema's default. No known file has maxLength="0".
    expect(unbounded).toBe(8);
    const lengths = settings.flatMap(({ elements = [] }) => elements.map(({ maxLength }) => maxLength));
    expect(lengths).not.toContain('0');
  });

  it.each(vectors<{ what: string; setting: object; valueName: string; data: object }>('documented-data'))(
    'of $what',
    ({ setting, valueName, data }) => {
      const fact = { slug: 'a.b', policyId: 'A::B', class: 'Machine', version: '1', text: {} } as const;
      const whole = { ...fact, key: 'Software\\Example', ...setting };
      expect(documentedData(whole, { key: 'SOFTWARE\\example\\', valueName })).toEqual(data);
    },
  );
});

it('what a policy no longer writes has neither the node nor the ingestion of the policy', () => {
  const setting = current.find(({ former }) => former !== undefined);
  const sources = (setting?.former ?? []).map(({ source: id }) => ({ id, versions: [] }));
  const item = { setting, mapping: {}, ingestion: {} } as unknown as Item;
  const items = formerItems(item, { facts: { sources } } as unknown as CompileContext);
  expect(items.length).toBeGreaterThan(0);
  for (const each of items) {
    expect(each).not.toHaveProperty('mapping');
    expect(each).not.toHaveProperty('ingestion');
  }
});
