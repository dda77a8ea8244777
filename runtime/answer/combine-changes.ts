/** The changes of several versions in a row as those from the first to the last. */

import type {
  AddedSetting,
  ChangedSetting,
  ChangesEnvelope,
  ChangesSummary,
  FactChange,
  RemovedSetting,
} from '../contract/changes.ts';
import type { StoredChange, StoredChanges } from '../format/format.ts';

export type Changes = Pick<ChangesEnvelope['result'], 'added' | 'removed' | 'changed'>;

type Present = ({ is: 'added' } & AddedSetting) | ({ is: 'changed' } & StoredChange);

interface States {
  /** By the slug that it has now. */
  present: Map<string, Present>;
  /** By the slug that it had at the beginning. */
  gone: Map<string, AddedSetting>;
}

/** The change of a setting that was removed and added again: the lists do not tell which of its facts differ. */
const RECORD: FactChange = { kind: 'identity', fact: 'record', change: 'changed' };

/** @param steps oldest first, each beginning where the one before it ends. */
export function combineChanges(steps: readonly StoredChanges[]): Changes {
  const states: States = { present: new Map(), gone: new Map() };
  // Within a step no slug is left by one setting and taken by another: settings are paired by slug first.
  for (const { added, removed, changed } of steps) {
    for (const each of removed) remove(states, each);
    for (const each of changed) change(states, each);
    for (const each of added) add(states, each);
  }
  const present = [...states.present.values()].sort(bySlug);
  const changed = present.flatMap((state) => (state.is === 'changed' ? withVerdicts(state) : []));
  return {
    added: present.flatMap(({ is, slug, source }) => (is === 'added' ? [{ slug, source }] : [])),
    removed: [...states.gone.values(), ...changed.flatMap(droppedByVendor)].sort(bySlug),
    changed,
  };
}

function bySlug(a: { slug: string }, b: { slug: string }): number {
  return a.slug < b.slug ? -1 : 1;
}

function add({ present, gone }: States, { slug, source }: AddedSetting): void {
  const again = gone.delete(slug);
  present.set(slug, again ? { is: 'changed', slug, source, facts: [RECORD] } : { is: 'added', slug, source });
}

function remove({ present, gone }: States, { slug, source }: AddedSetting): void {
  const known = present.get(slug);
  present.delete(slug);
  if (known?.is === 'added') return;
  const former = known?.formerSlug ?? slug;
  gone.set(former, { slug: former, source });
}

function change({ present }: States, { slug, source, formerSlug, facts }: StoredChange): void {
  const known = present.get(formerSlug ?? slug);
  if (formerSlug !== undefined) present.delete(formerSlug);
  if (known?.is === 'added') {
    present.set(slug, { is: 'added', slug, source });
    return;
  }
  const former = known?.formerSlug ?? formerSlug ?? slug;
  const merged = known === undefined ? facts : mergeFacts(known.facts, facts);
  present.delete(slug);
  if (merged.length === 0) return;
  const renamed = former !== slug && { formerSlug: former };
  present.set(slug, { is: 'changed', slug, source, ...renamed, facts: merged });
}

function mergeFacts(earlier: readonly FactChange[], later: readonly FactChange[]): FactChange[] {
  const facts = new Map(earlier.map((each) => [each.fact, each]));
  for (const next of later) {
    const merged = mergeFact(facts.get(next.fact), next);
    if (merged === undefined) facts.delete(next.fact);
    else facts.set(next.fact, merged);
  }
  return [...facts.values()];
}

/** Undefined: it is again what it was. If values were omitted that is not known, and the change stays. */
function mergeFact(first: FactChange | undefined, next: FactChange): FactChange | undefined {
  if (first === undefined) return next;
  const { kind, fact } = next;
  const [was, is] = [first.change !== 'added', next.change !== 'removed'];
  if (!was && !is) return undefined;
  if (was && is && first.before !== undefined && first.before === next.after) return undefined;
  return {
    kind,
    fact,
    change: was ? (is ? 'changed' : 'removed') : 'added',
    ...(was && first.before !== undefined && { before: first.before }),
    ...(is && next.after !== undefined && { after: next.after }),
  };
}

function withVerdicts({ is: _, ...change }: Extract<Present, { is: 'changed' }>): ChangedSetting {
  const mapping = mappingChange(change.facts);
  const floorMoved = change.facts.some(isFloor) || isRecord(change.facts);
  return { ...change, ...(mapping && { mapping }), ...(floorMoved && { floorMoved: true as const }) };
}

/** The supported-on line itself is a text: what is read from it is a fact beside it. */
export function isFloor({ kind, fact }: Pick<FactChange, 'kind' | 'fact'>): boolean {
  return kind === 'minBuild' && !fact.startsWith('supportedOn');
}

function isRecord(facts: readonly FactChange[]): boolean {
  return facts.some(({ fact }) => fact === RECORD.fact);
}

function mappingChange(facts: readonly FactChange[]): ChangedSetting['mapping'] {
  const confidence = facts.find(({ fact }) => fact === 'confidence');
  if (confidence?.before === 'none') return 'gained';
  if (confidence?.after === 'none') return 'lost';
  return isRecord(facts) || facts.some(({ kind }) => kind === 'mdm') ? 'changed' : undefined;
}

/** Its vendor's newer templates lack it; the dataset keeps the record, which is among the changed ones too. */
function droppedByVendor({ slug, source, facts }: ChangedSetting): RemovedSetting[] {
  const gained = (name: string) =>
    facts.find(({ fact, change }) => fact === name && change === 'added')?.after;
  const [removedIn, lastSeenIn] = [gained('removedIn'), gained('lastSeenIn')];
  if (removedIn === undefined && lastSeenIn === undefined) return [];
  return [{ slug, source, ...(removedIn && { removedIn }), ...(lastSeenIn && { lastSeenIn }) }];
}

export function summarize({ added, removed, changed }: Changes): ChangesSummary {
  const count = (fits: (setting: ChangedSetting) => boolean) => changed.filter(fits).length;
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    mappingsGained: count(({ mapping }) => mapping === 'gained'),
    mappingsLost: count(({ mapping }) => mapping === 'lost'),
    floorsMoved: count(({ floorMoved }) => floorMoved === true),
  };
}
