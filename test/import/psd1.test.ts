/** PowerShell data files: hashtables and texts alone, every other thing an error with its place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileProblem, formatProblem } from '../../build/import/problems.ts';
import { Psd1Table, type Psd1Value, parsePsd1 } from '../../build/import/psd1.ts';
import { type RepeatedText, repeatedText, vectorFile, vectors } from '../vectors.ts';

/** Tables as objects, to be compared. */
function plain(value: Psd1Value): unknown {
  if (!(value instanceof Psd1Table)) return value;
  return Object.fromEntries(value.entries.map((each) => [each.name, plain(each.value)]));
}

type Written = string | [name: string, value: Written][];

const read = (text: string) => plain(parsePsd1(text, 'x.psd1'));

it('holds hashtables and texts', () => {
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

it('gives back whatever is written as texts and hashtables', () => {
  const { value } = fc.letrec<{ value: Written }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([name]) => name.toLowerCase() }),
    ),
  }));
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const write = (each: Written): string =>
    typeof each === 'string'
      ? quote(each)
      : `@{${each.map(([name, item]) => `${quote(name)} = ${write(item)}`).join(';\n')}}`;
  const model = (each: Written): unknown =>
    typeof each === 'string' ? each : Object.fromEntries(each.map(([name, item]) => [name, model(item)]));
  fc.assert(
    fc.property(value, (any) => {
      expect(read(`@{ Value = ${write(any)} }`)).toEqual({ Value: model(any) });
    }),
    { numRuns: 300 },
  );
});
