/** The feed of changes (`changes/index.json`) and its files, as texts; the caller writes them. */
import { createHash } from 'node:crypto';
import { combineChanges, summarize } from '../../runtime/answer/combine-changes.ts';
import type { FactChange as StoredFact } from '../../runtime/contract/changes.ts';
import type { ChangeFeed, FeedEntry, StoredChange, StoredChanges } from '../../runtime/format/format.ts';
import { DDF_SOURCE } from '../compile/mapping.ts';
import { CHANGES_VERSION, type Changes, type FactChange } from './compare.ts';

/** Publications in the feed: with one a week, four years. Files of older ones are removed with their entry. */
export const MAX_ENTRIES = 200;

export interface Publication {
  version: string;
  generatedAt: string;
  /** ISO 8601 UTC. */
  published: string;
  /** The version in service until now, if it is another one. */
  previous?: string | undefined;
  /** The changes since `previous`, or why they are unknown. */
  changes?: StoredChanges | { unknown: string } | undefined;
}

export interface FeedUpdate {
  feed: ChangeFeed;
  /** Path below `dist/` → text, to be written before the feed. */
  files: Map<string, string>;
  /** Paths that no entry names any more, to be removed after the feed is written. */
  dropped: string[];
}

/**
 * The feed with one more publication. Entries that never came into service (a publication was killed before the index
 * was written) are dropped: the newest remaining one is of the version in service. A publication that the feed already
 * has is not added again.
 */
export function extendFeed(known: ChangeFeed | undefined, publication: Publication): FeedUpdate {
  const { version, previous } = publication;
  const all = known?.entries ?? [];
  const served = previous === undefined ? -1 : all.findIndex((entry) => entry.version === previous);
  // If no entry is of the version in service, another command wrote the index: all entries stay, with a gap.
  const before = (served < 0 ? all : all.slice(served)).map(asKnown);
  const [head] = all;
  if (known && head?.version === version && (previous === undefined || head.previous === previous)) {
    return { feed: known, files: new Map(), dropped: [] };
  }
  const files = new Map<string, string>();
  const entries = [entryOf(publication, files), ...before].slice(0, MAX_ENTRIES);
  const named = new Set(entries.flatMap(({ changes }) => changes?.path ?? []));
  const dropped = all.flatMap(({ changes }) => (changes && !named.has(changes.path) ? changes.path : []));
  return { feed: { feedVersion: 1, entries }, files, dropped: [...new Set(dropped)] };
}

function entryOf(
  { version, generatedAt, published, previous, changes }: Publication,
  files: Map<string, string>,
): FeedEntry {
  const entry = { version, generatedAt, published, previous: previous ?? null };
  if (previous === undefined || changes === undefined) return entry;
  if ('unknown' in changes && typeof changes.unknown === 'string')
    return { ...entry, unknown: changes.unknown };
  const stored = changes as StoredChanges;
  const text = changesText(stored);
  const sha256 = createHash('sha256').update(text).digest('hex');
  // With its digest in the name a file never changes, even if another program compares the same versions again.
  const path = `changes/${previous}-${version}-${sha256.slice(0, 8)}.json`;
  files.set(path, text);
  return {
    ...entry,
    compared: CHANGES_VERSION,
    changes: { path, sha256, bytes: Buffer.byteLength(text) },
    summary: summarize(combineChanges([stored])),
  };
}

/** What an older program compared may lack changes that it did not see, as those of verdicts. */
function asKnown(entry: FeedEntry): FeedEntry {
  const { changes, summary: _, ...others } = entry;
  if (changes === undefined || entry.compared === CHANGES_VERSION) return entry;
  return { ...others, unknown: 'an older hivecheck compared the two, and did not see all that changed.' };
}

/** One setting per line: for grep, and for a readable diff. */
function changesText({ added, removed, changed, ...head }: StoredChanges): string {
  const list = (name: string, items: readonly object[]) =>
    `${JSON.stringify(name)}:[${items.map((item) => `\n${JSON.stringify(item)}`).join(',')}]`;
  const lists = [list('added', added), list('removed', removed), list('changed', changed)];
  return `${JSON.stringify(head).slice(0, -1)},\n${lists.join(',\n')}}\n`;
}

/** @throws RangeError if a side has no version, as a folder of facts. */
export function storedChanges({ from, to, sources, nodes }: Changes): StoredChanges {
  const all: Pick<StoredChanges, 'added' | 'removed' | 'changed'> = { added: [], removed: [], changed: [] };
  for (const [source, { added, removed, changed }] of [
    ...Object.entries(sources),
    [DDF_SOURCE, nodes] as const,
  ]) {
    all.added.push(...added.map(({ slug }) => ({ slug, source })));
    all.removed.push(...removed.map(({ slug }) => ({ slug, source })));
    all.changed.push(...changed.map(({ slug, changes }) => storedChange(slug, source, changes)));
  }
  for (const list of Object.values(all)) list.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { changesVersion: 1, from: stampOf(from), to: stampOf(to), ...all };
}

function stampOf({ version, generatedAt }: Changes['from']): StoredChanges['from'] {
  if (version !== undefined && generatedAt !== undefined) return { version, generatedAt };
  throw new RangeError('Only the changes between two versions can be told in the feed.');
}

function storedChange(slug: string, source: string, changes: readonly FactChange[]): StoredChange {
  const former = changes.find(({ fact }) => fact === 'slug')?.before;
  return {
    slug,
    source,
    ...(former !== undefined && { formerSlug: former }),
    facts: changes.map(storedFact),
  };
}

/** Longer values are omitted; the record has them. */
const LONGEST = 300;

function storedFact({ kind, fact, before, after }: FactChange): StoredFact {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const withValues = kind !== 'text' && Math.max(before?.length ?? 0, after?.length ?? 0) <= LONGEST;
  return {
    kind,
    fact,
    change,
    ...(withValues && before !== undefined && { before }),
    ...(withValues && after !== undefined && { after }),
  };
}
