/**
 * Files, with what is read of each: its items (`unread` where there are data that cannot be), its notes with their
 * lines, or the line of its problem.
 */
import { expect, it } from 'vitest';
import { vectors } from '../vectors.ts';
import { itemsOf, read } from './generators.ts';

interface Case {
  name: string;
  text: string;
  items?: object[];
  notes?: [kind: string, line: number][];
  problem?: { line: number; message?: string };
}

it.each(vectors<Case>('readers'))('$name: $text', ({ name, text, items, notes, problem }) => {
  const result = read(name, text);
  if (problem !== undefined) {
    const message = expect.stringMatching(problem.message ?? '.');
    expect(result.problem).toEqual({ file: name, line: problem.line, message });
    return;
  }
  expect(itemsOf(result).map((item) => ('unread' in item ? { ...item, unread: true } : item))).toEqual(items);
  if (notes !== undefined)
    expect(result.problem ?? result.notes.map(({ kind, at }) => [kind, at.line])).toEqual(notes);
});
