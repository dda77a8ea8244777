/**
 * The on-disk format of `dist/`: the only place that knows it. Build writes it, runtime reads it.
 *
 * Every index is a set of shards `<index>/<hh>.json`, `<hh>` being the leading bits of the SHA-256 of the
 * normalized key (see `normalize.ts`); a shard maps the whole normalized key to its entry, so that the hash
 * only finds and the key decides.
 */

import { textOf } from './bytes.ts';
import { isObject } from './json.ts';

/** Raised whenever a reader of the old format would misread the new one. */
export const SCHEMA_VERSION = 1;

export type Scope = 'Device' | 'User';
export type PolicyClass = 'User' | 'Machine' | 'Both';
export type Confidence = 'official' | 'derived' | 'none';
/** Language tag → text. A language that is missing is an absence, never an empty string. */
export type Texts = Record<string, string>;

/** `index.json`, the only file that ever changes; everything below `<version>/` is immutable. */
export interface DistIndex {
  latest: string;
  versions: { version: string; generatedAt: string }[];
}

export interface SourceInfo {
  id: string;
  /** Sources of one product line describe the same product: `windows-10`, `windows-11` → `windows`. */
  line: string;
  title: string;
  versions: { version: string; date?: string; languages: string[] }[];
  licence: string;
  redistributable: boolean;
  active: boolean;
  counts: { settings: number; registryPairs: number };
}

/** Index name → number of leading bits that name its shards. */
export type ShardBits = Record<'resolve' | 'list' | 'near' | 'csp' | 'setting' | 'policy', number>;

export interface Counts {
  settings: number;
  registryPairs: number;
  cspMappings: number;
}

export interface Manifest {
  schemaVersion: number;
  /** First 8 hex digits of the SHA-256 over the content. */
  version: string;
  /** ISO 8601 UTC. */
  generatedAt: string;
  languages: string[];
  sources: SourceInfo[];
  counts: Counts;
  shardBits: ShardBits;
  /** Path below `<version>/` → digest (hex) and size of the file's bytes. */
  files: Record<string, { sha256: string; bytes: number }>;
}

/** A node of the MDM tree as an answer carries it. */
export interface CspNode {
  omaUri: string;
  scope: Scope;
  /** Alternatives joined by ` | `; absent where the vendor gives none. */
  minOs?: string;
  /** Build from which the vendor calls the node deprecated, or `true` where he names no build. */
  deprecatedFrom?: string | true;
  /** The DDF that documents the node. */
  source: string;
  sourceVersion: string;
}

export interface CspMapping extends CspNode {
  omaUris: Partial<Record<Scope, string>>;
  learnUrl?: string;
}

/**
 * The host-OS floor that a `supportedOn` text gives, per product line, or why it gives none. A floor is a dotted
 * build, or several joined by ` | ` where the text gives each client family its own.
 */
export interface SupportedOnFloor {
  client?: string;
  server?: string;
  /** Why a line (or both) has no floor: a code of `runtime/verdict/`, e.g. `bounded`, `product`, `contradiction`. */
  why?: string;
}

export interface ListFacts {
  valuePrefix?: string;
  explicitValue: boolean;
  additive: boolean;
}

/**
 * What writes a registry pair (index `resolve`) or lies behind an OMA-URI (index `csp`).
 * In an entry matches stand in the order of the answer.
 */
export interface StoredMatch {
  slug: string;
  name: string;
  displayName: Texts;
  class: PolicyClass;
  /** Vendor's case, without hive or trailing backslash. */
  registryKey: string;
  /** Vendor's case; empty = the key's default value; absent where the setting itself writes no value. */
  valueName?: string;
  source: string;
  sourceVersion: string;
  confidence: Confidence;
  learnUrl?: string;
  /** The element that writes the value; absent when the policy's own value does. */
  elementId?: string;
  list?: ListFacts;
  csp?: CspMapping;
  /** English text of the supported-on definition. */
  supportedOn?: string;
  floor?: SupportedOnFloor;
  /** The source documents another product than Windows: the floor is that of its host OS. */
  hostOnly?: true;
}

/** Index `resolve`, key `<key>\0<value>`: what writes the pair. */
export interface ResolveEntry {
  matches: StoredMatch[];
}

/** Index `list`, key `<key>`: list elements under whose key the administrator makes the value names. */
export interface ListEntry {
  matches: StoredMatch[];
}

/**
 * Index `near`: neighbours for a pair that nothing writes. Key `k\0<key>`: the other values of the key; key
 * `v\0<value>`: the other keys with a value of that name. Each item `[original key, original value, slug]`.
 */
export interface NearEntry {
  near: [key: string, value: string, slug: string][];
}

/** `csp-dynamic.json`: normalized OMA-URIs of index `csp` in which `{}` stands for a name that is made at run time. */
export interface DynamicNodes {
  paths: string[];
}

/** Index `csp`, key: the normalized OMA-URI. No matches = documented, but no registry setting backs it. */
export interface CspEntry {
  node: CspNode;
  matches: StoredMatch[];
}

/** A shard file: whole normalized key → entry. {@link shardText} writes it. */
export interface Shard<T> {
  schemaVersion: number;
  entries: Record<string, T>;
}

