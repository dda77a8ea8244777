/** Registry forms, read back by our readers and by readers from the documentation alone, and checked by what tools take. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../build/paths.ts';
import { fileBytes } from '../../cli/convert.ts';
import { REGISTRY_FORMS } from '../../runtime/convert/convert.ts';
import { type RegistryValue, whyRefused } from '../../runtime/convert/registry.ts';
import type { RegistryFormName } from '../../runtime/format/form-names.ts';
import { CONVERT_TEXTS } from '../../runtime/messages/convert.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { isInstalled } from '../command.ts';
import { itemsOf, read } from '../readers/generators.ts';
import { vectors } from '../vectors.ts';
import { fromTask, HIVES, readPol, readReg, TYPE_WORDS } from './naive.ts';
import { exact, same, sorted, values } from './values.ts';

/** Form by form: what a value becomes when its file is read. */
type Read = (file: Uint8Array) => unknown[];

function byReader(file: string): Read {
  return (content) =>
    (itemsOf(read(file, content)) as Item[]).map((item) => {
      if (!('key' in item)) throw new Error('an MDM item');
      const [hive = '', ...rest] = item.key.split('\\');
      const { value: itemName, type, data, delete: deleted } = item;
      const short = HIVES[hive] ?? hive.replace(/:$/, '');
      return { hive: short, key: rest.join('\\'), name: itemName, type, data, delete: deleted };
    });
}

