/** Registry forms by what we did not write, or by readers written here from the formats' documentation alone. */
import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { REGISTRY_FORMS } from '../../runtime/convert/convert.ts';
import { fileBytes } from '../../runtime/convert/policy-files.ts';
import { type RegistryValue, whyRefused } from '../../runtime/convert/registry.ts';
import type { RegistryFormName } from '../../runtime/format/form-names.ts';
import { readReg, stored } from './naive.ts';
import { same, sorted, values } from './values.ts';

/** As MS-GPREG has it: `PReg`, version 1, then `[key;value;type;size;data]`, texts ended by a NUL. */
function readPol(file: Uint8Array): unknown[] {
  const bytes = Buffer.from(file);
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4)]).toEqual(['PReg', 1]);
  const found: unknown[] = [];
  let at = 8;
  const expectChar = (char: string) => {
    expect(bytes.toString('utf16le', at, at + 2)).toBe(char);
    at += 2;
  };
  const text = () => {
    const start = at;
    while (bytes.readUInt16LE(at) !== 0) at += 2;
    at += 2;
    return bytes.toString('utf16le', start, at - 2);
  };
  const number = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  while (at < bytes.length) {
    expectChar('[');
    const key = text();
    expectChar(';');
    const name = text();
    expectChar(';');
    const type = number();
    expectChar(';');
    const size = number();
    expectChar(';');
    const data = bytes.subarray(at, at + size);
    at += size;
    expectChar(']');
    found.push(
      name.startsWith('**del.')
        ? { hive: 'HKLM', key, name: name.slice(6), delete: true }
        : { hive: 'HKLM', key, name, ...stored(type, data) },
    );
  }
  return found;
}

function holding(id: RegistryFormName, check: (file: Uint8Array, kept: RegistryValue[]) => void): void {
  const form = REGISTRY_FORMS[id];
  fc.assert(
    fc.property(values, (all) => {
      const kept = all.filter(
        (each) => whyRefused(form, each) === undefined && (id !== 'pol' || each.hive === 'HKLM'),
      );
      if (kept.length > 0) check(fileBytes(form.write(kept), form.mediaType), kept);
    }),
    { numRuns: 400 },
  );
}

const shape = (each: RegistryValue) => JSON.parse(JSON.stringify(same(each)));

it('.reg by its documentation', () => {
  holding('reg', (file, kept) =>
    expect(sorted(readReg(file).map((each) => shape(each as RegistryValue)))).toEqual(
      sorted(kept.map(shape)),
    ),
  );
});

it('Registry.pol by its documentation', () => {
  holding('pol', (file, kept) =>
    expect(sorted(readPol(file).map((each) => shape(each as RegistryValue)))).toEqual(
      sorted(kept.map(shape)),
    ),
  );
});

const text = { type: 'string' };
const integer = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });
const only = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const data = {
  String: text,
  ExpandString: text,
  MultiString: { type: 'array', items: text },
  DWord: integer(0xffff_ffff),
  QWord: integer(2 ** 64),
  Binary: { type: 'array', items: integer(255) },
};
/** What the resource Microsoft.Windows/Registry takes; a deletion without a value name would take the whole key. */
const DSC = only(
  {
    $schema: { const: 'https://aka.ms/dsc/schemas/v3/bundled/config/document.json' },
    resources: {
      type: 'array',
      items: only(
        {
          name: text,
          type: { const: 'Microsoft.Windows/Registry' },
          properties: {
            ...only(
              {
                keyPath: { type: 'string', pattern: '^HK(LM|CU)\\\\[^\\\\]' },
                valueName: { type: 'string', minLength: 1 },
                valueData: { ...only(data, []), minProperties: 1, maxProperties: 1 },
                _exist: { const: false },
              },
              ['keyPath', 'valueName'],
            ),
            oneOf: [{ required: ['valueData'] }, { required: ['_exist'] }],
          },
        },
        ['name', 'type', 'properties'],
      ),
    },
  },
  ['$schema', 'resources'],
);

/** The argument specification of ansible.windows.win_regedit, as far as tasks here have its arguments. */
const ANSIBLE = {
  type: 'array',
  items: only(
    {
      name: text,
      'ansible.windows.win_regedit': {
        ...only(
          {
            path: { type: 'string', pattern: '^HK(CC|CR|CU|LM|U):\\\\' },
            name: text,
            data: { not: { const: [] }, maximum: 2 ** 53 },
            type: { enum: ['binary', 'dword', 'expandstring', 'multistring', 'string', 'qword'] },
            state: { enum: ['present', 'absent'] },
            delete_key: { const: false },
          },
          ['path', 'name', 'state'],
        ),
        if: { properties: { state: { const: 'absent' } } },
        // Its default is true: without a name the whole key would go.
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['delete_key'] },
        // Without data it makes an empty list.
        else: {
          required: ['type'],
          anyOf: [{ required: ['data'] }, { properties: { type: { const: 'multistring' } } }],
        },
      },
    },
    ['name', 'ansible.windows.win_regedit'],
  ),
};

it.each([
  ['dsc', DSC],
  ['ansible', ANSIBLE],
] as const)('%s by what the tool takes', (id, schema) => {
  const check = new Ajv2020({ strict: false }).compile(schema);
  const customTags = [{ tag: '!unsafe', resolve: (each: string) => each }];
  holding(id, (file) => {
    check(parse(Buffer.from(file).toString(), { customTags }));
    expect(check.errors ?? []).toEqual([]);
  });
});

const pwsh = spawnSync('pwsh', ['-NoProfile', '-Command', '1']).status === 0;
if (!pwsh) process.stdout.write('PowerShell is not installed: its parser reads no script here\n');

it.skipIf(!pwsh)('a script by the parser of PowerShell', () => {
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
