/**
 * The on-disk format of `dist/`: the only place that knows it. Build writes it, runtime reads it.
 *
 * Every index is a set of shards `<index>/<hh>.json`, `<hh>` being the leading bits of the SHA-256 of the normalized
 * key (see `keys.ts`). A shard maps the whole normalized key to its entry: the hash finds the file, the key decides.
 */
import * as v from 'valibot';
import { Counts, Provenance } from '../contract/answers.ts';
import { Csp, ListFacts, Match } from '../contract/match.ts';
import { SettingRecord } from '../contract/record.ts';
import { Confidence, count, MAX_FILE_BYTES, versionName } from '../contract/words.ts';
import { isObject } from './json.ts';
import { SCHEMA_VERSION } from './shards.ts';

export type { Counts } from '../contract/answers.ts';
export { ChangeFeed, FeedEntry, StoredChange, StoredChanges } from '../contract/changes.ts';
export type { Csp, ListFacts, MatchFacts } from '../contract/match.ts';
export type { ElementRecord, OptionRecord, SettingRecord, StateValue } from '../contract/record.ts';
export type { PolicyClass, Scope } from '../contract/words.ts';
export type { NamedEdition, Release, ReleaseTable, Template } from './release-table.ts';
export { SCHEMA_MINOR, SCHEMA_VERSION, type Shard, shardName, shardText } from './shards.ts';
export { type LineRule, NamedBuilds, SupportedOnFloor, VerdictFacts } from './verdict-facts.ts';
export type { Confidence };

/** `index.json`, the only file that ever changes; everything below `<version>/` is immutable. */
export const DistIndex = v.looseObject({
  /** Rises with every change of the file, so that an older signed index is recognized. */
  serial: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** When the file changed; ISO 8601 UTC. */
  updated: v.exactOptional(v.string()),
  latest: versionName,
  /** Newest first. */
  versions: v.array(
    v.looseObject({
      version: versionName,
      generatedAt: v.string(),
      /** A rollback withdrew it: it is never a fallback for another. */
      withdrawn: v.exactOptional(v.literal(true)),
    }),
  ),
});
export type DistIndex = v.InferOutput<typeof DistIndex>;

/** Who states the facts: the vendor, others on their own account, or others who copy the vendor's table. */
export const ProvenanceKind = v.picklist(['vendor', 'community', 'transcription']);

// Loose: a field that a later build adds within the same format must reach those who read it.
export const SourceInfo = v.looseObject({
  id: v.string(),
  /** Sources of one product line describe the same product: `windows-10`, `windows-11` → `windows`. */
  line: v.string(),
  title: v.string(),
  versions: v.array(
    v.object({ version: v.string(), date: v.exactOptional(v.string()), languages: v.array(v.string()) }),
  ),
  licence: v.string(),
  redistributable: v.boolean(),
  provenanceKind: v.exactOptional(ProvenanceKind),
  active: v.boolean(),
  counts: v.object({ settings: count, registryPairs: count }),
});
export type SourceInfo = v.InferOutput<typeof SourceInfo>;

/** {@link shardName} reads 24 bits of a digest. */
const bits = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24));

/** Index name → number of leading bits that name its shards. */
export const ShardBits = v.objectWithRest(
  { resolve: bits, list: bits, near: bits, csp: bits, catalog: bits, setting: bits, policy: bits },
  bits,
);
export type ShardBits = v.InferOutput<typeof ShardBits>;

/** Below the version's folder; no component of it is hidden or a parent. */
const FILE_PATH = /^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/;

const SHA_256 = /^[0-9a-f]{64}$/;

interface FileInfo {
  sha256: string;
  bytes: number;
}

/** The fault of a file of the list, if it has one. Not a schema, which takes 15 ms for 5,000 files at each start. */
function faultOf(path: string, info: unknown): string | undefined {
  if (!FILE_PATH.test(path)) return `${path} is not a path of a file inside the version`;
  const { sha256, bytes } = isObject(info) ? info : {};
  if (typeof sha256 !== 'string' || !SHA_256.test(sha256)) return `${path} has no SHA-256 in hexadecimal`;
  if (!Number.isInteger(bytes) || Number(bytes) < 0) return `${path} has no size in bytes`;
  return Number(bytes) > MAX_FILE_BYTES ? `${path} has more than ${MAX_FILE_BYTES} bytes` : undefined;
}

const Files = v.pipe(
  v.custom<Record<string, FileInfo>>(isObject, 'is not a list of files'),
  v.rawCheck(({ dataset: { typed, value }, addIssue }) => {
    if (!typed) return;
    for (const [path, info] of Object.entries(value)) {
      const message = faultOf(path, info);
      if (message !== undefined) addIssue({ message });
    }
  }),
);