/** What DSC makes of a text: its grammar has `[[` for one bracket; else it may be an expression. */
function evaluated(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(evaluated);
  if (typeof shown !== 'string' || !shown.startsWith('[')) return shown;
  expect(shown).toMatch(/^\[\[/);
  return shown.slice(1);
}

const byDocumentation =
  (naive: (file: Uint8Array) => unknown[]): Read =>
  (file) =>
    naive(file).map((each) => same(each as RegistryValue));

function readDsc(content: Uint8Array): unknown[] {
  const { resources } = parse(Buffer.from(content).toString(), { intAsBigInt: true });
  expect(new Set(resources.map((each: { name: string }) => each.name)).size).toBe(resources.length);
  return resources.map(({ properties }: { properties: Record<string, unknown> }) => {
    const { keyPath, valueName, valueData, _exist } = properties;
    const [hive = '', ...rest] = String(keyPath).split('\\');
    const [kind = '', data] = Object.entries(valueData ?? {})[0] ?? [];
    const shown = typeof data === 'bigint' ? exact(data) : data;
    return {
      hive,
      key: rest.join('\\'),
      name: evaluated(valueName),
      // In which case, the schema tells.
      type: TYPE_WORDS[kind.toLowerCase()],
      data:
        kind === 'Binary' ? Buffer.from((data as bigint[]).map(Number)).toString('hex') : evaluated(shown),
      delete: _exist === false ? true : undefined,
    };
  });
}

const customTags = [{ tag: '!unsafe', resolve: (each: string) => each }];

function readAnsible(file: Uint8Array): unknown[] {
  const text = Buffer.from(file).toString();
  // A text that holds a template is marked as unsafe.
  for (const line of text.split('\n').filter((each) => /\{[{%#]/.test(each)))
    expect(line).toMatch(/!unsafe /);
  const tasks = parse(text, { customTags, intAsBigInt: true }) as Record<string, Record<string, unknown>>[];
  return tasks.map((task) => {
    const { data, ...given } = task['ansible.windows.win_regedit'] ?? {};
    if (given.state === 'absent') expect(given).not.toHaveProperty('type');
    return fromTask({ ...given, data: typeof data === 'bigint' ? exact(data) : data });
  });
}

const ofMachine = ({ hive }: RegistryValue) => hive === 'HKLM';
const ofUser = ({ hive }: RegistryValue) => hive === 'HKCU';
/** Our readers of scripts and YAML: a key that may have been typed loses the blanks at its end, and names may be instructions. */
const asTyped = ({ key, name }: RegistryValue) => !/[\t-\r ]$/.test(key) && !name.startsWith('**');
type Holds = (value: RegistryValue) => boolean;

const READERS: [what: string, form: RegistryFormName, read: Read, holds?: Holds][] = [
  ['.reg by our reader', 'reg', byReader('a.reg')],
  ['.reg by its documentation', 'reg', byDocumentation(readReg)],
  ['LGPO text by our reader', 'lgpo', byReader('lgpo.txt')],
  ['PolicyRules by our reader', 'policyrules', byReader('a.PolicyRules')],
  ['Registry.pol of the machine by our reader', 'pol', byReader('Machine/Registry.pol'), ofMachine],
  ['Registry.pol of a user by our reader', 'pol', byReader('User/Registry.pol'), ofUser],
  ['Registry.pol by its documentation', 'pol', byDocumentation(readPol), ofMachine],
  ['PowerShell by our reader', 'powershell', byReader('a.ps1'), asTyped],
  ['dsc by our reader', 'dsc', byReader('a.yml'), asTyped],
  ['dsc by a YAML parser', 'dsc', readDsc],
  ['ansible by our reader', 'ansible', byReader('a.yml'), asTyped],
  ['ansible by a YAML parser', 'ansible', byDocumentation(readAnsible)],
];

/** Checks the files of made-up values that the form can hold. */
function holding(
  id: RegistryFormName,
  check: (file: Uint8Array, kept: RegistryValue[]) => void,
  holds: Holds = () => true,
): void {
  const form = REGISTRY_FORMS[id];
  let held = 0;
  fc.assert(
    fc.property(values, (all) => {
      const kept = all.filter((each) => whyRefused(form, each) === undefined && holds(each));
      if (kept.length === 0) return;
      held += kept.length;
      check(fileBytes(form.write(kept), form.mediaType), kept);
    }),
    { numRuns: 500 },
  );
  expect(held).toBeGreaterThan(100);
}

it.each(READERS)('%s gives back what the form does not refuse', (_, id, reader, holds) => {
  holding(id, (file, kept) => expect(sorted(reader(file))).toEqual(sorted(kept.map(same))), holds);
});

const TEXTS = textsIn('en-US', CONVERT_TEXTS);

interface Case {
  what?: string;
  forms: RegistryFormName[];
  /** Besides those of a plain value. */
  value: Partial<RegistryValue>;
  refused?: keyof typeof TEXTS;
  writes?: string;
}

const PLAIN: RegistryValue = {
  hive: 'HKLM',
  key: 'Software\\A',
  name: 'B',
  type: 'REG_SZ',
  data: 'x',
  title: 'T',
};

it.each(vectors<Case>('form-values'))('$forms: $value $what', ({ forms, value, refused, writes = '' }) => {
  for (const id of forms) {
    const form = REGISTRY_FORMS[id];
    const each = { ...PLAIN, ...value } as RegistryValue;
    expect([id, whyRefused(form, each)?.(TEXTS)]).toEqual([id, refused && TEXTS[refused]]);
    if (refused === undefined) expect(form.write([each])).toContain(writes);
  }
});

it('Registry.pol holds data of 65,535 bytes at most ([MS-GPREG] 2.2.1)', () => {
  const refused = (data: string) => whyRefused(REGISTRY_FORMS.pol, { ...PLAIN, data } as RegistryValue);
  expect(refused('x'.repeat(32_766))).toBeUndefined();
  expect(refused('x'.repeat(32_767))?.(TEXTS)).toBe(TEXTS.tooLong);
});

it.each([
  ['dsc', 'dsc.schema.json'],
  ['ansible', 'win-regedit.schema.json'],
] as const)('%s by what the tool takes', (id, file) => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'test/vectors', file), 'utf8'));
  const check = new Ajv2020({ strict: false }).compile(schema);
  holding(id, (content) => {
    check(parse(Buffer.from(content).toString(), { customTags }));
    expect(check.errors ?? []).toEqual([]);
  });
});

it.skipIf(!isInstalled('pwsh'))('a script by the parser of PowerShell', () => {
  const sample = fc.sample(values, 50).flat();
  const form = REGISTRY_FORMS.powershell;
  const script = form.write(sample.filter((each) => whyRefused(form, each) === undefined));
  const parser =
    '$e = $null; $null = [System.Management.Automation.Language.Parser]::ParseInput([Console]::In.ReadToEnd(), [ref] $null, [ref] $e); $e.Count';
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', parser], {
    input: script,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('0');
});
