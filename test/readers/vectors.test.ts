/**
 * Files, with what is read of each: its items (`unread` is true where the reason is not the subject), their lines where
 * a row has them, its notes, or its problem. Of a note a row names as many parts as are its subject.
 */
import { expect, it } from 'vitest';
import { vectors } from '../vectors.ts';
import { itemsOf, read } from './generators.ts';

interface Case {
  name: string;
  text: string;
  items?: { unread?: string | true }[];
  lines?: number[];
  notes?: [kind: string, line: number, message?: string, key?: string, value?: string][];
  format?: string;
  problem?: { line?: number; offset?: number; message?: string };
}

it.each(vectors<Case>('readers'))(
  '$name: $text',
  ({ name, text, items, lines, notes = [], format, problem }) => {
    const result = read(name, text);
    if (format !== undefined) expect(result).toMatchObject({ format });
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
    if (lines !== undefined) expect(result.items.map(({ at }) => at.line)).toEqual(lines);
    const found = result.notes.map(({ kind, at, message, key, value }) => [
      kind,
      at.line,
      message,
      key,
      value,
    ]);
    expect(found.map((note, at) => note.slice(0, notes[at]?.length))).toEqual(notes);
  },
);
