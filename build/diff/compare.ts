/** Two datasets → what changed, per source. */
import { compare, getOrMake } from '../collections.ts';
import {
  type CanonicalDataset,
  type CanonicalSetting,
  FACT_KINDS,
  type FactKind,
  type Paired,
  pairNodes,
  pairSettings,
} from './model.ts';
import { verdictChanges } from './verdicts.ts';

/**
 * Incremented if a reader of the old `changes.json` would misread the new one, and if a comparison sees more than before:
 * what an older one did not see counts as unknown.
 */
export const CHANGES_VERSION = 3;

/** `<version>/changes.json`. */
export interface Changes {
  changesVersion: number;
  /** The dataset compared with; its members are absent if it is a folder of facts. */
  from: DatasetName;
  to: DatasetName;
  summary: ChangesSummary;
  /** Source id → its changes; sources without any are left out. A setting is listed under its current source. */
  sources: Record<string, SourceChanges>;
  /** Of MDM nodes that no setting backs: in place of slug and policyId they have their OMA-URI. */
  nodes: Lists;
}

export interface Lists {
  added: ChangedSlug[];
  removed: ChangedSlug[];
  changed: ChangedSetting[];
}

export interface DatasetName {
  version?: string;
  /** ISO 8601 UTC. */
  generatedAt?: string;
}

export interface ChangesSummary {
  settingsBefore: number;
  settingsAfter: number;
  added: number;
  removed: number;
  changed: number;
  /** Kind of fact → number of settings in which such a fact changed. */
  changedByKind: Record<FactKind, number>;
}

export interface SourceChanges extends Lists {
  /** Version labels of the source in either dataset, oldest first. */
  versionsBefore: string[];
  versionsAfter: string[];
}

export interface ChangedSlug {
  slug: string;
  policyId: string;
  firstSeen: string;
  lastModified: string;
}

export interface ChangedSetting extends ChangedSlug {
  changes: FactChange[];
}

export interface FactChange {
  kind: FactKind;
  /** Path in the setting: `registryKey`, `elements/Hours/maxValue`, `displayName[fr-FR]`. */
  fact: string;
  /** Absent: the fact is new. */
  before?: string;
  /** Absent: the fact is gone. */
  after?: string;
}

export function compareDatasets(from: CanonicalDataset, to: CanonicalDataset): Changes {
  const sources = new Map<string, SourceChanges>();
  const at = (id: string) =>
    getOrMake(sources, id, () => ({
      versionsBefore: from.sources.get(id) ?? [],
      versionsAfter: to.sources.get(id) ?? [],
      added: [],
      removed: [],
      changed: [],
    }));
  for (const pair of pairSettings(from, to)) addTo(({ source }) => at(source), pair);
  const nodes: Lists = { added: [], removed: [], changed: [] };
  for (const pair of pairNodes(from, to)) addTo(() => nodes, pair);
  for (const id of new Set([...from.sources.keys(), ...to.sources.keys()])) {
    // New version labels are listed too, even if the vendor changed no setting.
    if (`${from.sources.get(id)}` !== `${to.sources.get(id)}`) at(id);
  }
  const all = Object.fromEntries([...sources].sort(([a], [b]) => compare(a, b)));
  return {
    changesVersion: CHANGES_VERSION,
    from: nameOf(from),
    to: nameOf(to),
    summary: summarize(from, to, Object.values(all)),
    sources: all,
    nodes,
  };
}

/** @param listsOf Of the setting as it is now, or was last. */
function addTo(listsOf: (setting: CanonicalSetting) => Lists, { before, after }: Paired): void {
  if (before && after) {
    const changes = factChanges(before, after);
    if (changes.length > 0) listsOf(after).changed.push({ ...named(after), changes });
  } else if (after) listsOf(after).added.push(named(after));
  else if (before) listsOf(before).removed.push(named(before));
}

export function factChanges(before: CanonicalSetting, after: CanonicalSetting): FactChange[] {
  const changes: FactChange[] = [];
  for (const path of new Set([...before.facts.keys(), ...after.facts.keys()])) {
    const [old, now] = [before.facts.get(path), after.facts.get(path)];
    if (old?.value === now?.value) continue;
    const kind = (now ?? old)?.kind ?? 'text';
    changes.push({
      kind,
      fact: path,
      ...(old ? { before: old.value } : {}),
      ...(now ? { after: now.value } : {}),
    });
  }
  if (before.verdicts && after.verdicts) changes.push(...verdictChanges(before.verdicts, after.verdicts));
  const rank = (change: FactChange) => FACT_KINDS.indexOf(change.kind);
  return changes.sort((a, b) => rank(a) - rank(b) || compare(a.fact, b.fact));
}

function named({ slug, policyId, firstSeen, lastModified }: CanonicalSetting): ChangedSlug {
  return { slug, policyId, firstSeen, lastModified };
}

function nameOf({ version, generatedAt }: CanonicalDataset): DatasetName {
  return { ...(version ? { version } : {}), ...(generatedAt ? { generatedAt } : {}) };
}

function summarize(from: CanonicalDataset, to: CanonicalDataset, sources: SourceChanges[]): ChangesSummary {
  const total = (count: (source: SourceChanges) => number) =>
    sources.reduce((sum, source) => sum + count(source), 0);
  const byKind = (kind: FactKind) =>
    total(
      ({ changed }) => changed.filter(({ changes }) => changes.some((change) => change.kind === kind)).length,
    );
  const changedByKind = Object.fromEntries(FACT_KINDS.map((kind) => [kind, byKind(kind)]));
  return {
    settingsBefore: from.settings.size,
    settingsAfter: to.settings.size,
    added: total(({ added }) => added.length),
    removed: total(({ removed }) => removed.length),
    changed: total(({ changed }) => changed.length),
    changedByKind: changedByKind as ChangesSummary['changedByKind'],
  };
}
