/** Collects what a reader finds in one file, and stops at the limits. */
import { ReadFault } from './fault.ts';
import type {
  GpoInfo,
  Item,
  MdmItem,
  NoteKind,
  Place,
  ReadLimits,
  ReadNote,
  RegistryItem,
  Spot,
} from './types.ts';
import { type DeletedScope, FileWrites } from './written.ts';

/**
 * Characters of names that a request may have. Of a longer one in a file each item has one more than these, by which it
 * is refused: a file of 33 kB with a thousand values of one key made an answer of 18 MB. Documented keys have 200 at most.
 */
const MAX_NAME = { key: 1024, value: 512, omaUri: 1024 };

type Given = Omit<RegistryItem, 'at'> | Omit<MdmItem, 'at'>;

export class Collector {
  readonly items: Item[] = [];
  readonly notes: ReadNote[] = [];
  readonly file: string;
  readonly limits: ReadLimits;
  gpo: GpoInfo | undefined;
  /** The place of the entry that is being read: that of its items, notes and faults. */
  spot: Spot = { line: 1 };
  /** What is being read: the file, or a script in it. Spots count from its first line. */
  script: { path: string; firstLine: number };
  /** Windows reads the keys of such a file; people do not type them. */
  #literal: boolean;
  #written: FileWrites;
  /** Paths of the scripts in the file, in lower case. */
  readonly #carried = new Set<string>();
  #named = 0;
  #entries = 0;

  constructor(file: string, limits: ReadLimits, literal: boolean) {
    this.file = file;
    this.script = { path: file, firstLine: 1 };
    this.limits = limits;
    this.#literal = literal;
    this.#written = new FileWrites(literal);
  }

  /** An item whose data is unread or too long has no data, and a note of the `kind` with the reason. */
  add(given: Given, kind: NoteKind = 'unreadable-data'): void {
    this.haveRoom(1);
    const fits = storedLength(given) <= this.limits.maxValueBytes;
    const { data: _, ...rest } = given;
    const item = bounded<Given>(fits ? given : { ...rest, unread: tooLarge(this.limits) });
    const literal = 'key' in item && this.#literal && { literal: true as const };
    this.items.push({ ...item, ...literal, at: this.#place(this.spot) });
    if (item.unread === undefined) return;
    const about = 'omaUri' in item ? { value: item.omaUri } : { key: item.key, value: item.value };
    this.note(kind, item.unread, about);
  }

  /** A line, record, field, token or element of the file, also an empty one: each is work. */
  count(spot = this.spot): void {
    if (++this.#entries > this.limits.maxEntries) {
      const message = `the file holds more than ${this.limits.maxEntries} lines, fields or elements; split it`;
      throw new ReadFault(message, spot);
    }
  }

  haveRoom(more: number): void {
    if (this.items.length + this.#named + more > this.limits.maxItems)
      throw this.fault(`the file holds more than ${this.limits.maxItems} values; split it`);
  }

  /** @param spot Where it is not about the entry that is being read. */
  note(
    kind: NoteKind,
    message: string,
    about: { key?: string; value?: string } = {},
    spot = this.spot,
  ): void {
    if (this.notes.length >= this.limits.maxItems) {
      throw new ReadFault(`the file gives rise to more than ${this.limits.maxItems} notes; split it`, spot);
    }
    this.notes.push({ kind, message, ...bounded(about), at: this.#place(spot) });
  }

  /**
   * Notes an instruction that deletes what it reaches. Of the values that the file writes further up each gets an item
   * that deletes it: their effect is gone, and the two contradict each other as two contents do.
   */
  deletes(
    kind: NoteKind,
    message: string,
    about: { key: string; value?: string },
    scope: DeletedScope,
  ): void {
    const before = this.items.length;
    // Names in an instruction count as values do: each is work.
    if (typeof scope === 'object' && 'subkeys' in scope) this.#named += scope.subkeys.length;
    for (const pair of this.#written.deleteMatching(this.items, bounded(about).key, scope))
      this.add({ ...pair, delete: true });
    const count = this.items.length - before;
    const lost = count === 0 ? '' : `; values that the file writes before it and that are lost: ${count}`;
    this.note(kind, message + lost, about);
  }

  /** Whether a text names a script that is read as a part of this file. */
  carries(text: string): boolean {
    const parts = this.#carried.size === 0 ? [] : text.toLowerCase().split(/["'\s<>|;,]/);
    return parts.some((part) => this.#carried.has(part));
  }

  carry(path: string): void {
    this.#carried.add(path.toLowerCase());
  }

  /** What is read from now on deletes nothing of what was read before: nobody knows which runs first. */
  startAlone(literal: boolean): void {
    this.#literal = literal;
    this.#written = new FileWrites(literal, this.items.length);
  }

  deletesKey(key: string): void {
    this.deletes('delete-keys', 'deletes the key with all its values and subkeys', { key }, 'tree');
  }

  deletesValues(key: string): void {
    this.deletes('delete-all-values', 'deletes all values of the key', { key }, 'values');
  }

  createsKey(key: string): void {
    this.note('create-key', 'creates the key and writes no value', { key });
  }

  #place({ line, ...spot }: Spot): Place {
    return {
      file: this.file,
      ...(line !== undefined && { line: line + this.script.firstLine - 1 }),
      ...spot,
    };
  }

  fault(message: string): ReadFault {
    return new ReadFault(message, this.spot);
  }
}

/** A key of a file may be its whole length; reading it takes long. */
export const boundedKey = (key: string): string => key.slice(0, MAX_NAME.key + 1);

function bounded<T extends object>(named: T): T {
  let short = named;
  for (const [name, most] of Object.entries(MAX_NAME)) {
    const text: unknown = named[name as keyof T];
    if (typeof text === 'string' && text.length > most) short = { ...short, [name]: text.slice(0, most + 1) };
  }
  return short;
}

export function tooLarge(limits: ReadLimits): string {
  return `the value has more than ${limits.maxValueBytes} bytes of data`;
}

const TEXTS = new Set(['REG_SZ', 'REG_EXPAND_SZ', 'REG_MULTI_SZ', undefined]);

/** Bytes of data in the registry, where text is UTF-16 and all else is kept as hexadecimal digits. */
function storedLength({ type, data }: Pick<RegistryItem, 'type' | 'data'>): number {
  if (data === undefined || typeof data === 'number') return 0;
  if (typeof data !== 'string') return data.reduce((sum, entry) => sum + 2 * entry.length + 2, 0);
  return TEXTS.has(type) ? 2 * data.length : data.length / 2;
}

/** A type and its data, or why the data is not read: it does not fit the type. */
export type TypedData = Pick<RegistryItem, 'type' | 'data' | 'unread'>;
