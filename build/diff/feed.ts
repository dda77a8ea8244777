/** The feed of changes (`changes/index.json`) and its files, as texts: where they are written is the caller's matter. */
import { createHash } from 'node:crypto';
import { combineChanges, summarize } from '../../runtime/answer/combine-changes.ts';
import type { FactChange as StoredFact } from '../../runtime/contract/changes.ts';
import type { ChangeFeed, FeedEntry, StoredChange, StoredChanges } from '../../runtime/format/format.ts';
import type { Changes, FactChange } from './compare.ts';

/** Publications that the feed keeps: with one a week, four years. Files of older ones go with their entry. */
export const MAX_ENTRIES = 200;

export interface Publication {
  version: string;
  generatedAt: string;
  /** ISO 8601 UTC. */
  published: string;
  /** The version in service until now, where it is another one. */
  previous?: string | undefined;
  /** The changes since `previous`, or why they are not known. */
  changes?: StoredChanges | { unknown: string } | undefined;
}

export interface FeedUpdate {
  feed: ChangeFeed;
  /** Path below `dist/` → text, to be there before the feed is. */
  files: Map<string, string>;
  /** Paths that no entry names any more, to be removed after the feed is written. */
  dropped: string[];
}

/**
 * The feed with one more publication. Entries that never came into service (a publication was killed before the index
 * was written) are dropped: the newest that stays is of the version in service. A publication that the feed has
 * already is not added again.
 */
export function extendFeed(known: ChangeFeed | undefined, publication: Publication): FeedUpdate {
  const { version, previous } = publication;
  const all = known?.entries ?? [];
  const served = previous === undefined ? -1 : all.findIndex((entry) => entry.version === previous);
  // A gap: the index was written by another command. Entries before it stay, the chain of versions shows it.
  const before = served < 0 ? all : all.slice(served);
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
  // With its digest in the name a file never changes, also where another program compares the same versions anew.
  const path = `changes/${previous}-${version}-${sha256.slice(0, 8)}.json`;
  files.set(path, text);
  return {
    ...entry,
    changes: { path, sha256, bytes: Buffer.byteLength(text) },
    summary: summarize(combineChanges([stored])),
  };
}

/** A setting a line: for grep, and for a readable diff. */
function changesText({ added, removed, changed, ...head }: StoredChanges): string {
  const list = (name: string, items: readonly object[]) =>
    `${JSON.stringify(name)}:[${items.map((item) => `\n${JSON.stringify(item)}`).join(',')}]`;
  const lists = [list('added', added), list('removed', removed), list('changed', changed)];
  return `${JSON.stringify(head).slice(0, -1)},\n${lists.join(',\n')}}\n`;
}

/** @throws RangeError where a side has no version: facts have none. */
export function storedChanges({ from, to, sources }: Changes): StoredChanges {
  const all: Pick<StoredChanges, 'added' | 'removed' | 'changed'> = { added: [], removed: [], changed: [] };
  for (const [source, { added, removed, changed }] of Object.entries(sources)) {
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

/** Longer values are to be read in the record. */
const LONGEST = 300;

function storedFact({ kind, fact, before, after }: FactChange): StoredFact {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const told = kind !== 'text' && Math.max(before?.length ?? 0, after?.length ?? 0) <= LONGEST;
  return {
    kind,
    fact,
    change,
    ...(told && before !== undefined && { before }),
    ...(told && after !== undefined && { after }),
  };
}
