/** What the readers of files return. Everything else in this folder produces these shapes. */

/** The formats that {@link recognise} knows. Of the last four no values are read. */
export type Format =
  | 'reg'
  | 'registry-pol'
  | 'gpttmpl'
  | 'policy-rules'
  | 'preferences'
  | 'unattend'
  | 'lgpo-text'
  | 'powershell'
  | 'batch'
  | 'reg-query'
  | 'tasks'
  | 'csv'
  | 'json'
  | 'json-lines'
  | 'intune'
  | 'gpo-info'
  | 'gpo-report'
  | 'audit-csv'
  | 'archive';

/** `line` counts from 1, in text files. `offset` counts bytes from 0, in binary files and where no line is known. */
export interface Place {
  file: string;
  line?: number;
  offset?: number;
}

/** A place in the file that is being read. */
export type Spot = Omit<Place, 'file'>;

/**
 * The content of a value as `POST /v1/verify` takes it. REG_DWORD: a number. REG_QWORD: a number, or decimal text
 * above 2^53. REG_SZ, REG_EXPAND_SZ: text. REG_MULTI_SZ: its entries. Every other type: lower-case hexadecimal text.
 * Where a list (CSV, JSON) states no type, or a number that is not one, the data is as the list has it.
 */
export type ValueData = number | string | string[];

export interface RegistryItem {
  /** As the file has it, with a hive that `parseKey` reads. Without a hive where the file names none. */
  key: string;
  /** Key and name are read literally, without the rules for keys that people type. */
  literal?: true;
  /** Empty: the default value. */
  value: string;
  /** `REG_…`, or `0x…` for a number that Windows has no name for. Absent where the file states none. */
  type?: string;
  /** Absent where the file states none, or where it does not fit the type (then a note says so). */
  data?: ValueData;
  /** Why the data that the file has was not read. */
  unread?: string;
  delete?: true;
  at: Place;
}

export interface MdmItem {
  /** An OMA-URI, or the identifier of a settings-catalog setting. */
  omaUri: string;
  /** For a choice of the settings catalog: what its identifier adds to the setting's (`1`, `true`, `block`). */
  data?: ValueData;
  /** Why the data that the file has was not read. */
  unread?: string;
  at: Place;
}

export type Item = RegistryItem | MdmItem;

/**
 * `delete-value`, `soft-value`, `delete-values`, `delete-all-values`, `delete-keys`, `secure-key`, `create-key`: an
 * instruction to the program that applies the file. `unknown-instruction`: a value name that begins with `**` and is
 * none of those. `no-registry-values`: a part of the file that holds none. `unreadable-data`, `encrypted-data`: the item
 * stands without its data. `skipped`: an entry that writes or names no value. `targeted`: an entry for some devices only.
 * `unread-command`: a command of a script that may write a value; which one, or with what data, is known only when it runs.
 * `unknown-hive`, `encoding`: what is not certain. `last-line`: the file does not end with a line break, so
 * that its last value may be cut off.
 */
export type NoteKind =
  | 'delete-value'
  | 'soft-value'
  | 'delete-values'
  | 'delete-all-values'
  | 'delete-keys'
  | 'secure-key'
  | 'create-key'
  | 'unknown-instruction'
  | 'no-registry-values'
  | 'unreadable-data'
  | 'encrypted-data'
  | 'skipped'
  | 'unread-command'
  | 'targeted'
  | 'unknown-hive'
  | 'encoding'
  | 'last-line';

export interface ReadNote {
  kind: NoteKind;
  message: string;
  key?: string;
  value?: string;
  at: Place;
}

export interface ReadProblem extends Place {
  message: string;
}

/** The group policy object that a backup's bkupInfo.xml names. */
export interface GpoInfo {
  name?: string;
  id?: string;
}

export interface ReadFile {
  format: Format;
  items: Item[];
  notes: ReadNote[];
  gpo?: GpoInfo;
  problem?: undefined;
}

interface UnreadFile {
  /** Absent where the content is of no known format. */
  format?: Format;
  problem: ReadProblem;
}

export type ReadResult = ReadFile | UnreadFile;

export const DEFAULT_LIMITS = {
  /** Of a file. */
  maxBytes: 64 * 1024 * 1024,
  /** Items of a file, and notes of a file. */
  maxItems: 100_000,
  /** Lines, records, fields, tokens and elements of a file, also empty ones. */
  maxEntries: 10_000_000,
  /** Of one value's data. */
  maxValueBytes: 1024 * 1024,
};

export type ReadLimits = typeof DEFAULT_LIMITS;

/** Of one value: the entries of a REG_MULTI_SZ, the bytes or names of a list. Documented ones have a thousand at most. */
export const MAX_ENTRIES = 16_384;

/** A reader yields after each entry of a file: other work may run there. */
export type Pieces<T = void> = Generator<undefined, T, undefined>;

/** How deep XML elements and JSON values may nest. Real files nest 20 deep at most. */
export const MAX_DEPTH = 64;
