/** Writers of every kind of archive that the vendors use, as small as the formats allow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { ROOT } from '../../build/paths.ts';

/** Windows Installer packages of `PACKAGE` and of `../evil.admx`: kept as bytes, for a writer of them is long. */
export const [PACKAGE_MSI, CLIMBING_MSI] = ['package', 'climbing'].map((name) =>
  readFileSync(join(ROOT, 'test/vectors', `${name}.msi`)),
) as [Buffer, Buffer];

export type Files = Record<string, string | Uint8Array>;

function bytesOf(content: string | Uint8Array): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16LE(value, at * 2);
  return buffer;
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, at * 4);
  return buffer;
}

export interface ZipOptions {
  /** Unix mode of every entry; 0o120777 makes links of them. */
  mode?: number;
  /** The size that the headers claim, whatever the real one is. */
  claimedSize?: number;
  /** General purpose flags; names are in UTF-8. */
  flags?: number;
}

export function zip(files: Files, options: ZipOptions = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = bytesOf(content);
    const packed = deflateRawSync(bytes, { level: 1 });
    const name = Buffer.from(path);
    const head = Buffer.concat([
      u16(20, options.flags ?? 0x0800, 8, 0, 0x21),
      u32(crc32(bytes), packed.length, options.claimedSize ?? bytes.length),
      u16(name.length, 0),
    ]);
    local.push(u32(0x04034b50), head, name, packed);
    central.push(
      u32(0x02014b50),
      u16(0x0300 | 20),
      head,
      u16(0, 0, 0),
      u32(((options.mode ?? 0o100644) << 16) >>> 0, offset),
      name,
    );
    offset += 4 + head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const count = Object.keys(files).length;
  const end = [u32(0x06054b50), u16(0, 0, count, count), u32(directory.length, offset), u16(0)];
  return Buffer.concat([...local, directory, ...end]);
}

/** `link`: target of every entry, which are then symbolic links. */
export function tar(files: Files, link?: string): Buffer {
  const parts: Buffer[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = link === undefined ? bytesOf(content) : Buffer.alloc(0);
    const header = Buffer.alloc(512);
    const size = bytes.length.toString(8).padStart(11, '0');
    const fields = { 0: path, 100: '0000644\0', 108: '0000000\0', 116: '0000000\0', 124: `${size}\0` };
    const more = {
      136: '00000000000\0',
      148: '        ',
      156: link === undefined ? '0' : '2',
      157: link ?? '',
    };
    for (const [at, text] of Object.entries({ ...fields, ...more, 257: 'ustar\x0000' }))
      header.write(text, Number(at));
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    parts.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

export function tarGz(files: Files, link?: string): Buffer {
  return gzipSync(tar(files, link), { level: 1 });
}

/** A cabinet of one uncompressed folder. */
export function cab(files: Files): Buffer {
  const contents = Object.values(files).map(bytesOf);
  const data = Buffer.concat(contents);
  let at = 0;
  const entries = Object.keys(files).map((path, index) => {
    const size = contents[index]?.length ?? 0;
    // Folder 0, some day, archive bit and a name in UTF-8; separators as on the vendors' machines.
    const entry = Buffer.concat([
      u32(size, at),
      u16(0, 0x21, 0, 0xa0),
      Buffer.from(`${path.replaceAll('/', '\\')}\0`),
    ]);
    at += size;
    return entry;
  });
  const blocks: Buffer[] = [];
  for (let from = 0; from < data.length; from += 0x8000) {
    const block = data.subarray(from, from + 0x8000);
    blocks.push(u32(0), u16(block.length, block.length), block);
  }
  const table = Buffer.concat(entries);
  const head = 36 + 8;
  const dataAt = head + table.length;
  const body = Buffer.concat([u32(dataAt), u16(blocks.length / 3, 0), table, ...blocks]);
  const header = Buffer.concat([
    Buffer.from('MSCF'),
    u32(0, 36 + body.length, 0, head, 0),
    Buffer.from([3, 1]),
    u16(1, entries.length, 0, 1, 0),
  ]);
  return Buffer.concat([header, body]);
}

/** A self-extracting program: a stub that is no program, and a cabinet behind it. */
export function selfExtracting(files: Files): Buffer {
  const stub = Buffer.alloc(512);
  stub.write('MZ');
  return Buffer.concat([stub, cab(files)]);
}
