/** A Windows Installer package, as far as its files need: tables in streams of a compound file, and a cabinet. */
import { cab, type Files } from './_archives.ts';

const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** Stream names of tables are packed two characters of base 64 into one of a private range. */
function packName(name: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._';
  let packed = '\u4840';
  for (let at = 0; at < name.length; at += 2) {
    const first = alphabet.indexOf(name[at] ?? '');
    const second = at + 1 < name.length ? alphabet.indexOf(name[at + 1] ?? '') : -1;
    packed += String.fromCharCode(second < 0 ? 0x4800 + first : 0x3800 + first + (second << 6));
  }
  return packed;
}

/** A compound file whose streams all lie in ordinary sectors (the small-stream limit is set to 0). */
function compound(streams: Map<string, Buffer>): Buffer {
  const names = [...streams.keys()];
  const directorySectors = Math.ceil((names.length + 1) / 4);
  const chains: { start: number; sectors: number }[] = [];
  let next = 1 + directorySectors;
  for (const bytes of streams.values()) {
    const sectors = Math.ceil(bytes.length / SECTOR);
    chains.push({ start: sectors ? next : END, sectors });
    next += sectors;
  }
  if (next > SECTOR / 4) throw new Error('the fixture outgrew its one sector of FAT');
  const fat = Buffer.alloc(SECTOR, 0xff);
  fat.writeUInt32LE(0xfffffffd, 0);
  const chain = (start: number, sectors: number) => {
    for (let at = 0; at < sectors; at++)
      fat.writeUInt32LE(at + 1 < sectors ? start + at + 1 : END, (start + at) * 4);
  };
  chain(1, directorySectors);
  for (const { start, sectors } of chains) if (sectors) chain(start, sectors);

  const directory = Buffer.alloc(directorySectors * SECTOR);
  const entry = (
    at: number,
    name: string,
    type: number,
    right: number,
    child: number,
    start: number,
    size: number,
  ) => {
    const base = at * 128;
    directory.write(name, base, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, base + 64);
    directory[base + 66] = type;
    directory[base + 67] = 1;
    directory.writeUInt32LE(FREE, base + 68);
    directory.writeUInt32LE(right, base + 72);
    directory.writeUInt32LE(child, base + 76);
    directory.writeUInt32LE(start, base + 116);
    directory.writeUInt32LE(size, base + 120);
  };
  entry(0, 'Root Entry', 5, FREE, 1, END, 0);
  // CLSID of a Windows Installer package.
  Buffer.from('84100c0000000000c000000000000046', 'hex').copy(directory, 80);
  names.forEach((name, index) => {
    const right = index + 1 < names.length ? index + 2 : FREE;
    const { start } = chains[index] ?? { start: END };
    entry(index + 1, name, 2, right, FREE, start, streams.get(name)?.length ?? 0);
  });

  const header = Buffer.alloc(SECTOR, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header, 0);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const padded = [...streams.values()].map((bytes) =>
    Buffer.concat([bytes, Buffer.alloc((SECTOR - (bytes.length % SECTOR)) % SECTOR)]),
  );
  return Buffer.concat([header, fat, directory, ...padded]);
}

class Strings {
  readonly #ids = new Map<string, number>([['', 0]]);
  id(text: string): number {
    const id = this.#ids.get(text) ?? this.#ids.size;
    this.#ids.set(text, id);
    return id;
  }
  streams(): [pool: Buffer, data: Buffer] {
    const texts = [...this.#ids.keys()].slice(1).map((text) => Buffer.from(text));
    const pool = Buffer.alloc(4 + texts.length * 4);
    pool.writeUInt16LE(65001, 0);
    texts.forEach((text, at) => {
      pool.writeUInt16LE(text.length, 4 + at * 4);
      pool.writeUInt16LE(1, 6 + at * 4);
    });
    return [pool, Buffer.concat(texts)];
  }
}

type Cell = string | number;
const TEXT = 0x0d48;
const SHORT = 0x0502;
const LONG = 0x0104;

/** The tables that give the files of the cabinet their names. */
const SCHEMA: Record<string, [string, number][]> = {
  Component: [
    ['Component', TEXT],
    ['Directory_', TEXT],
  ],
  Directory: [
    ['Directory', TEXT],
    ['Directory_Parent', TEXT],
    ['DefaultDir', TEXT],
  ],
  File: [
    ['File', TEXT],
    ['Component_', TEXT],
    ['FileName', TEXT],
    ['FileSize', LONG],
    ['Sequence', SHORT],
  ],
};

export function msi(files: Files, root = 'Microsoft Group Policy'): Buffer {
  const strings = new Strings();
  const tables: Record<string, Cell[][]> = {
    Directory: [
      ['TARGETDIR', '', 'SourceDir'],
      ['ProgramFilesFolder', 'TARGETDIR', '.'],
      ['ROOT', 'ProgramFilesFolder', `ROOT~1|${root}`],
    ],
    Component: [],
    File: [],
  };
  const packed: Files = {};
  const folders = new Map<string, string>([['', 'ROOT']]);
  Object.entries(files).forEach(([path, content], index) => {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let parent = '';
    for (const part of parts) {
      const own = parent === '' ? part : `${parent}/${part}`;
      if (!folders.has(own)) {
        folders.set(own, `dir${folders.size}`);
        tables.Directory?.push([
          folders.get(own) ?? '',
          folders.get(parent) ?? '',
          `D${folders.size}|${part}:.`,
        ]);
      }
      parent = own;
    }
    tables.Component?.push([`comp${index}`, folders.get(parent) ?? '']);
    tables.File?.push([`fil${index}`, `comp${index}`, `F${index}~1.ADM|${name}`, content.length, index + 1]);
    packed[`fil${index}`] = content;
  });
  const streams = new Map<string, Buffer>();
  const columns = Object.entries(SCHEMA).flatMap(([table, all]) =>
    all.map(([name, type], at): Cell[] => [table, at + 1, name, type]),
  );
  const write = (types: number[], rows: Cell[][]) =>
    Buffer.concat(types.flatMap((type, at) => rows.map((row) => cell(type, row[at] ?? '', strings))));
  for (const [table, rows] of Object.entries(tables)) {
    streams.set(
      packName(table),
      write(
        (SCHEMA[table] ?? []).map(([, type]) => type),
        rows,
      ),
    );
  }
  streams.set(packName('_Columns'), write([TEXT, SHORT, TEXT, SHORT], columns));
  streams.set(
    packName('_Tables'),
    write(
      [TEXT],
      Object.keys(SCHEMA).map((table) => [table]),
    ),
  );
  const [pool, data] = strings.streams();
  streams.set(packName('_StringPool'), pool);
  streams.set(packName('_StringData'), data);
  streams.set('files.cab', cab(packed));
  return compound(streams);
}

function cell(type: number, value: Cell, strings: Strings): Buffer {
  const bytes = Buffer.alloc(type === LONG ? 4 : 2);
  if (typeof value === 'string') bytes.writeUInt16LE(strings.id(value));
  else if (type === LONG) bytes.writeUInt32LE((value ^ 0x80000000) >>> 0);
  else bytes.writeUInt16LE(value ^ 0x8000);
  return bytes;
}
