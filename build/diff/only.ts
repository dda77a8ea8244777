/** The changes of a new dataset version for one's own list of values. */
import { isFloor } from '../../runtime/answer/combine-changes.ts';
import type { FactKind } from '../../runtime/contract/changes.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { optional } from '../collections.ts';
import type { Changes, FactChange } from './compare.ts';
import { factText } from './flatten.ts';

export interface OwnFact extends FactChange {
  slug: string;
}

export interface OwnChange {
  /** The value as in its file, with file and line or offset. */
  item: Item;
  /** Settings that write it in either version. */
  slugs: string[];
  /** Set if a setting documents it only now, or no longer. */
  documented?: 'newly' | 'no-longer';
  /** The settings that write it now and did not before, and the reverse. */
  gained: string[];
  lost: string[];
  /** How its MDM mapping changed. */
  mapping?: 'gained' | 'lost' | 'changed';
  /** A documented minimum or range of versions changed, so verdicts may change. */
  floorMoved?: true;
  /** The verdict on its own data, if it changed. */
  data?: { before: string; after: string };
  /** Changed facts on it: type, contents, bounds, mapping, floors, lifecycle. No texts. */
  facts: OwnFact[];
}

export interface OwnProblem {
  item: Item;
  reasons: string[];
}

export interface OwnChanges {
  compared: number;
  /** The values for which something changed. */
  changes: OwnChange[];
  /** The values that neither version can look up. */
  problems: OwnProblem[];
}

/** Compares answers of `detail: "full"`, in the order of the items. @param between Changes of the two versions. */
export function ownChanges(
  items: readonly Item[],
  before: readonly VerifiedItem[],
  after: readonly VerifiedItem[],
  between: Changes,
): OwnChanges {
  const bySlug = factsBySlug(between);
  const all: OwnChanges = { compared: 0, changes: [], problems: [] };
  for (const [at, item] of items.entries()) {
    const [old, now] = [before[at], after[at]];
    if (!old || !now) throw new RangeError('The answer lacks an item.');
    const { problem } = now;
    if (problem !== undefined) {
      const reasons = problem.errors.map(({ pointer, detail }) => `${pointer.split('/').at(-1)}: ${detail}`);
      all.problems.push({ item, reasons });
      continue;
    }
    all.compared++;
    const change = ownChange(item, old, now, bySlug);
    if (change !== undefined) all.changes.push(change);
  }
  return all;
}

function factsBySlug({ sources }: Changes): Map<string, FactChange[]> {
  const changed = Object.values(sources).flatMap((source) => source.changed);
  return new Map(changed.map(({ slug, changes }) => [slug, changes]));
}

function ownChange(
  item: Item,
  old: VerifiedItem,
  now: VerifiedItem,
  bySlug: ReadonlyMap<string, FactChange[]>,
): OwnChange | undefined {
  const [before, after] = [matchesOf(old), matchesOf(now)];
  const facts = [...after].flatMap(([slug, match]) => {
    const was = before.get(slug);
    if (was === undefined) return [];
    return [...pairFacts(was, match), ...settingFacts(bySlug.get(slug) ?? [], match)].map((each) => ({
      slug,
      ...each,
    }));
  });
  const documented = documentedOf(old, now);
  const mapping = mappingOf([...before.values()], [...after.values()]);
  const moved = facts.some(isFloor);
  const data = dataOf(old, now);
  const change: OwnChange = {
    item,
    slugs: [...new Set([...before.keys(), ...after.keys()])],
    ...(documented && { documented }),
    gained: [...after.keys()].filter((slug) => !before.has(slug)),
    lost: [...before.keys()].filter((slug) => !after.has(slug)),
    ...(mapping && { mapping }),
    ...(moved && { floorMoved: true as const }),
    ...(data && { data }),
    facts,
  };
  const { gained, lost } = change;
  const changed = documented || mapping || data || gained.length + lost.length + facts.length > 0;
  return changed ? change : undefined;
}

/** Matches by slug; of several for one setting the first, which is the current one. */
function matchesOf({ result }: VerifiedItem): Map<string, Match> {
  const matches = result?.matches ?? [];
  return new Map([...matches].reverse().map((match) => [match.slug, match]));
}

/** A documented node that writes no registry value counts as documented. */
function documentedOf(old: VerifiedItem, now: VerifiedItem): OwnChange['documented'] {
  const [was, is] = [old, now].map(
    ({ matches, noRegistry }) => (matches?.length ?? 0) > 0 || noRegistry !== undefined,
  );
  return was === is ? undefined : is ? 'newly' : 'no-longer';
}

function mappingOf(before: readonly Match[], after: readonly Match[]): OwnChange['mapping'] {
  const nodes = (matches: readonly Match[]) =>
    [...new Set(matches.flatMap(({ csp, cspAlternatives = [] }) => [csp, ...cspAlternatives]))]
      .flatMap((node) => Object.values(node?.omaUris ?? {}))
      .sort();
  const [was, is] = [nodes(before), nodes(after)];
  if (`${was}` === `${is}`) return undefined;
  return was.length === 0 ? 'gained' : is.length === 0 ? 'lost' : 'changed';
}

function dataOf({ data: old }: VerifiedItem, { data: now }: VerifiedItem): OwnChange['data'] {
  if (old === undefined || now === undefined || old.verdict === now.verdict) return undefined;
  return { before: old.verdict, after: now.verdict };
}

/** Members of a match that concern only this pair. */
const PAIR_FACTS: [keyof Match, FactKind][] = [
  ['class', 'key'],
  ['elementId', 'element'],
  ['registryType', 'value'],
  ['values', 'value'],
  ['bounds', 'value'],
  ['maxLength', 'value'],
  ['list', 'value'],
  ['removedIn', 'lifecycle'],
  ['lastSeenIn', 'lifecycle'],
  ['lifecycle', 'lifecycle'],
];

function pairFacts(old: Match, now: Match): FactChange[] {
  return PAIR_FACTS.flatMap(([name, kind]) => {
    const [before, after] = [old, now].map((match) =>
      factText(name === 'lifecycle' ? match.lifecycle?.state : match[name]),
    );
    if (before === after) return [];
    return [{ kind, fact: name, ...optional('before', before), ...optional('after', after) }];
  });
}

const OF_SETTING: ReadonlySet<FactKind> = new Set(['mdm', 'minBuild']);

/** Mapping and floors, without those of other elements. */
function settingFacts(changes: readonly FactChange[], { elementId }: Match): FactChange[] {
  return changes.filter(({ kind, fact }) => {
    const element = /^csp\/elements\/(.*?)(?:\/(?:minOs|deprecated|editions))?$/.exec(fact)?.[1];
    return OF_SETTING.has(kind) && (element === undefined || element === elementId);
  });
}
