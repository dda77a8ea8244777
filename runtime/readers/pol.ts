/**
 * Reads Registry.pol ([MS-GPREG] 2.2): `PReg`, version 1, then records `[key;value;type;size;data]` in UTF-16 LE with
 * key and value ended by NUL, type and size of 4 bytes. Every field is delimited, so that a cut or a changed byte
 * shows at the next delimiter.
 */
import { parseKey } from '../format/keys.ts';
import { boundedKey, type Collector, tooLarge } from './collect.ts';
import { decodeUtf16, typedBytes, typeName } from './data.ts';
import { fromUtf16 } from './encoding.ts';
import { ReadFault } from './fault.ts';
import { readEntry } from './instruction.ts';
import type { Pieces } from './types.ts';

/** Parents of home directories: a folder `user` below them belongs to somebody of that name. */
const HOMES = new Set(['home', 'users']);

/**
 * The hive of a Registry.pol by its folder: `Machine` or `User`, in any case. Undefined for any other folder.
 * Source: [MS-GPREG] 3.2.5.1.2.
 */
function hiveOfPath(path: string): 'HKLM' | 'HKCU' | undefined {
  const [, folder, parent = ''] = path.toLowerCase().split(/[\\/]/).reverse();
  if (HOMES.has(parent)) return undefined;
  return folder === 'machine' ? 'HKLM' : folder === 'user' ? 'HKCU' : undefined;
}

export function* readPol(bytes: Uint8Array, collector: Collector): Pieces {
  const hive = hiveOfPath(collector.file);
  const cursor = new PolCursor(bytes);
  const version = cursor.uint32();
  if (version !== 1)
    throw new ReadFault(`Registry.pol has version ${version}; only version 1 is known`, { offset: 4 });
  collector.spot = { offset: 0 };
  if (hive === undefined && cursor.at < bytes.length) {
    const message =
      'no folder Machine or User tells the hive of these values: name the file Machine/Registry.pol or User/Registry.pol';
    collector.note('unknown-hive', message);
  }
  while (cursor.at < bytes.length) {
    readRecord(cursor, hive, collector);
    yield;
  }
}

function readRecord(cursor: PolCursor, hive: string | undefined, collector: Collector): void {
  collector.spot = { offset: cursor.at };
  collector.count();
  cursor.expect('[', 'at the beginning of a record');
  const path = boundedKey(cursor.terminated('key'));
  cursor.expect(';', 'after the key');
  const value = cursor.terminated('value name');
  cursor.expect(';', 'after the value name');
  const type = cursor.uint32();
  cursor.expect(';', 'after the type');
  const size = cursor.uint32();
  cursor.expect(';', 'after the size');
  const data = cursor.take(size);
  if (holdsRecord(data)) throw collector.fault('the size of the data reaches over the next record');
  cursor.expect(']', 'at the end of a record');
  const pair = { key: hive === undefined ? withoutHive(path) : `${hive}\\${path}`, value };
  if (value === '' && type === 0 && size === 0) {
    collector.createsKey(pair.key);
    return;
  }
  if (size > collector.limits.maxValueBytes) {
    collector.add({ ...pair, type: typeName(type), unread: tooLarge(collector.limits) });
    return;
  }
  const entry = { ...pair, text: () => decodeUtf16(data)?.replaceAll('\0', ' ').trim() ?? '' };
  readEntry(collector, entry, (name) =>
    collector.add({ key: pair.key, value: name, ...typedBytes(type, data) }),
  );
}

/** Here the name of a hive is the name of a key below a hive: with a separator before it, it is not read as the hive. */
function withoutHive(path: string): string {
  return parseKey(path, true).hive === null ? path : `\\${path}`;
}

/** The end of a record's head: the value name's NUL, a type up to 11, the last one, and the size. */
const HEAD_END = /\0;[^\f-\uffff]\0;[\s\S]{2};/;

/** A size that damage has increased may reach to the bracket of a later record, which would be lost without a note. */
function holdsRecord(data: Uint8Array): boolean {
  return [0, 1].some((start) => {
    const text = fromUtf16(data, start, data.length - ((data.length - start) % 2));
    const head = HEAD_END.exec(text);
    return head !== null && text.lastIndexOf('][', head.index) !== -1;
  });
}

class PolCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Starts behind the signature `PReg`. */
  at = 4;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The next 16 bits. */
  #peek(offset = this.at): number {
    const { length } = this.#bytes;
    if (offset + 2 <= length) return this.#view.getUint16(offset, true);
    throw new ReadFault('the file ends inside a record: it is cut off', { offset: length });
  }

  expect(char: string, where: string): void {
    if (this.#peek() !== char.charCodeAt(0)) {
      throw new ReadFault(`“${char}” is missing ${where}: the file is damaged`, { offset: this.at });
    }
    this.at += 2;
  }

  uint32(): number {
    const value = this.#peek() + this.#peek(this.at + 2) * 0x1_0000;
    this.at += 4;
    return value;
  }

  /** A text that NUL ends. The specification allows no control characters in it. */
  terminated(what: string): string {
    const start = this.at;
    for (let code = this.#peek(); code !== 0; code = this.#peek()) {
      if (code < 0x20) {
        throw new ReadFault(`the ${what} holds a control character: the file is damaged`, {
          offset: this.at,
        });
      }
      this.at += 2;
    }
    this.at += 2;
    return fromUtf16(this.#bytes, start, this.at - 2);
  }

  take(size: number): Uint8Array {
    const start = this.at;
    if (size > this.#bytes.length - start) {
      throw new ReadFault(`the record claims ${size} bytes of data, more than the file has left`, {
        offset: start,
      });
    }
    this.at = start + size;
    return this.#bytes.subarray(start, this.at);
  }
}
