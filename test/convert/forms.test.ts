/** Registry forms, read back: by our readers, and where there is one by a parser that we did not write. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REGISTRY_FORMS } from '../../runtime/convert/convert.ts';
import { fileBytes } from '../../runtime/convert/policy-files.ts';
import { type RegistryValue, whyRefused } from '../../runtime/convert/registry.ts';
import type { RegistryFormName } from '../../runtime/format/form-names.ts';
import { CONVERT_TEXTS } from '../../runtime/messages/convert.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { readFile } from '../../runtime/readers/index.ts';
import { exact, same, sorted, values } from './values.ts';

/** Form by form: what a value becomes when its file is read. */
type Read = (file: Uint8Array, kept: readonly RegistryValue[]) => unknown[];

const HIVES: Record<string, string> = { HKEY_LOCAL_MACHINE: 'HKLM', HKEY_CURRENT_USER: 'HKCU' };

function byReader(file: string): Read {
  return (content, kept) => {
    const result = readFile({ name: file, content });
    if (result.problem !== undefined) throw new Error(`${result.problem.message} in ${JSON.stringify(kept)}`);
    return result.items.map((item) => {
      if (!('key' in item)) throw new Error('an MDM item');
      const [hive = '', ...rest] = item.key.split('\\');
      const { value: itemName, type, data, delete: deleted } = item;
      return { hive: HIVES[hive] ?? hive, key: rest.join('\\'), name: itemName, type, data, delete: deleted };
    });
  };
}

const DSC_TYPES: Record<string, string> = {
  String: 'REG_SZ',
  ExpandString: 'REG_EXPAND_SZ',
  MultiString: 'REG_MULTI_SZ',
  DWord: 'REG_DWORD',
  QWord: 'REG_QWORD',
  Binary: 'REG_BINARY',
};

/** What DSC makes of a text: its grammar has `[[` for one bracket; else it may be an expression. */
function evaluated(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(evaluated);
  if (typeof shown !== 'string' || !shown.startsWith('[')) return shown;
  expect(shown).toMatch(/^\[\[/);
  return shown.slice(1);
}

const READERS: Record<string, Read> = {
  reg: byReader('a.reg'),
  lgpo: byReader('lgpo.txt'),
  policyrules: byReader('a.PolicyRules'),
  dsc(content) {
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
        type: DSC_TYPES[kind],
        data:
          kind === 'Binary' ? Buffer.from((data as bigint[]).map(Number)).toString('hex') : evaluated(shown),
        delete: _exist === false ? true : undefined,
      };
    });
  },
};

describe.each(Object.entries(READERS))('%s', (id, read) => {
  const form = REGISTRY_FORMS[id as RegistryFormName];
  it('gives back what it does not refuse', () => {
    let held = 0;
    fc.assert(
      fc.property(values, (all) => {
        const kept = all.filter((each) => whyRefused(form, each) === undefined);
        if (kept.length === 0) return;
        held += kept.length;
        const file = fileBytes(form.write(kept), form.mediaType);
        expect(sorted(read(file, kept))).toEqual(sorted(kept.map(same)));
      }),
      { numRuns: 500 },
    );
    expect(held).toBeGreaterThan(100);
  });
});

it('pol gives back each hive by the folder of its file', () => {
  const form = REGISTRY_FORMS.pol;
  fc.assert(
    fc.property(values, (all) => {
      for (const [hive, folder] of [
        ['HKLM', 'Machine'],
        ['HKCU', 'User'],
      ] as const) {
        const kept = all.filter((each) => each.hive === hive && whyRefused(form, each) === undefined);
        if (kept.length === 0) continue;
        const file = fileBytes(form.write(kept), form.mediaType);
        expect(sorted(byReader(`${folder}/Registry.pol`)(file, kept))).toEqual(sorted(kept.map(same)));
      }
    }),
  );
});

