/** PowerShell data files: literal data alone, every other thing an error with its place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileProblem, formatProblem } from '../../build/import/problems.ts';
import { Psd1Table, type Psd1Value, parsePsd1 } from '../../build/import/psd1.ts';
import { type RepeatedText, repeatedText, vectorFile, vectors } from '../vectors.ts';

/** Tables as objects, to be compared. */
function plain(value: Psd1Value): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Psd1Table)) return value;
  return Object.fromEntries(value.entries.map((each) => [each.name, plain(each.value)]));
}

const read = (text: string) => plain(parsePsd1(text, 'x.psd1'));

it('holds hashtables, arrays, strings, numbers and constants', () => {
  const text = vectorFile('literals.psd1');
  const expected = JSON.parse(vectorFile('literals.json'));
  expect(read(text)).toEqual(expected);
  expect(read(text.replaceAll('\n', '\r\n'))).toEqual({
    ...expected,
    Here: expected.Here.replaceAll('\n', '\r\n'),
  });
});

/** Of a long text: one that makes a superlinear pattern run for minutes, so that the time limit is the judge. */
it.each(vectors<[RepeatedText, string]>('psd1-problems'))('refuses %j', (text, message) => {
  let problem = '';
  try {
    read(repeatedText(text));
  } catch (error) {
    if (error instanceof FileProblem) problem = formatProblem(error.problem);
    else throw error;
  }
  expect(problem).toContain(message);
  expect(problem).toMatch(/^x\.psd1:\d+:\d+: /);
});

it('gives back whatever is written as literal data', () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      // Neither a list within a list nor a list of one is told from its items in PowerShell.
      fc.array(fc.string(), { minLength: 2 }),
      fc.uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([name]) => name.toLowerCase() }),
    ),
  }));
  const isTable = (each: unknown): each is [string, unknown][] =>
    Array.isArray(each) && each.every((item) => Array.isArray(item));
  const write = (each: unknown): string => {
    if (isTable(each))
      return `@{${each.map(([name, item]) => `${quote(name)} = ${write(item)}`).join(';\n')}}`;
    if (Array.isArray(each)) return `@(${each.map(write).join(', ')})`;
    if (typeof each === 'string') return quote(each);
    return typeof each === 'number' ? String(each) : each === null ? '$null' : `$${String(each)}`;
  };
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const model = (each: unknown): unknown =>
    isTable(each) ? Object.fromEntries(each.map(([name, item]) => [name, model(item)])) : each;
  fc.assert(
    fc.property(value, (any) => {
      expect(read(`@{ Value = ${write(any)} }`)).toEqual({ Value: model(any) });
    }),
    { numRuns: 300 },
  );
});