export const Manifest = v.looseObject({
  schemaVersion: v.literal(SCHEMA_VERSION),
  schemaMinor: count,
  /** First 8 hex digits of the SHA-256 over the content. */
  version: versionName,
  /** ISO 8601 UTC: when the facts were released. */
  generatedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** English, which texts fall back to, and others. */
  languages: v.pipe(v.array(v.string()), v.includes('en-US', 'must have en-US')),
  sources: v.array(SourceInfo),
  counts: Counts,
  shardBits: ShardBits,
  /** Path below `<version>/` → digest (hex) and size of the file's bytes. */
  files: Files,
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** Language tag → text. A language that is missing is an absence, never an empty string. */
export type Texts = Record<string, string>;

/** Sentences of an answer. A language that lacks the texts of the data may still have these. */
export const EntrySentences = v.object({
  reason: v.exactOptional(v.string()),
  warnings: v.array(v.string()),
});
export type EntrySentences = v.InferOutput<typeof EntrySentences>;

/** The answer to a registry value for one hive, but for the question and the verdicts on its target. */
export const StoredAnswer = v.object({
  /** In `any` only: the hive that its settings are documented for. */
  hive: v.exactOptional(v.picklist(['HKLM', 'HKCU', 'both'])),
  reason: v.exactOptional(v.string()),
  /** A number stands for the notes of the verdict on that match. */
  warnings: v.array(v.union([v.string(), count])),
  confidence: Confidence,
  provenance: v.exactOptional(Provenance),
  /** Number in `asked` of `rules.json`. */
  rule: count,
  /** For each match why its template cannot be ingested, where one cannot: the key that may not be written. */
  noMdm: v.exactOptional(v.array(v.nullable(v.string()))),
  /** In the order of the answer, with the first node of each place. */
  matches: v.array(Match),
});
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>;

const StoredSentences = v.pick(StoredAnswer, ['reason', 'warnings']);

const hives = <const A extends v.GenericSchema>(answer: A) => ({
  /** No hive was asked for; also of a hive that has no answer of its own. */
  any: answer,
  HKLM: v.exactOptional(answer),
  HKCU: v.exactOptional(answer),
});

/**
 * Index `resolve/<lang>`, key `<key>\0<value>`: what writes the value, list elements that take such a name included. A hive
 * for which none of the settings is documented has no answer of its own either.
 */
export const PairEntry = v.object(hives(StoredAnswer));
export type PairEntry = v.InferOutput<typeof PairEntry>;

/** The entry of a language that has only sentences of its own. */
export const PairSentences = v.object(hives(StoredSentences));
export type PairSentences = v.InferOutput<typeof PairSentences>;

/** Index `list/<lang>`, key `<key>`: list elements under whose key the administrator makes the value names. */
export const ListEntry = v.object({
  lists: v.array(v.object({ key: v.string(), slug: v.string(), list: ListFacts })),
  /** For names of the prefix and a number; without a prefix for every other name. The longest prefix decides. */
  answers: v.array(v.object({ prefix: v.exactOptional(v.string()), ...PairEntry.entries })),
});
export type ListEntry = v.InferOutput<typeof ListEntry>;

/**
 * Index `csp/<lang>`, key: the normalized OMA-URI: all that the answer has besides the question. No matches: documented,
 * but no registry setting backs it. A language other than English has an entry only where it differs from the English
 * one, and {@link EntrySentences} alone where nothing else does.
 */
export const CspEntry = v.object({
  ...EntrySentences.entries,
  /** Only if there are no matches, which would include the node. */
  node: v.exactOptional(Csp),
  confidence: Confidence,
  provenance: v.exactOptional(Provenance),
  /** Numbers in `rules.json`, of the node asked for: one for each match, or one where there is none. */
  rules: v.array(count),
  matches: v.array(Match),
});
export type CspEntry = v.InferOutput<typeof CspEntry>;

/** An edition list of nodes. */
export interface EditionList {
  /** Product types of GetProductInfo (`0x30`). */
  codes: string[];
  /** The group names that answers use. */
  groups: string[];
  /** It has an edition of a PC; an empty list names none, and says nothing. */
  isForPc: boolean;
}

/** `editions.json`: the distinct edition lists. */
export type EditionLists = { lists: EditionList[] };

/** `csp-dynamic.json`: normalized OMA-URIs of index `csp` in which `{}` stands for a name that is made at run time. */
export type DynamicNodes = { paths: string[] };

/**
 * Index `near`: neighbours of what is not documented, each as `[original key, original value, slug]`. Key `k\0<key>`: the
 * other values of the key; `v\0<value>`: the other keys with a value of that name; `p\0<parent key>`: the last part of each
 * key below it, normalized, as `[part, '', '']`. Nodes are `[OMA-URI, '', slug]`, without a slug where no setting backs the
 * node. Key `n\0<name>`: nodes whose last segment is that; `a\0<area>`: nodes below that segment.
 */
export const NearEntry = v.object({ near: v.array(v.tuple([v.string(), v.string(), v.string()])) });
export type NearEntry = v.InferOutput<typeof NearEntry>;

/**
 * Index `setting/<lang>`, key: the slug: the record with what the answer says of it. English has every setting, in
 * another language where it has no English title. Any other language has those with a title in it, and of those without
 * {@link EntrySentences} where they differ from the English ones.
 */
export const SettingEntry = v.object({
  ...EntrySentences.entries,
  confidence: Confidence,
  provenance: v.exactOptional(Provenance),
  setting: SettingRecord,
});
export type SettingEntry = v.InferOutput<typeof SettingEntry>;

/** Index `policy`, key: the policyId in lower case. */
export const PolicyEntry = v.object({ slug: v.string() });
export type PolicyEntry = v.InferOutput<typeof PolicyEntry>;

/** Whether a list element takes a value of this normalized name: any, or its prefix and a number. */
export function takesName(
  { valuePrefix, explicitValue }: { valuePrefix?: string | undefined; explicitValue?: boolean },
  value: string,
): boolean {
  if (value === '') return false;
  if (explicitValue || valuePrefix === undefined) return true;
  const prefix = valuePrefix.toLowerCase();
  // The numbers from 1 on.
  return value.startsWith(prefix) && /^[1-9]\d*$/.test(value.slice(prefix.length));
}
