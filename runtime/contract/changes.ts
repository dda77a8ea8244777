/** Changes between two dataset versions: the files below `changes/`, and the answer made of them. */
import * as v from 'valibot';
import { envelope, reason } from './answers.ts';
import type { Noted } from './requests.ts';
import { VerifyBody } from './verify.ts';
import {
  count,
  described,
  fileSize,
  flag,
  list,
  maybe,
  optional,
  Stamp,
  text,
  versionName,
} from './words.ts';

/** Subjects of a difference. */
export const FACT_KINDS = [
  'key',
  'value',
  'element',
  'mdm',
  'minBuild',
  'lifecycle',
  'text',
  'identity',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export const FactChange = described(
  v.object({
    kind: described(
      v.picklist(FACT_KINDS),
      'key, value, element: what is written. mdm: the MDM mapping. minBuild: a verdict or its floor. lifecycle: removed or deprecated by the vendor. text, identity: nothing that a verdict is drawn from.',
    ),
    fact: text('Path of the fact in the setting: registryKey, elements/Hours/maxValue, csp/minOs.'),
    change: described(v.picklist(['added', 'removed', 'changed']), 'What happened to the fact.'),
    before: maybe('Left out where there was none, of texts, and where it is long.'),
    after: maybe('Left out where there is none, of texts, and where it is long.'),
  }),
  'A fact that changed.',
);
export type FactChange = v.InferOutput<typeof FactChange>;

const slugged = {
  slug: text('Slug of the setting; of a node without a setting its OMA-URI.'),
  source: text('The source that documents it.'),
};

export const AddedSetting = v.object(slugged);
export type AddedSetting = v.InferOutput<typeof AddedSetting>;

const storedChanged = {
  ...slugged,
  formerSlug: maybe('Its slug before, where that changed.'),
  facts: described(v.array(FactChange), 'Each fact that changed.'),
};
export const StoredChange = v.object(storedChanged);
export type StoredChange = v.InferOutput<typeof StoredChange>;

/** `changes/<previous>-<version>.json`. */
export const StoredChanges = v.looseObject({
  changesVersion: v.literal(1),
  from: Stamp,
  to: Stamp,
  added: v.array(AddedSetting),
  removed: v.array(AddedSetting),
  changed: v.array(StoredChange),
});
export type StoredChanges = v.InferOutput<typeof StoredChanges>;

export const ChangesSummary = described(
  v.object({
    added: described(count, 'New ones.'),
    removed: described(count, 'Those that are no longer there.'),
    changed: described(count, 'Those with a fact that changed.'),
    mappingsGained: described(count, 'Those that have an MDM mapping now, and had none.'),
    mappingsLost: described(count, 'Those that had an MDM mapping, and have none now.'),
    floorsMoved: described(count, 'Those with another documented minimum.'),
  }),
  'How many settings.',
);
export type ChangesSummary = v.InferOutput<typeof ChangesSummary>;

/** One publication. */
export const FeedEntry = v.looseObject({
  version: versionName,
  generatedAt: v.string(),
  /** When the version was put into service; ISO 8601 UTC. */
  published: v.pipe(v.string(), v.isoTimestamp()),
  /** The version in service before; null: there was none. */
  previous: v.nullable(versionName),
  /** Absent where there was no version before, or where the changes are not known. */
  changes: v.exactOptional(
    v.object({
      path: v.pipe(v.string(), v.regex(/^changes\/[\w-]+\.json$/)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      bytes: fileSize,
    }),
  ),
  summary: v.exactOptional(ChangesSummary),
  /** Why the changes are not known. */
  unknown: v.exactOptional(v.string()),
});
export type FeedEntry = v.InferOutput<typeof FeedEntry>;

/** `changes/index.json`: publications, the newest first. Those before the version in service are not in service yet. */
export const ChangeFeed = v.looseObject({ feedVersion: v.literal(1), entries: v.array(FeedEntry) });
export type ChangeFeed = v.InferOutput<typeof ChangeFeed>;

export const RemovedSetting = v.object({
  ...slugged,
  removedIn: maybe(
    'The version of the vendor’s templates that no longer has it: the dataset keeps the record. Without this and lastSeenIn: the dataset no longer has the setting.',
  ),
  lastSeenIn: maybe(
    'The same where the whole template is missing from later versions: the last that has it.',
  ),
});
export type RemovedSetting = v.InferOutput<typeof RemovedSetting>;

export const ChangedSetting = v.object({
  ...storedChanged,
  mapping: optional(v.picklist(['gained', 'lost', 'changed']), 'What became of the MDM mapping.'),
  floorMoved: flag('Ask again: a verdict or its minimum changed.'),
});
export type ChangedSetting = v.InferOutput<typeof ChangedSetting>;

export const ChangeStep = v.object({
  version: text('The dataset version that was put into service.'),
  generatedAt: text('When its facts were released; ISO 8601 UTC.'),
  published: text('When it was put into service; ISO 8601 UTC.'),
  previous: text('The version in service before.'),
  unknown: maybe('Why the changes of this step are not known.'),
});

const changesQuery = {
  since: text('The version that was given.'),
  lang: text('Language of the texts.'),
};
const changesResult = {
  complete: described(
    v.boolean(),
    'False: the changes of a step are not known, “reason” says which. Take every setting for changed.',
  ),
  steps: described(
    v.array(ChangeStep),
    'The publications after “since”, oldest first. The lists below are of all of them together.',
  ),
  summary: ChangesSummary,
  added: described(v.array(AddedSetting), 'Settings that “since” did not have.'),
  removed: described(v.array(RemovedSetting), 'Settings that “since” had.'),
  changed: described(v.array(ChangedSetting), 'Settings with a fact that changed.'),
  reason,
};

export const ChangesEnvelope = envelope(changesQuery, changesResult);
export type ChangesEnvelope = v.InferOutput<typeof ChangesEnvelope>;

export const ListChangesEnvelope = envelope(
  { ...changesQuery, items: described(count, 'How many items were given.') },
  {
    ...changesResult,
    items: described(
      v.array(
        v.object({
          index: described(count, 'Position in items.'),
          slugs: described(v.array(v.string()), 'The settings of the item that are listed here.'),
        }),
      ),
      'The items of which a setting was added, removed or changed.',
    ),
    undocumented: list(
      count,
      'Positions of items that no documented setting writes now: one that was removed may have.',
    ),
  },
);
export type ListChangesEnvelope = v.InferOutput<typeof ListChangesEnvelope>;

const Since = v.pipe(
  versionName,
  v.description('The dataset version of the answers that you have: `dataset.version`.'),
  v.metadata({ examples: ['6a69d203'] }),
);

export const ChangesQuery = v.object({ since: Since });
export type ChangesRequest = v.InferOutput<typeof ChangesQuery>;

/** The items are those of verify; their data does not matter. */
export const ListChangesBody = v.object({
  since: Since,
  items: v.pipe(VerifyBody.entries.items.wrapped, v.minLength(1)),
});

export interface ListChangesRequest extends Noted {
  since: string;
  items: readonly ({ key: string; value: string } | { omaUri: string })[];
}
