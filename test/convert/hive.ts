/** An empty hive, by the format's public description: a header, one block, its root key and the key's security. */
export function emptyHive(): Buffer {
  const file = Buffer.alloc(0x2000);
  const put = (at: number, ...numbers: number[]) => {
    for (const [index, number] of numbers.entries()) file.writeUInt32LE(number, at + 4 * index);
  };
  file.write('regf', 0, 'latin1');
  put(4, 1, 1);
  // Version 1.3, a primary file in memory's form; where the root is, and how long all blocks are.
  put(20, 1, 3, 0, 1, ROOT, 0x1000, 1);
  file.write('hbin', 0x1000, 'latin1');
  put(0x1004, 0, 0x1000);
  cell(file, ROOT, 'nk', 0x60);
  // The root of a hive, which is not deleted, with a name of one byte a letter.
  file.writeUInt16LE(0x2c, 0x1000 + ROOT + 6);
  put(0x1000 + ROOT + 20, NONE, 0, 0, NONE, NONE, 0, NONE, SECURITY, NONE);
  file.writeUInt16LE(4, 0x1000 + ROOT + 76);
  file.write('root', 0x1000 + ROOT + 80, 'latin1');
  cell(file, SECURITY, 'sk', 0x30);
  put(0x1000 + SECURITY + 8, SECURITY, SECURITY, 1, 20, 0x8000_0001);
  // What is left of the block is free: its length is positive.
  put(0x1000 + SECURITY + 0x30, 0x1000 - SECURITY - 0x30);
  let sum = 0;
  for (let at = 0; at < 508; at += 4) sum ^= file.readUInt32LE(at);
  put(508, sum >>> 0);
  return file;
}

/** From the beginning of the first block. */
const ROOT = 0x20;
const SECURITY = 0x80;
const NONE = 0xffff_ffff;

/** A cell that is in use has a negative length. */
function cell(file: Buffer, at: number, kind: string, size: number): void {
  file.writeInt32LE(-size, 0x1000 + at);
  file.write(kind, 0x1000 + at + 4, 'latin1');
}
