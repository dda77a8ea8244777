/** What a setting may write, row by row from its fact: nothing of the compiler is used. */
import type { ElementFact, ListItem, RegistryData, SettingFact } from '../../build/facts/types.ts';
import corrections from '../../facts/corrections.json' with { type: 'json' };
import type { Match } from '../../runtime/contract/match.ts';
import { plain } from './oracle.ts';

/** One content, or what a part of the setting says of contents that it does not list. */
interface Row {
  pair: string;
  /** `data|state|label`; not given: not listed. */
  value?: string;
  type?: string | undefined;
  isLabelled?: boolean;
  bounds?: string | undefined;
  /** The most lines. */
  lines?: string;
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

/** The names of the pairs: key and value name, or a list by its element. */
export const pairNamed = (key: string, value: string) => `${plain(key)}\0${value.toLowerCase()}`;
export const listNamed = (element: string) => `list ${element}`;

function fixed(pair: string, data: RegistryData, state = '', label = ''): Row {
  const value = `${data.kind === 'delete' ? null : data.value}|${state}|${label}`;
  return { pair, value, type: TYPES[data.kind], isLabelled: label !== '' };
}

const listed = ({ key: own }: SettingFact, items: ListItem[] | undefined, state: string, label = '') =>
  (items ?? []).map(({ key = own, valueName, data }) => fixed(pairNamed(key, valueName), data, state, label));

/** Of the policy's own value. */
function* ownRows(setting: SettingFact, lang: string): Generator<Row> {
  const { key, valueName, content, enabledValue, disabledValue, text } = setting;
  if (valueName === undefined) return;
  const pair = pairNamed(key, valueName);
  if (content === undefined) {
    const isSilent = !enabledValue && !disabledValue;
    const enabled = isSilent ? ({ kind: 'decimal', value: '1' } as const) : enabledValue;
    const disabled = isSilent ? ({ kind: 'delete' } as const) : disabledValue;
    if (enabled) yield fixed(pair, enabled, 'enabled');
    if (disabled) yield fixed(pair, disabled, 'disabled');
    return;
  }
  for (const [at, data] of (content.options ?? []).entries())
    yield fixed(pair, data, '', text[lang]?.options?.[at] ?? '');
  for (const { data, label } of content.otherOptions ?? [])
    yield fixed(pair, data, '', lang === 'en-US' ? label : '');
  const { minValue, maxValue, registryType: type, free } = content;
  const bounds = (minValue ?? maxValue) ? `${minValue}..${maxValue}` : undefined;
  if (bounds ?? content.entries ?? content.patterns ?? free ?? content.flags)
    yield { pair, type, bounds, ...(free && { open: true }) };
  for (const { registryType } of content.otherTypes ?? []) yield { pair, type: registryType, open: true };
}

function pairOf({ key: own }: SettingFact, { id, type, key = own, valueName }: ElementFact) {
  if (type === 'list') return listNamed(id);
  return valueName === undefined ? undefined : pairNamed(key, valueName);
}

function* elementRows(setting: SettingFact, element: ElementFact, lang: string): Generator<Row> {
  const { id, type, items = [], trueList, falseList, expandable, storeAsText, maxStrings } = element;
  const { labels, items: options } = setting.text[lang] ?? {};
  const pair = pairOf(setting, element);
  if (pair !== undefined && type === 'boolean') {
    yield fixed(pair, element.trueValue ?? { kind: 'decimal', value: '1' }, 'true');
    yield fixed(pair, element.falseValue ?? { kind: 'delete' }, 'false');
  }
  for (const [at, { value, valueList }] of items.entries()) {
    const option = options?.[id]?.[at] ?? '';
    if (pair !== undefined) yield fixed(pair, value, '', option);
    yield* listed(setting, valueList, '', option);
  }
  yield* listed(setting, trueList, 'true', labels?.[id]);
  yield* listed(setting, falseList, 'false', labels?.[id]);
  // Types that pages of the vendors name.
  for (const each of corrections.types)
    if (pair !== undefined && each.policyId === setting.policyId && each.element === id)
      yield { pair, type: each.registryType, open: true };
  const open = OPEN_TYPES[type];
  if (pair === undefined || open === undefined) return;
  // WindowsDefender.admx has bounds on a text, which the schema does not know.
  const { minValue, maxValue } = type === 'text' ? {} : element;
  yield {
    pair,
    type: expandable ? 'REG_EXPAND_SZ' : storeAsText ? 'REG_SZ' : open,
    ...((minValue ?? maxValue) === undefined ? { open: true } : { bounds: `${minValue}..${maxValue}` }),
    // Make Me Admin writes out the schema's default, 0: no bound.
    ...(maxStrings && maxStrings !== '0' && { lines: maxStrings }),
  };
}

/** In no order, with the labels of one language. */
function rowsOf(setting: SettingFact, lang: string): Row[] {
  const { enabledList, disabledList, elements = [] } = setting;
  const rows = [
    ...ownRows(setting, lang),
    ...listed(setting, enabledList, 'enabled'),
    ...listed(setting, disabledList, 'disabled'),
    ...elements.flatMap((element) => [...elementRows(setting, element, lang)]),
  ];
  // To disable the policy deletes what its elements write, where nothing else is stated.
  for (const element of elements) {
    const pair = pairOf(setting, element);
    const isStated = rows.some((row) => row.pair === pair && row.value?.includes('|disabled|'));
    if (pair !== undefined && element.type !== 'boolean' && !isStated)
      rows.push(fixed(pair, { kind: 'delete' }, 'disabled'));
  }
  return rows;
}

const known = new Map<string, Row[]>();

function rowsAt(setting: SettingFact, lang: string, pair: string): Row[] {
  const id = `${setting.slug} ${lang}`;
  const rows = known.get(id) ?? rowsOf(setting, lang);
  known.set(id, rows);
  return rows.filter((row) => row.pair === pair);
}

const distinct = <T>(all: readonly T[]) => [...new Set(all)].sort();
const agreed = <T>(all: readonly T[]) => (new Set(all).size === 1 ? all[0] : undefined);

/** What a match must say, in the form of {@link contentsShown}. */
export function contentsAt(setting: SettingFact, pair: string, lang: string) {
  // Labels in the language of the match where it has any, else in English, else in another.
  const languages = [lang, 'en-US', ...Object.keys(setting.text).sort()];
  const isLabelled = (each: string) => rowsAt(setting, each, pair).some((row) => row.isLabelled);
  const rows = rowsAt(setting, languages.find(isLabelled) ?? lang, pair);
  const types = distinct(rows.flatMap(({ type }) => type ?? []));
  const open = rows.filter(({ value }) => value === undefined);
  const isMixed = types.length > 1;
  return {
    values: distinct(
      rows.flatMap(({ value, type = '' }) => (value === undefined ? [] : `${value}|${isMixed ? type : ''}`)),
    ),
    type: isMixed ? undefined : types[0],
    bounds: agreed(open.map(({ bounds }) => bounds)),
    lines: agreed(open.map(({ lines }) => lines)),
    open: rows.some((row) => row.open),
    openTypes: isMixed ? distinct(open.flatMap(({ type }) => type ?? [])) : [],
  };
}

/** Without contents that the version of the match does not document. */
export function contentsShown({ values = [], openTypes = [], bounds, sourceVersion, ...match }: Match) {
  const own = values.filter(
    ({ documentedIn }) => documentedIn?.some((each) => each.sourceVersion === sourceVersion) ?? true,
  );
  return {
    values: distinct(
      own.map(({ data, state = '', label = '', type = '' }) => `${data}|${state}|${label}|${type}`),
    ),
    type: match.registryType,
    bounds: bounds && `${bounds.min}..${bounds.max}`,
    lines: match.maxStrings,
    open: match.open === true,
    openTypes: distinct(openTypes),
  };
}
