/** `GET /v1/changes`, what is different in the version in service from an earlier one; `GET /v1/coverage`, its figures. */
import { LRUCache } from 'lru-cache';
import type { CoverageEnvelope } from '../contract/answers.ts';
import type { ChangesEnvelope, ChangesRequest } from '../contract/changes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { ChangeFeed, FeedEntry, StoredChanges } from '../format/format.ts';
import { hex, sha256Sync } from '../format/keys.ts';
import { changesMessages as messages } from '../messages/changes.ts';
import { textsIn } from '../messages/index.ts';
import { combineChanges, summarize } from './combine-changes.ts';
import { envelopeOf } from './envelope.ts';
import type { Json } from './json.ts';
import { FALLBACK_LANGUAGE } from './language.ts';

/** That version is unknown: never an empty list, which would mean that nothing changed. */
export interface UnknownVersion {
  unknown: string;
}

/** A step of the feed that leads from one version to another. */
type Step = FeedEntry & { previous: string };

/** By their steps, with the digests of the files: they can be megabytes of JSON to read and combine. Few are in use at once. */
const answers = new LRUCache<string, Json<ChangesEnvelope>>({ max: 8 });

/** Rejects with `DatasetUnavailable` where the feed or one of its files is altered. */
export async function answerChanges(
  dataset: Dataset,
  { since }: ChangesRequest,
): Promise<Json<ChangesEnvelope> | UnknownVersion> {
  const { version } = dataset.manifest;
  if (since === version) return changesAnswer(dataset, since, [], []);
  const { history } = dataset;
  const feed = await history?.feed();
  if (history === undefined || feed === undefined) return { unknown: messages.noFeed(version) };
  if (!feed.entries.some((entry) => entry.version === version)) return { unknown: messages.stale(version) };
  const steps = stepsBetween(feed, since, version);
  if (steps === undefined) return { unknown: messages.outside(version) };
  const id = JSON.stringify([dataset.manifest.generatedAt, steps]);
  const known = answers.get(id);
  if (known !== undefined) return known;
  const changes: StoredChanges[] = [];
  // One after the other: they are files of one host, and few.
  for (const step of steps) if (step.changes !== undefined) changes.push(await history.changes(step));
  const answer = changesAnswer(dataset, since, steps, changes);
  answers.set(id, answer);
  return answer;
}

/** The feed up to the version in service, for feed readers. `path`: of the endpoint of changes. */
export async function answerAtom(dataset: Dataset, path: string): Promise<string | UnknownVersion> {
  const { version } = dataset.manifest;
  const feed = await dataset.history?.feed();
  if (feed === undefined) return { unknown: messages.noFeed(version) };
  const at = feed.entries.findIndex((entry) => entry.version === version);
  if (at < 0) return { unknown: messages.stale(version) };
  return atomFeed({ ...feed, entries: feed.entries.slice(at) }, `${path}.atom`, ({ previous }) =>
    previous === null ? undefined : `${path}?since=${previous}`,
  );
}

/** Oldest first; undefined where the feed does not lead from the one to the other. */
export function stepsBetween({ entries }: ChangeFeed, since: string, version: string): Step[] | undefined {
  const steps: Step[] = [];
  let wanted = version;
  // What is before the version's newest entry is not in service yet.
  for (const entry of entries.slice(entries.findIndex((each) => each.version === version))) {
    const { previous } = entry;
    if (entry.version !== wanted || previous === null) return undefined;
    steps.unshift({ ...entry, previous });
    if (previous === since) return steps;
    wanted = previous;
  }
  return undefined;
}

function changesAnswer(
  dataset: Dataset,
  since: string,
  steps: readonly Step[],
  changes: readonly StoredChanges[],
): Json<ChangesEnvelope> {
  const missing = steps.filter((step) => step.changes === undefined);
  const names = missing.map(
    ({ previous, version, unknown }) =>
      `${previous} → ${version}${unknown === undefined ? '' : ` (${unknown})`}`,
  );
  const combined = combineChanges(changes);
  const envelope: ChangesEnvelope = envelopeOf({
    query: { since, lang: FALLBACK_LANGUAGE },
    result: {
      complete: missing.length === 0,
      steps: steps.map(({ version, generatedAt, published, previous, changes: file, unknown }) => ({
        version,
        generatedAt,
        published,
        previous,
        ...(file === undefined && { unknown: unknown ?? messages.notWritten }),
      })),
      summary: summarize(combined),
      ...combined,
      reason: missing.length === 0 ? messages.complete : messages.unknownSteps(names),
    },
    confidence: 'none',
    dataset,
    warnings: [],
  });
  return JSON.stringify(envelope);
}

export async function answerCoverage(dataset: Dataset): Promise<CoverageEnvelope> {
  const coverage = await dataset.file<Record<string, unknown>>('coverage.json');
  return envelopeOf({
    query: { lang: FALLBACK_LANGUAGE },
    result: { coverage: structuredClone(coverage), reason: textsIn(FALLBACK_LANGUAGE).figuresOnly },
    confidence: 'none',
    dataset,
    warnings: [],
  });
}

/** Entries written, the newest ones. */
const MOST = 50;

/**
 * The feed of changes in the Atom form (RFC 4287). Written by hand: one fixed shape of texts, for which a library would
 * bring a general XML writer into the worker. Everything that is not a constant goes through {@link xml}.
 * @param feed its first entry is the version in service.
 * @param self where the feed itself is, relative to its own address or absolute.
 * @param linkOf where the changes of an entry are.
 */
export function atomFeed(
  { entries }: ChangeFeed,
  self: string,
  linkOf: (entry: FeedEntry) => string | undefined,
): string {
  const shown = entries.slice(0, MOST);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuid('feed')}</id>`,
    '<title>hivecheck: changes of the dataset</title>',
    '<author><name>hivecheck</name></author>',
    `<link rel="self" href="${xml(self)}"/>`,
    `<updated>${xml(shown[0]?.published ?? new Date(0).toISOString())}</updated>`,
    ...shown.map((entry) => entryOf(entry, linkOf(entry))),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryOf(entry: FeedEntry, link: string | undefined): string {
  const { version, previous, published } = entry;
  return [
    '<entry>',
    `<id>${uuid(`${published} ${previous ?? ''} ${version}`)}</id>`,
    `<title>Dataset ${xml(version)}</title>`,
    `<updated>${xml(published)}</updated>`,
    ...(link === undefined ? [] : [`<link href="${xml(link)}"/>`]),
    `<content type="text">${xml(messages.atomEntry(entry))}</content>`,
    '</entry>',
  ].join('\n');
}

/** Text that may stand in an element or an attribute; characters that XML 1.0 has no form for are left out. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The same for the same publication on every host: a UUID of version 8 (RFC 9562), from a digest. */
function uuid(name: string): string {
  const bytes = sha256Sync(`hivecheck changes ${name}`).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = hex(bytes);
  const parts = [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1]));
  return `urn:uuid:${parts.join('-')}`;
}
