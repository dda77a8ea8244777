/**
 * What the golden digests ask, made from `facts/` alone. A question is chosen by a hash of what it is about, never by its
 * place in a list: a setting that comes or goes changes no other question.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { DdfFact } from '../../build/facts/nodes.ts';
import type { ElementFact, ListItem, RegistryData, SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { factLines as read, vectors } from '../vectors.ts';

/** Client, server, edition, label of two families, build, LTSC, revision, HoloLens, before Windows 10, and no Windows. */
const TARGETS = vectors<string>('golden-targets');

const ROOTS = vectors<string>('golden-roots');
export const [PRODUCTS = {}] = vectors<Record<string, string>>('golden-products');

export interface Pair {
  source: string;
  slug: string;
  key: string;
  value: string;
}

export interface Line extends SettingFact {
  source: string;
}

/** Every setting, by source. A file of other facts has no policyId. */
export const LINES: Line[] = readdirSync(FACTS)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .flatMap((name) => read<Line>(name).map((line) => ({ ...line, source: name.slice(0, -6) })))
  .filter(({ policyId, slug, text }) => policyId !== undefined && slug !== undefined && text !== undefined);

export const NODES = ['policy-ddf.jsonl', 'page-nodes.jsonl'].flatMap(read<DdfFact>);

/** The same for the same text, of any number of choices. */
export function choose(text: string, choices: number): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) % choices;
}

export function targetOf(id: string, round: number): string {
  return TARGETS[(choose(id, TARGETS.length) + round) % TARGETS.length] ?? '';
}

interface Written {
  pair: Pair;
  items: object[];
}

/** A setting, or what it wrote formerly. */
type Part = Pick<SettingFact, 'key'> & Partial<SettingFact>;

interface Data {
  type: string;
  data: string | number | string[];
}

/** What a line writes and data for it: documented ones, and some that are not. */
function written({ source, slug, former = [], ...line }: Line): Written[] {
  return [line, ...former].flatMap((part: Part) => {
    const one = (key = part.key, value: string | undefined, data: Data[]): Written[] => {
      if (value === undefined) return [];
      const items = data.map((each) => ({ key, value, ...each }));
      return [{ pair: { source, slug, key, value }, items: [...items, { key, value, delete: true }] }];
    };
    const ofList = (list: ListItem[] = []) =>
      list.flatMap((item) => one(item.key, item.valueName, dataOf(item.data)));
    const ofElement = (element: ElementFact): Written[] => [
      ...(element.type === 'list'
        ? one(element.key, listName(element), [{ type: 'REG_SZ', data: 'hivecheck' }])
        : one(element.key, element.valueName, elementData(element))),
      ...ofList(element.trueList),
      ...ofList(element.falseList),
      ...(element.items ?? []).flatMap(({ valueList }) => ofList(valueList)),
    ];
    return [
      ...one(part.key, part.valueName, ownData(part)),
      ...ofList(part.enabledList),
      ...ofList(part.disabledList),
      ...(part.elements ?? []).flatMap(ofElement),
    ];
  });
}

const listName = ({ explicitValue, valuePrefix }: ElementFact): string =>
  explicitValue || valuePrefix === undefined ? 'hivecheck' : `${valuePrefix}1`;

function dataOf(data?: RegistryData): Data[] {
  if (data?.value === undefined) return [];
  if (data.kind === 'decimal') return [{ type: 'REG_DWORD', data: Number(data.value) }];
  if (data.kind === 'longDecimal') return [{ type: 'REG_QWORD', data: data.value }];
  return [{ type: data.kind === 'binary' ? 'REG_BINARY' : 'REG_SZ', data: data.value }];
}

function ownData({ enabledValue, disabledValue, content }: Part): Data[] {
  if (!content) {
    const values = [...dataOf(enabledValue), ...dataOf(disabledValue)];
    return values.length > 0 ? values : [{ type: 'REG_DWORD', data: 1 }];
  }
  const { registryType: type, options = [], minValue, maxValue, entries } = content;
  const values = [...options.map(({ value }) => value), minValue, maxValue].filter(
    (each) => each !== undefined,
  );
  if (entries) return [{ type, data: entries }];
  if (type === 'REG_MULTI_SZ') return [{ type, data: values }];
  return (values.length > 0 ? values : ['7']).map((data) => ({ type, data }));
}

