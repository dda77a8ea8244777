import { expect, it } from 'vitest';
import type { ReadLimits } from '../../runtime/readers/index.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';
import { itemsOf, read } from './generators.ts';
import { type WrittenValue, writePol } from './writers.ts';

interface Case {
  name: string;
  text?: RepeatedText;
  /** Of the text; UTF-8 where none is named. */
  encoding?: BufferEncoding;
  /** Instead of a text: the values of a Registry.pol. */
  pol?: WrittenValue[];
  limits?: Partial<ReadLimits>;
  items?: { unread?: string | true }[];
  /** Lines of the items, or their offsets. */
  places?: number[];
  notes?: [kind: string, line: number, message?: string, key?: string, value?: string][];
  format?: string | null;
  problem?: { line?: number; offset?: number; message?: string };
}

it.each(vectors<Case>('readers'))(
  '$name: $text $pol',
  ({ name, text = '', encoding, pol, limits, items, places, notes = [], format, problem }) => {
    const content = pol === undefined ? Buffer.from(repeatedText(text), encoding) : writePol(pol);
    const result = read(name, content, limits);
    if (format !== undefined) expect(result.format ?? null).toBe(format);
    if (problem !== undefined) {
      const message = expect.stringContaining(problem.message ?? '');
      expect(result.problem).toEqual({ file: name, ...problem, message });
      return;
    }
    const expected = items?.map((item) =>
      item.unread === true ? { ...item, unread: expect.any(String) } : item,
    );
    expect(itemsOf(result)).toEqual(expected);
    if (result.problem !== undefined) return;
    const placeOf = ({ at: { line, offset } }: { at: { line?: number; offset?: number } }) => line ?? offset;
    if (places !== undefined) expect(result.items.map(placeOf)).toEqual(places);
    const found = result.notes.map((note) => [note.kind, placeOf(note), note.message, note.key, note.value]);
    expect(found.map((note, at) => note.slice(0, notes[at]?.length))).toEqual(notes);
  },
);