const SHARD_START = `{"schemaVersion":${SCHEMA_VERSION},"entries":{\n`;
const SHARD_END = '\n}}\n';

/**
 * The JSON of a shard. Each entry has a line of its own, after its key as `JSON.stringify` writes it: {@link entryIn}
 * finds one without parsing its neighbours. JSON has line breaks between its tokens only.
 */
export function shardText(entries: readonly (readonly [key: string, entry: unknown])[]): string {
  const lines = entries.map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`);
  return `${SHARD_START}${lines.join(',\n')}${SHARD_END}`;
}

const utf8 = new TextEncoder();
const LINE_BREAK = 0x0a;
const COMMA = 0x2c;

/**
 * A shard file for {@link entryIn}; throws where it is none. Bytes, because a text of this size would be a part of the
 * JavaScript heap, of which every collection of the young visits each large object.
 */
export function readShard(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes);
  if (text.startsWith(SHARD_START) && text.endsWith(SHARD_END)) return bytes;
  // Written by something else, or before entries had lines of their own.
  const json: unknown = JSON.parse(text);
  if (!isObject(json) || !isObject(json.entries)) throw new TypeError('There are no entries.');
  return utf8.encode(shardText(Object.entries(json.entries)));
}

/** The entry of a key, or undefined where it has none. Throws where it is no JSON. */
export function entryIn(shard: Uint8Array, key: string): unknown {
  const name = utf8.encode(`${JSON.stringify(key)}:`);
  let at = SHARD_START.length;
  for (let end = shard.indexOf(LINE_BREAK, at); end !== -1; end = shard.indexOf(LINE_BREAK, at)) {
    if (name.every((byte, place) => shard[at + place] === byte)) {
      const line = shard.subarray(at + name.length, shard[end - 1] === COMMA ? end - 1 : end);
      return JSON.parse(textOf(line));
    }
    at = end + 1;
  }
  return undefined;
}

/** All entries of a shard with their keys. */
export function entriesIn<T>(shard: Uint8Array): [key: string, entry: T][] {
  return Object.entries((JSON.parse(textOf(shard)) as Shard<T>).entries);
}

/** How many entries a shard has. */
export function countIn(shard: Uint8Array): number {
  const last = shard.length - SHARD_END.length;
  let count = 0;
  for (let at = SHARD_START.length; at < last; at = shard.indexOf(LINE_BREAK, at) + 1) count++;
  return count;
}

export interface OptionRecord {
  label?: string;
  value?: string;
  valueKind: string;
  valueList?: StateValue[];
}

export interface StateValue {
  state?: 'enabled' | 'disabled' | 'true' | 'false';
  key: string;
  valueName: string;
  value?: string;
  valueKind: string;
}

export interface ElementRecord {
  type: 'boolean' | 'decimal' | 'longDecimal' | 'text' | 'multiText' | 'enum' | 'list';
  id: string;
  /** Only where it differs from the setting's. */
  registryKey?: string;
  valueName?: string;
  label?: string;
  required?: boolean;
  defaultValue?: string;
  /** enum: the value of the option that the vendor preselects. */
  defaultItem?: string;
  options?: OptionRecord[];
  trueValue?: string;
  trueValueKind?: string;
  falseValue?: string;
  falseValueKind?: string;
  stateValues?: StateValue[];
  minValue?: string;
  maxValue?: string;
  storeAsText?: true;
  maxLength?: string;
  maxStrings?: string;
  expandable?: boolean;
  valuePrefix?: string;
  additive?: boolean;
  explicitValue?: boolean;
}

/** Index `setting/<lang>`, key: the slug. The record of the specification, ready to be served. */
export interface SettingRecord {
  slug: string;
  lang: string;
  name: string;
  /** Absent only where the vendor's files give no text in any language. */
  displayName?: string;
  class: PolicyClass;
  registryKey: string;
  valueName?: string;
  source: string;
  sourceVersion: string;
  confidence: Confidence;
  namespace: string;
  policyId: string;
  /** Absent where no template documents the setting. */
  admxFile?: string;
  categoryPath: string[];
  supportedOn?: string;
  csp?: Partial<CspMapping> & {
    learnUrl?: string;
    /** Element id → the node that the vendor maps to that one element. */
    elements?: Record<string, CspNode>;
    /** Further nodes of the same setting. */
    alternatives?: CspNode[];
  };
  /** Absent where no date is known. */
  firstSeen?: string;
  lastModified?: string;
  enabledValue?: string;
  enabledValueKind?: string;
  disabledValue?: string;
  disabledValueKind?: string;
  stateValues: StateValue[];
  elements: ElementRecord[];
  explainText?: string;
  learnUrl?: string;
  /** Texts that `lang` lacks and that stand here in the language named (path in the record → language). */
  textFallbacks?: Record<string, string>;
}

export interface SettingEntry {
  setting: SettingRecord;
}

/** Index `policy`, key: the policyId in lower case. */
export interface PolicyEntry {
  slug: string;
}

/** `<hh>` of a SHA-256 digest: its leading `bits` as hexadecimal, zero-padded. */
export function shardName(digest: Uint8Array, bits: number): string {
  const word = (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8)) >>> 0;
  return (bits === 0 ? 0 : word >>> (32 - bits)).toString(16).padStart(Math.ceil(bits / 4) || 1, '0');
}
