/** Linear time, by counting characters looked at instead of time: four times the file, four times the work. */
import { afterEach, describe, expect, it } from 'vitest';
import { readFile } from '../../runtime/readers/index.ts';
import { FRAME_NAMES, hostileFiles } from '../hostile/patterns.ts';
import { soundFiles } from './corpus.ts';
import { read } from './generators.ts';
import { encode, writePol } from './writers.ts';

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
        work += cost(this, result, parameters[1], parameters[0]);
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

describe('work for files of one fragment grows with their size', () => {
  it.each(FRAME_NAMES)('%s', (frame) => {
    const large = hostileFiles(2400, frame);
    for (const small of hostileFiles(600, frame)) {
      const { label, ...file } = large.next().value ?? { label: '', name: '', content: new Uint8Array() };
      expect(label).toBe(small.label);
      const few = workOf(() => readFile(small));
      // Of four times the size; names that are numbered get longer.
      expect(
        workOf(() => readFile(file)),
        label,
      ).toBeLessThan(5.5 * few + 5000);
    }
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
  const rule = (key: string, value: string, data: string) =>
    `<ComputerConfig><Key>${key}</Key><Value>${value}</Value><RegType>REG_SZ</RegType><RegData>${data}</RegData></ComputerConfig>`;
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
          content: `<PolicyRules>${rule(deep(size), value, names(size))}</PolicyRules>`,
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
