/** One sound file of every format, with several values, for the tests of damage and of work. */
import type { Format } from '../../runtime/readers/types.ts';
import { vectors } from '../vectors.ts';
import { encode, type RegForm, type WrittenValue, writePol, writeReg } from './writers.ts';

export interface NamedFile {
  name: string;
  content: Uint8Array;
}

export interface SoundFile extends NamedFile {
  format: Format;
}

const TYPED: Pick<WrittenValue, 'type' | 'data'>[] = [
  { type: 'REG_SZ', data: 'some "text"\\' },
  { type: 'REG_DWORD', data: 0xfedcba98 },
  { type: 'REG_MULTI_SZ', data: ['one', 'two'] },
  { type: 'REG_BINARY', data: '00112233445566778899aabbccddeeff'.repeat(3) },
];

/** `count` values, each below a key of its own. */
function valuesOf(count: number): WrittenValue[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `HKLM\\Software\\Key${at}`,
    value: `Value${at}`,
    ...TYPED[at % TYPED.length],
  }));
}

/** A text of entries. `#` of an entry becomes its number. */
interface Row {
  format: Format;
  name: string;
  encoding?: RegForm['encoding'];
  head?: string;
  /** One after the other, and again. */
  entries: string[];
  between?: string;
  tail?: string;
}

function fileOf(row: Row, count: number): SoundFile {
  const { format, name, encoding = 'utf-8', head = '', entries, between = '', tail = '' } = row;
  const numbered = Array.from({ length: count }, (_, at) =>
    (entries[at % entries.length] ?? '').replaceAll('#', `${at}`),
  );
  return { format, name, content: encode(head + numbered.join(between) + tail, encoding) };
}

const ROWS = vectors<Row>('sound-files');

/** By format; each file has `count` items. */
export function soundFiles(count: number): SoundFile[] {
  const values = valuesOf(count);
  const narrow = writeReg(values, { version: 5, encoding: 'utf-8', lineBreak: '\n' });
  return [
    { format: 'reg', name: 'a.reg', content: writeReg(values) },
    { format: 'reg', name: 'narrow.reg', content: narrow },
    { format: 'registry-pol', name: 'Machine/Registry.pol', content: writePol(values) },
    ...ROWS.map((row) => fileOf(row, count)),
  ];
}