function elementData(element: ElementFact): Data[] {
  const { type, items = [], minValue, maxValue, storeAsText } = element;
  if (type === 'enum')
    return [...items.flatMap(({ value }) => dataOf(value)), { type: 'REG_DWORD', data: 4711 }];
  if (type === 'boolean')
    return [...dataOf(element.trueValue), ...dataOf(element.falseValue), { type: 'REG_SZ', data: '1' }];
  if (type === 'multiText') return [{ type: 'REG_MULTI_SZ', data: ['hive', 'check'] }];
  if (type === 'text') return [{ type: element.expandable ? 'REG_EXPAND_SZ' : 'REG_SZ', data: 'hivecheck' }];
  const stored = type === 'longDecimal' ? 'REG_QWORD' : 'REG_DWORD';
  const bounds = [minValue ?? '0', maxValue ?? '4294967295', String(BigInt(maxValue ?? '4294967295') + 1n)];
  return bounds.map((data) => ({ type: storeAsText ? 'REG_SZ' : stored, data }));
}

/** Requests of verify by source: the first data of every value, then the second of every value, and so on. */
export function verifyItems(source: string): object[] {
  if (source === 'policy-ddf') return inRounds(NODES.map(nodeItems));
  const lines = LINES.filter((line) => line.source === source);
  return inRounds(lines.flatMap((line) => written(line).map(({ items }) => items)));
}

const ROUNDS = 5;

function inRounds(all: object[][]): object[] {
  return Array.from({ length: ROUNDS }, (_, round) => all.flatMap((items) => items[round] ?? [])).flat();
}

function nodeItems({ omaUri, admx, allowed, defaultValue }: DdfFact): object[] {
  const data = admx
    ? ['<enabled/>', '<disabled/>', '<enabled/><data id="x" value="1"/>']
    : [defaultValue, ...(allowed?.values ?? []).map(({ value }) => value), allowed?.max, 'hivecheck'];
  return [...data.filter((each) => each !== undefined).map((each) => ({ omaUri, data: each })), { omaUri }];
}

/** A node's identifier in Intune's settings catalog, with the suffix of an option where there is one. */
export function catalogIds({ omaUri, allowed }: Pick<DdfFact, 'omaUri' | 'allowed'>): string[] {
  const id = omaUri.slice(2).toLowerCase().replaceAll('/', '_');
  return [id, ...(allowed?.values ?? []).slice(0, 2).map(({ value }) => `${id}_${value.toLowerCase()}`)];
}

/** Keys and values as people, files and tools write them, and with a mistake in them. */
export function spellings({ key, value }: Pair): [kind: string, key: string, value: string][] {
  const id = `${key}\0${value}`;
  const cut = choose(id, Math.max(1, value.length));
  const typo = value.slice(0, cut) + value.slice(cut + 1);
  const wow = key.replace(/^software\\/i, 'Software\\WOW6432Node\\');
  return [
    ['typo', `HKLM\\${key}`, typo],
    ['typo', `HKLM\\${key.slice(0, -1)}`, value],
    ['spelling', (ROOTS[choose(id, ROOTS.length)] ?? '') + key, value.toUpperCase()],
    ['spelling', `hkcu/${key.replaceAll('\\', '/')}/`, `**del.${value}`],
    ['spelling', `HKLM\\${wow}`, value],
  ];
}

/** 1,000 for a language: titles, halves of titles, titles with a letter less, value names, slugs. */
export function searches(lang: string): [kind: string, q: string][] {
  const chosen = [...LINES].sort((a, b) => choose(a.slug + lang, 2 ** 32) - choose(b.slug + lang, 2 ** 32));
  return chosen.slice(0, 1000).map(({ slug, text, valueName, elements, key }) => {
    const title = text[lang]?.displayName ?? text['en-US']?.displayName ?? slug;
    const words = title.split(/\s+/);
    const cut = choose(slug, title.length);
    const kinds: [string, string][] = [
      ['title', title],
      ['words', words.filter((_, at) => choose(slug + at, 3) > 0).join(' ') || title],
      ['typo', title.slice(0, cut) + title.slice(cut + 1) || title],
      ['name', valueName ?? elements?.[0]?.valueName ?? slug],
      ['slug', slug],
      ['key', key.split('\\').slice(-2).join('\\')],
    ];
    return kinds[choose(slug, kinds.length)] ?? ['title', title];
  });
}

export const idOf = ({ key, value }: Pair) => `${key}\0${value}`.toLowerCase();

const seen = new Set<string>();
/** Pairs by source, each once, with some name for a list. */
export const PAIRS: Pair[] = LINES.flatMap((line) => written(line).map(({ pair }) => pair)).filter(
  (pair) => !seen.has(idOf(pair)) && seen.add(idOf(pair)),
);
