/**
 * Every reader ends, lets other work have its turn, and takes linear time, by counting characters looked at instead of
 * time: four times the file, four times the work.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { type ReadResult, readFile, readFileInPieces } from '../../runtime/readers/index.ts';
import { FRAME_NAMES, hostileFiles } from '../hostile/patterns.ts';
import { expectSame } from '../same.ts';
import { soundFiles } from './corpus.ts';
import { read } from './generators.ts';
import { encode, writePol, writeRules } from './writers.ts';

type Method = (this: unknown, ...parameters: unknown[]) => unknown;
type Cost = (text: unknown, result: unknown, from: unknown, pattern: unknown) => number;

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
      // What it looks for, if that was put together for it, is copied first.
      startsWith: (_text, _result, _from, pattern) => String(pattern).length,
    },
  ],
  [DataView.prototype, { getUint16: one, getUint32: one }],
];

const restore: (() => void)[] = [];
let work = 0;
// Once for all: each change of a prototype throws away the code that was compiled with it.
beforeAll(() => {
  for (const [prototype, methods] of COSTS) {
    for (const [name, cost] of Object.entries(methods)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
      const original = descriptor?.value as Method;
      const value: Method = function (...parameters) {
        const result = Reflect.apply(original, this, parameters);
        work += cost(this, result, parameters[1], parameters[0]);
        return result;
      };
      Object.defineProperty(prototype, name, { ...descriptor, value });
      restore.push(() => Object.defineProperty(prototype, name, descriptor ?? {}));
    }
  }
});
afterAll(() => {
  for (const undo of restore) undo();
});

/** Characters that the methods of strings look at while `run` runs. Reads of typed arrays are not counted. */
function workOf(run: () => void): number {
  const before = work;
  run();
  return work - before;
}

function growth(make: (size: number) => { name: string; content: Uint8Array }): number {
  const [small, large] = [make(200), make(800)];
  readFile(small);
  const few = workOf(() => readFile(small));
  const many = workOf(() => readFile(large));
  expect(few).toBeGreaterThan(100);
  return many / few;
}

describe('a file of one fragment, repeated', () => {
  it.each(FRAME_NAMES)('%s: work grows with its size, and its entries are counted', (frame) => {
    const large = hostileFiles(1600, frame);
    let files = 0;
    for (const small of hostileFiles(400, frame)) {
      files++;
      const { label, ...file } = large.next().value ?? { label: '', name: '', content: new Uint8Array() };
      expectSame(label, small.label);
      const few = workOf(() => readFile(small));
      let result: ReadResult | undefined;
      const many = workOf(() => {
        result = readFile(file);
      });
      // Of four times the size; names that are numbered get longer.
      if (many >= 5.5 * few + 5000) expect(many, label).toBeLessThan(5.5 * few + 5000);
      const { problem } = result ?? {};
      if (problem !== undefined && (problem.message === '' || (problem.line ?? problem.offset) === undefined))
        expect(problem, label).toBe('a problem that says what and where');
      // Whatever a file holds, few entries end the reading where few are allowed: nothing is read uncounted.
      const limited = readFile(file, { maxItems: 1000, maxEntries: 1 });
      // The names in one instruction count as values.
      if (limited.problem === undefined && limited.items.length > (label.includes('by name') ? 1000 : 2))
        expect(limited.items, label).toHaveLength(2);
    }
    expect(files).toBeGreaterThan(10);
  });
});

