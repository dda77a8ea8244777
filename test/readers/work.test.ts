/** Linear time, by counting characters looked at instead of time: four times the file, four times the work. */
import { afterEach, describe, expect, it } from 'vitest';
import { readFile } from '../../runtime/readers/index.ts';
import { soundFiles } from './corpus.ts';
import { encode } from './writers.ts';

type Method = (this: unknown, ...parameters: unknown[]) => unknown;
type Cost = (text: unknown, result: unknown, from: unknown) => number;

const one: Cost = () => 1;
const whole: Cost = (text) => String(text).length;
const ofResult: Cost = (_text, result) => String(result).length + 1;
/** From where the search begins to what it finds. */
const search: Cost = (text, result, from) =>
  (Number(result) === -1 ? String(text).length : Number(result)) - (Number(from) || 0) + 1;

const COSTS: [object, Record<string, Cost>][] = [
  [
    String.prototype,
    {
      charCodeAt: one,
      charAt: one,
      codePointAt: one,
      indexOf: search,
      slice: ofResult,
      substring: ofResult,
      trim: whole,
      trimStart: whole,
      split: whole,
      search: whole,
      replace: whole,
      replaceAll: whole,
      toLowerCase: whole,
      toUpperCase: whole,
      includes: whole,
    },
  ],
  [DataView.prototype, { getUint16: one, getUint32: one }],
];

const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

/** Characters that the methods of strings look at while `run` runs. Reads of typed arrays are not counted. */
function workOf(run: () => void): number {
  let work = 0;
  for (const [prototype, methods] of COSTS) {
    for (const [name, cost] of Object.entries(methods)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
      const original = descriptor?.value as Method;
      const counted: Method = function (...parameters) {
        const result = Reflect.apply(original, this, parameters);
        // `search` is (pattern, from); all others ignore the third argument.
        work += cost(this, result, parameters[1]);
        return result;
      };
      Object.defineProperty(prototype, name, { ...descriptor, value: counted });
      restore.push(() => Object.defineProperty(prototype, name, descriptor ?? {}));
    }
  }
  run();
  for (const undo of restore.splice(0)) undo();
  return work;
}

function growth(make: (size: number) => { name: string; content: Uint8Array }): number {
  const [small, large] = [make(200), make(800)];
  readFile(small);
  const few = workOf(() => readFile(small));
  const many = workOf(() => readFile(large));
  expect(few).toBeGreaterThan(100);
  return many / few;
}

describe('work grows with the size of the file, not with its square', () => {
  const names = soundFiles(1).map((file) => file.name);

  it.each(names.map((name, at) => ({ name, at })))('$name', ({ at }) => {
    expect(growth((size) => soundFiles(size)[at] ?? { name: '', content: new Uint8Array() })).toBeLessThan(5);
  });

  const HEAD = 'Windows Registry Editor Version 5.00\n[HKLM\\A]\n';
  it.each([
    ['a long binary value', (size: number) => `${HEAD}"x"=hex:${'00,\\\n'.repeat(size)}00\n`],
    ['a text of escapes', (size: number) => `${HEAD}"x"="${'\\\\'.repeat(size)}"\n`],
    ['a text that never ends', (size: number) => `${HEAD}"x"="${'a\n'.repeat(size)}`],
    ['a key of brackets', (size: number) => `${HEAD}[${']  '.repeat(size)}\n`],
    ['blank lines', (size: number) => `${HEAD}${' \n'.repeat(size)}`],
    ['equals signs', (size: number) => `[Unicode]\n[Registry Values]\n${'=  '.repeat(size)}\n`],
    ['quotation marks', (size: number) => `key,value\n${'"'.repeat(size)}\n`],
    ['brackets', (size: number) => `{${' '.repeat(size)}`],
    ['line breaks before JSON', (size: number) => `{\n${'\n'.repeat(size)}}`],
    ['comments before XML', (size: number) => `${'<!-- -->'.repeat(size)}<PolicyRules/>`],
  ])('%s', (_name, text) => {
    expect(growth((size) => ({ name: 'x', content: encode(text(size), 'utf-8') }))).toBeLessThan(5);
  });
});