describe('ansible', () => {
  const form = REGISTRY_FORMS.ansible;
  it('gives back what it does not refuse, with its type, and no template that is evaluated', () => {
    fc.assert(
      fc.property(values, (all) => {
        const kept = all.filter((each) => whyRefused(form, each) === undefined);
        const written = form.write(kept);
        // A text that holds a template is marked as unsafe.
        for (const line of written.split('\n').filter((each) => /\{[{%#]/.test(each)))
          expect(line).toMatch(/!unsafe /);
        const customTags = [{ tag: '!unsafe', resolve: (each: string) => each }];
        const tasks = (parse(written, { customTags, intAsBigInt: true }) ?? []) as Record<
          string,
          Record<string, unknown>
        >[];
        const found = tasks.map((task) => task['ansible.windows.win_regedit'] ?? {});
        expect(found).toHaveLength(kept.length);
        for (const [index, each] of kept.entries()) {
          const { path, name: valueName, data, type, state, delete_key: deleteKey } = found[index] ?? {};
          expect([path, valueName]).toEqual([`${each.hive}:\\${each.key}`, each.name]);
          if (each.delete) {
            expect([state, deleteKey, type]).toEqual(['absent', false, undefined]);
            continue;
          }
          const listed = type === 'multistring' ? (data ?? []) : data;
          const shown = typeof listed === 'bigint' ? exact(listed) : listed;
          const expected =
            each.type === 'REG_BINARY' && each.data !== ''
              ? `hex:${(String(each.data).match(/../g) ?? []).join(',')}`
              : each.data;
          expect([state, shown]).toEqual(['present', expected]);
          expect(type).toMatch(/^(?:string|expandstring|multistring|dword|qword|binary)$/);
        }
      }),
    );
  });
});

describe('powershell', () => {
  const form = REGISTRY_FORMS.powershell;
  const line = (each: Partial<RegistryValue>) =>
    form
      .write([{ hive: 'HKLM', key: 'Software\\A', name: 'B', title: 'T', ...each }])
      .split('\r\n')
      .at(-2);
  it.each([
    [{ type: 'REG_DWORD', data: 4294967295 }, '([int] -1) DWord'],
    [{ type: 'REG_QWORD', data: '18446744073709551615' }, "([long] '-1') QWord"],
    [{ type: 'REG_SZ', data: "it's ‘x’" }, "'it''s ‘‘x’’' String"],
    [{ type: 'REG_SZ', data: '$env:x\r\n' }, "('$env:x' + [char] 13 + [char] 10) String"],
    [{ type: 'REG_SZ', data: '\r\n' }, "('' + [char] 13 + [char] 10) String"],
    [{ type: 'REG_MULTI_SZ', data: [] }, '([string[]] @()) MultiString'],
    [{ type: 'REG_BINARY', data: '00ff' }, '([byte[]] @(0x00,0xff)) Binary'],
  ] as [Partial<RegistryValue>, string][])('%o', (each, expected) => {
    expect(line(each)).toBe(`Set-Value $HKLM 'Software\\A' 'B' ${expected}`);
  });
  it('deletes one value only', () => {
    expect(line({ delete: true })).toBe("Remove-Value $HKLM 'Software\\A' 'B'");
  });
});

describe('what would be read as something else', () => {
  const base: RegistryValue = {
    hive: 'HKLM',
    key: 'Software\\A',
    name: 'B',
    type: 'REG_SZ',
    data: 'x',
    title: 'T',
  };
  // Their own reason comes first.
  const lossy: RegistryFormName[] = ['lgpo', 'policyrules'];
  const others = (Object.keys(REGISTRY_FORMS) as RegistryFormName[]).filter((id) => !lossy.includes(id));
  const texts = textsIn('en-US', CONVERT_TEXTS);

  it.each<[RegistryFormName[], string, Partial<RegistryValue>, reason: string]>([
    [others, 'a line break in a name', { name: 'a\nb' }, texts.lineBreak],
    [others, 'a line break in a key', { key: 'a\r\nb' }, texts.lineBreak],
    [others, 'a text with a NUL', { data: 'a\0b' }, texts.nul],
    [lossy, 'a line break in a name', { name: 'a\nb' }, texts.blanks],
    [lossy, 'a line break in a key', { key: 'a\r\nb' }, texts.blanks],
    [lossy, 'a text with a NUL', { data: 'a\0b' }, texts.blanks],
    [
      ['pol'],
      'an empty value, which creates a key',
      { name: '', type: 'REG_NONE', data: '' },
      texts.emptyNone,
    ],
    [['pol', 'lgpo'], 'a name that is an instruction', { name: '**del.x' }, texts.instruction],
    [['lgpo'], 'the default value, whose empty line is dropped', { name: '' }, texts.noDefault],
  ])('%j refuse %s, and say so', (ids, _, part, reason) => {
    for (const id of ids) {
      const why = whyRefused(REGISTRY_FORMS[id], { ...base, ...part } as RegistryValue);
      expect([id, why?.(texts)]).toEqual([id, reason]);
      expect(whyRefused(REGISTRY_FORMS[id], base)).toBeUndefined();
    }
  });

  it('a text of several lines is bytes in a .reg file', () => {
    const file = REGISTRY_FORMS.reg.write([{ ...base, data: 'a\r\nb' }]);
    expect(file).toContain('"B"=hex(1):61,00,0d,00,0a,00,62,00');
  });
});
