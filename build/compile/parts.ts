/** A setting's record → the data for verify: which part writes which registry value, in comparable form. */
import type {
  PartChoice,
  PartElement,
  PartNode,
  PartState,
  PartsEntry,
  PartWrite,
} from '../../runtime/contract/parts.ts';
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { ElementRecord, SettingRecord, StateValue } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { contentAs } from '../../runtime/verify/registry-content.ts';
import { numberIn, optional, picked } from '../collections.ts';
import type { MdmDataFact } from '../facts/nodes.ts';
import { pairId } from '../facts/pair-id.ts';
import { freeType } from './contributions.ts';
import { TYPES } from './data.ts';

/** @param taken OMA-URI → fact on a node that accepts the data of a registry value. */
export function partsOf(
  record: SettingRecord,
  taken: ReadonlyMap<string, MdmDataFact> = new Map(),
): PartsEntry {
  const pairs: PairTable = new Map();
  const states = statesOf(record, pairs);
  const elements = record.elements.map((element) => partElement(element, record, pairs));
  const nodes = nodesOf(record, taken).map((node) => ({
    ...node,
    ...takenData(node.uris, taken, { states, elements, pairs }, record),
  }));
  return {
    pairs: [...pairs.keys()],
    key: record.registryKey,
    ...(states.length > 0 && { states }),
    ...(elements.length > 0 && { elements }),
    ...(nodes.length > 0 && { nodes }),
  };
}

/** Pair → its index. */
type PairTable = Map<string, number>;

const indexIn = (pairs: PairTable, key: string, valueName = '') => numberIn(pairs, pairId(key, valueName));

function statesOf({ valueName, registryKey, stateValues, ...record }: SettingRecord, pairs: PairTable) {
  const states = new Map<string, PartState>();
  // A list overrides the policy's own value; fthsvc.admx has one pair in both, with different data.
  const add = (state: PartState['state'], write: PartWrite) =>
    states.set(`${state} ${write.pair}`, { ...write, state });
  if (valueName !== undefined) {
    const own = indexIn(pairs, registryKey, valueName);
    const { enabledValue, enabledValueKind, disabledValue, disabledValueKind } = record;
    if (enabledValueKind !== undefined) add('enabled', writeOf(own, enabledValue, enabledValueKind));
    if (disabledValueKind !== undefined) add('disabled', writeOf(own, disabledValue, disabledValueKind));
  }
  for (const item of stateValues)
    if (item.state === 'enabled' || item.state === 'disabled') add(item.state, itemWrite(item, pairs));
  return [...states.values()];
}

function writeOf(pair: number, data: string | undefined, kind: string): PartWrite {
  const type = TYPES[kind];
  if (type === undefined || data === undefined) return { pair };
  const content = contentAs(type, data);
  if (content === undefined) throw new RangeError(`${data} is not a content of type ${type}.`);
  return { pair, type, content };
}

function itemWrite({ key, valueName, value, valueKind }: StateValue, pairs: PairTable): PartWrite {
  return writeOf(indexIn(pairs, key, valueName), value, valueKind);
}

function partElement(element: ElementRecord, record: SettingRecord, pairs: PairTable): PartElement {
  const { id, type, registryKey: key = record.registryKey, valueName } = element;
  const place = {
    ...optional('key', key === record.registryKey ? undefined : key),
    ...optional('valueName', valueName),
  };
  if (type === 'list') {
    const { valuePrefix, additive, explicitValue } = element;
    return {
      id,
      type,
      ...place,
      registryType: freeType(element),
      below: normalizeKeyForBuild(key),
      ...optional('valuePrefix', valuePrefix),
      ...optional('additive', additive || undefined),
      ...optional('explicitValue', explicitValue || undefined),
    };
  }
  const pair = indexIn(pairs, key, valueName);
  if (type === 'enum' || type === 'boolean')
    return { id, type, pair, ...place, choices: choicesOf(element, pair, pairs) };
  return {
    id,
    type,
    pair,
    ...place,
    registryType: freeType(element),
    ...picked(element, 'minValue', 'maxValue', 'maxLength', 'maxStrings'),
  };
}

function choicesOf(element: ElementRecord, pair: number, pairs: PairTable): PartChoice[] {
  const { type, options = [], stateValues = [] } = element;
  if (type === 'enum') {
    return options.map(({ value, valueKind, label, valueList = [] }) => ({
      ...optional('text', value),
      ...optional('label', label),
      writes: [writeOf(pair, value, valueKind), ...valueList.map((item) => itemWrite(item, pairs))],
    }));
  }
  const { trueValue, trueValueKind, falseValue, falseValueKind } = element;
  const both = [
    ['true', trueValue, trueValueKind],
    ['false', falseValue, falseValueKind],
  ] as const;
  return both.flatMap(([text, data, kind]) => {
    const further = stateValues.filter(({ state }) => state === text).map((item) => itemWrite(item, pairs));
    return kind === undefined ? [] : [{ text, writes: [writeOf(pair, data, kind), ...further] }];
  });
}

function nodesOf(
  { csp, cspAlternatives = [] }: SettingRecord,
  taken: ReadonlyMap<string, MdmDataFact>,
): NonNullable<PartsEntry['nodes']> {
  const own = csp?.omaUri === undefined ? [] : [csp as RecordNode];
  return [...own, ...Object.values(csp?.elements ?? {}), ...cspAlternatives].flatMap(
    ({ omaUri, omaUris, allowedValues, dependencies }) => {
      const uris = [...new Set([omaUri, ...Object.values(omaUris)])];
      return allowedValues === undefined && dependencies === undefined && !uris.some((uri) => taken.has(uri))
        ? []
        : [{ uris, ...optional('allowedValues', allowedValues), ...optional('dependencies', dependencies) }];
    },
  );
}

interface Written {
  states: PartState[];
  elements: PartElement[];
  pairs: PairTable;
}

function takenData(
  uris: readonly string[],
  taken: ReadonlyMap<string, MdmDataFact>,
  written: Written,
  record: SettingRecord,
): Pick<PartNode, 'takes' | 'takesAs'> {
  for (const uri of uris) {
    const fact = taken.get(uri);
    const found =
      fact && (fact.valueName === undefined ? listOf(fact, written) : dataOf(fact, written, record));
    if (found !== undefined) return found;
  }
  return {};
}

function formOf({ confidence, map, separator }: MdmDataFact) {
  return { confidence, ...optional('map', map), ...optional('separator', separator) };
}

function listOf(fact: MdmDataFact, { elements }: Written): Pick<PartNode, 'takesAs'> | undefined {
  const list = elements.find(({ id }) => id === fact.element)?.id;
  return list === undefined
    ? undefined
    : { takesAs: { ...formOf(fact), list, ...optional('named', fact.names) } };
}

function dataOf(
  fact: MdmDataFact,
  { states, elements, pairs }: Written,
  { registryType }: SettingRecord,
): Pick<PartNode, 'takes' | 'takesAs'> | undefined {
  const pair = pairs.get(pairId(fact.key, fact.valueName ?? ''));
  const element = elements.find(({ id }) => id === fact.element);
  const writes = element?.choices?.flatMap((choice) => choice.writes) ?? states;
  const type = element?.registryType ?? writes.find((each) => each.pair === pair)?.type ?? registryType;
  if (pair === undefined || type === undefined) return undefined;
  const isSame = fact.map === undefined && fact.separator === undefined;
  return { [isSame ? 'takes' : 'takesAs']: { pair, type, ...formOf(fact) } };
}
