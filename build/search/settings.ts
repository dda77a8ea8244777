/** What a match of the search is made from, and the identifiers it finds exactly: the same in every language. */

import type { Confidence, Csp } from '../../runtime/format/format.ts';
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import {
  fingerprint,
  IDENTIFIER_KIND,
  type IdentifierKind,
  type PairRow,
  type SettingRow,
  type StateRow,
  type StoredSettings,
} from '../../runtime/search/files.ts';
import { compare } from '../collections.ts';
import type { CompileContext, Item } from '../compile/context.ts';
import { droppedOf } from '../compile/dropped.ts';
import { EDITION_NAMES } from '../compile/edition-names.ts';
import { match, pairMatch } from '../compile/match.ts';
import { storedNodes } from '../compile/nodes.ts';
import { mainPair, RANK } from '../compile/pairs.ts';
import { documentedProducts } from '../compile/products.ts';
import type { StoredMatch } from '../compile/stored.ts';
import { policyName } from '../join/index-settings.ts';
import { nodesOf } from './documents.ts';
import { phraseRows } from './words.ts';

export function searchSettings(items: readonly Item[], context: CompileContext): StoredSettings {
  const tables = newTables();
  const settings = items.map((item) => settingRow(item, context, tables));
  return {
    fingerprint: fingerprint(),
    keys: tables.keys.rows,
    sources: tables.sources.rows,
    nodes: tables.nodes.rows,
    settings,
    states: tables.states.rows,
    ...identifiersOf(items),
    phrases: phraseRows(context.facts),
    releases: context.releases.all.map(({ family, line, label, aliases, build, branch }) => ({
      family,
      line,
      label,
      ...(aliases && { aliases }),
      build,
      branch,
    })),
    ...EDITION_NAMES,
    ranks: context.facts.products.ranks,
  };
}

/** Rows that differ by their JSON, numbered as they come. */
class Table<T> {
  readonly rows: T[] = [];
  readonly #ids = new Map<string, number>();
  id(row: T): number {
    const text = JSON.stringify(row);
    const id = this.#ids.get(text) ?? this.rows.push(row) - 1;
    this.#ids.set(text, id);
    return id;
  }
}

type Tables = ReturnType<typeof newTables>;

function newTables() {
  return {
    keys: new Table<string>(),
    sources: new Table<[id: string, version: string]>(),
    nodes: new Table<[Confidence, Csp]>(),
    states: new Table<StateRow>(),
  };
}

function settingRow(item: Item, context: CompileContext, tables: Tables): SettingRow {
  const [shown, ...others] = matchesOf(item, context);
  const { learnUrl, class: policyClass, source, sourceVersion } = shown.served;
  const csp = shown.nodes?.[0]?.served;
  const row: SettingRow = [
    shown.slug,
    shown.name,
    policyClass,
    tables.sources.id([source, sourceVersion]),
    learnUrl === undefined || learnUrl === csp?.learnUrl ? null : learnUrl,
    [shown, ...others].map((each) => pairRow(each, tables)),
  ];
  const state = { ...droppedOf(item.setting), ...documentedProducts(item) };
  if (Object.keys(state).length > 0) row.push(tables.states.id(state));
  return row;
}

function pairRow(
  { served: { registryKey, valueName, elementId, list }, nodes: own = [] }: StoredMatch,
  { keys, nodes }: Tables,
): PairRow {
  const row: PairRow = [
    keys.id(registryKey),
    valueName ?? null,
    elementId ?? null,
    own[0] ? nodes.id([own[0].confidence, own[0].served]) : null,
  ];
  if (list) row.push(list);
  return row;
}

/**
 * First the setting as a record shows it: its own value, or its only one, else its key alone. Then all others; of the
 * lists those that the vendor maps, as the answer tells the nodes of all elements where it shows a value without one.
 */
function matchesOf(item: Item, context: CompileContext): [StoredMatch, ...StoredMatch[]] {
  const { setting, pairs } = item;
  const matches = pairs.map((pair) => pairMatch(item, pair, context));
  const main = mainPair(setting, pairs);
  const shown = main
    ? pairMatch(item, main, context)
    : match(item, { key: setting.key }, storedNodes(item, undefined, false, context), {});
  const mapped = item.mapping?.elements;
  const others = matches.filter(
    ({ served }) => served.valueName !== undefined || mapped?.has(served.elementId ?? ''),
  );
  return [shown, ...others.filter((each) => each !== shown)];
}

function identifiersOf(items: readonly Item[]): Pick<StoredSettings, 'identifiers' | 'owners'> {
  const owners = new Map<string, Map<number, IdentifierKind>>();
  const add = (text: string | undefined, id: number, kind: IdentifierKind) => {
    if (!text) return;
    const key = text.toLowerCase();
    const known = owners.get(key) ?? new Map<number, IdentifierKind>();
    owners.set(key, known.set(id, Math.min(known.get(id) ?? kind, kind) as IdentifierKind));
  };
  for (const [id, item] of items.entries()) {
    const { setting, pairs } = item;
    add(setting.slug, id, IDENTIFIER_KIND.setting);
    add(setting.policyId, id, IDENTIFIER_KIND.setting);
    for (const { omaUri } of nodesOf(item)) add(normalizeOmaUri(omaUri).uri, id, IDENTIFIER_KIND.setting);
    add(policyName(setting), id, IDENTIFIER_KIND.policy);
    for (const { valueName, rank } of pairs) add(valueName, id, kindOf(rank));
  }
  const sorted = [...owners].sort(([a], [b]) => compare(a, b));
  return {
    identifiers: sorted.map(([key]) => key),
    owners: sorted.map(([, settings]) => {
      const all = [...settings]
        .sort(([a, kind], [b, other]) => kind - other || a - b)
        .map(([id, kind]) => id * 8 + kind);
      return all.length === 1 ? (all[0] ?? all) : all;
    }),
  };
}

function kindOf(rank: number): IdentifierKind {
  return rank === RANK.own
    ? IDENTIFIER_KIND.value
    : rank === RANK.element
      ? IDENTIFIER_KIND.element
      : IDENTIFIER_KIND.item;
}