describe('work grows with the size of the file, not with its square', () => {
  const formats = soundFiles(1).map((file) => file.name);

  it.each(formats.map((name, at) => ({ name, at })))('$name', ({ at }) => {
    expect(growth((size) => soundFiles(size)[at] ?? { name: '', content: new Uint8Array() })).toBeLessThan(5);
  });

  // Many names or values below one long key: neither is to be looked at once for each of the other.
  const deep = (size: number) => `Software\\${'a\\'.repeat(size / 8)}b`;
  const names = (size: number) => Array.from({ length: size }, (_, at) => `n${at}`).join(';');
  const LONG: [string, (size: number) => { name: string; content: string | Uint8Array }][] = [
    ...['**DeleteKeys', '**DeleteValues'].flatMap((value): typeof LONG => [
      [
        `${value} of Registry.pol`,
        (size) => ({
          name: 'Machine/Registry.pol',
          content: writePol([{ key: `HKLM\\${deep(size)}`, value, type: 'REG_SZ', data: names(size) }]),
        }),
      ],
      [
        `${value} of PolicyRules`,
        (size) => ({
          name: 'a.PolicyRules',
          content: writeRules([{ key: deep(size), value, data: names(size) }]),
        }),
      ],
      [
        `${value} of a list`,
        (size) => ({
          name: 'a.csv',
          content: `key,name,type,data\nHKLM\\${deep(size)},${value},REG_SZ,${names(size)}\n`,
        }),
      ],
    ]),
    [
      'values of a key that is deleted',
      (size) => {
        const key = `HKEY_LOCAL_MACHINE\\${deep(size)}`;
        const values = names(size).replaceAll(/n\d+;?/g, '"$&"=dword:1\n');
        return { name: 'a.reg', content: `REGEDIT4\n[${key}]\n${values}[-${key}]\n` };
      },
    ],
    [
      'values that are deleted one by one, beside a long key',
      (size) => {
        const step = '[HKEY_LOCAL_MACHINE\\A\\B]\n"x"=dword:1\n[-HKEY_LOCAL_MACHINE\\A]\n';
        const end = `[HKEY_LOCAL_MACHINE\\${deep(size)}]\n"x"=dword:1\n[-HKEY_LOCAL_MACHINE\\A]\n`;
        return { name: 'a.reg', content: `REGEDIT4\n${step.repeat(size)}${end}` };
      },
    ],
    [
      'choices of a setting',
      (size) => {
        const settingDefinitionId = 'a'.repeat(2 * size);
        const choiceSettingCollectionValue = Array.from({ length: size }, () => ({ value: 'x' }));
        const settingInstance = { settingDefinitionId, choiceSettingCollectionValue };
        return { name: 'a.json', content: JSON.stringify({ settings: [{ settingInstance }] }) };
      },
    ],
  ];
  it.each(LONG)('%s', (_name, make) => {
    expect(read(make(200).name, make(200).content)).not.toHaveProperty('problem');
    expect(
      growth((size) => {
        const { name, content } = make(size);
        return { name, content: typeof content === 'string' ? encode(content, 'utf-8') : content };
      }),
    ).toBeLessThan(5);
  });
});

/** Those that once held the process for seconds. */
it.each([
  ['a.csv', `key,value,data\n${'\n'.repeat(780_000)}`, 100],
  ['a.csv', `key,value,data\n${','.repeat(700_000)}\n`, 1],
  ['a.csv', `key,value,data${',x'.repeat(400_000)}\n`, 1],
  ['a.ps1', `(${'\n'.repeat(90_000)}`, 90_000],
  ['a.ps1', `sp HKLM:\\A b 1\nparam ${'()ni '.repeat(16_000)}`, 48_000],
  // A turn for each command whose arguments hold those of others: without them 60,187.
  ['a.ps1', `sp HKLM:\\A b 1\n(${'ni ('.repeat(60)}${'-Force '.repeat(60_000)}${')'.repeat(61)}`, 60_240],
  ['a.cmd', `${'powershell.'.repeat(740)}\n${'@'.repeat(8000)}\n`.repeat(800), 1600],
])('%s, number %#: other work has its turn', { timeout: 8_000 }, async (name, text, least) => {
  let turns = 0;
  const limits = { maxItems: 1000, maxEntries: 100_000 };
  await readFileInPieces({ name, content: encode(text, 'utf-8') }, limits, () => {
    turns++;
    return undefined;
  });
  expect(turns).toBeGreaterThanOrEqual(least);
});

const LONG_TEXTS = `
  const { readFile } = await import('./runtime/readers/index.ts');
  const pad = '_'.repeat(12_000_000);
  const task = "- win_regedit: {path: 'HKLM:\\\\A', name: b, data: ";
  const files = { ps1: 'sp HKLM:\\\\A b ' + pad, json: JSON.stringify([{ key: 'HKLM\\\\A', value: 'b', data: pad }]),
    reg: 'REGEDIT4\\n[HKEY_LOCAL_MACHINE\\\\A]\\n"b"="' + pad + '"', yml: task + '"' + pad + '"}', yaml: task + pad + '}' };
  for (const [end, text] of Object.entries(files)) {
    const { items } = await readFile({ name: 'a.' + end, content: new TextEncoder().encode(text) }, { maxItems: 9, maxEntries: 99 });
    console.log(end, items.length);
  }`;

it('a long text does not overflow the stack of patterns that V8 does not optimize, as in large processes', async () => {
  const flags = ['--no-regexp-optimization', '--import', 'tsx', '--input-type=module', '--eval', LONG_TEXTS];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: ROOT });
  expect(stdout).toBe('ps1 1\njson 1\nreg 1\nyml 1\nyaml 1\n');
});
