/** Files of registry forms, applied or read by programs that we did not write, where they are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { fileBytes } from '../../cli/convert.ts';
import { REGISTRY_FORMS } from '../../runtime/convert/convert.ts';
import { type RegistryValue, whyRefused } from '../../runtime/convert/registry.ts';
import type { RegistryFormName } from '../../runtime/format/form-names.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { isInstalled } from '../command.ts';
import { itemsOf, read } from '../readers/generators.ts';
import { newFolder } from '../scratch.ts';
import { emptyHive } from './hive.ts';
import { fromTask, readReg, stored } from './naive.ts';
import { exact, same, sorted, values } from './values.ts';

function run(program: string, args: string[], input?: string): string {
  // The files are UTF-8; a Perl program reads the locale's encoding else.
  const env = { ...process.env, PERL_UNICODE: 'SD', ANSIBLE_NOCOLOR: '1' };
  const { status, stdout, stderr } = spawnSync(program, args, { env, input, encoding: 'utf8' });
  expect([status, stderr], program).toEqual([0, '']);
  return stdout;
}

/** Debian's packages are of its own Python, which may not be the first one. */
function pythonWith(module: string): string | undefined {
  const has = (each: string) => spawnSync(each, ['-c', `import ${module}`]).status === 0;
  const found = ['python3', '/usr/bin/python3'].find(has);
  if (found === undefined) console.log(`${module} is not installed: it is not tried`);
  return found;
}

const SAMPLES = join(ROOT, '../shared/samples');

/** Those of the samples, once each, where there are any. */
function sampleValues(): RegistryValue[] {
  if (!existsSync(SAMPLES)) return [];
  const paths = ['gpo', 'policyrules', 'reg'].flatMap((folder) =>
    readdirSync(join(SAMPLES, folder), { recursive: true }).map((path) => join(folder, String(path))),
  );
  return paths
    .filter((path) => /\.(?:reg|pol|PolicyRules)$/i.test(path))
    .flatMap((name) => itemsOf(read(name, readFileSync(join(SAMPLES, name)))) as Item[])
    .flatMap((item) => {
      if (!('key' in item)) return [];
      const [hive, ...key] = item.key.split('\\');
      const { value, type, data } = item;
      const place = { key: key.join('\\'), name: value, title: value === '' ? '(default)' : value };
      const content = item.delete ? { delete: true as const } : { type, data };
      return [{ hive: hive?.endsWith('USER') ? 'HKCU' : 'HKLM', ...place, ...content } as RegistryValue];
    });
}

/** Windows compares keys and names without case. */
const unique = (all: RegistryValue[]) => [
  ...new Map(
    all.map((value) => [JSON.stringify([value.hive, value.key, value.name]).toLowerCase(), value]),
  ).values(),
];

const SAMPLED = unique(sampleValues());
const ALL = unique([...SAMPLED, ...fc.sample(values, { numRuns: 150, seed: 42 }).flat()]);

/** The values that the form can hold, of those that `holds` names, and their file. */
function written(id: RegistryFormName, holds: (value: RegistryValue) => boolean, all = ALL) {
  const form = REGISTRY_FORMS[id];
  const kept = all.filter((value) => holds(value) && whyRefused(form, value) === undefined);
  expect(kept.length).toBeGreaterThan(80);
  return { kept, file: fileBytes(form.write(kept), form.mediaType) };
}

const types = (kept: readonly RegistryValue[]) => new Set(kept.map(({ type }) => type ?? 'delete'));

const shapes = (all: readonly object[]) =>
  sorted(
    all
      .map((each) => same(each as RegistryValue))
      .map(({ key, ...rest }) => ({ key: key.toLowerCase(), ...rest })),
  );

it.skipIf(!isInstalled('hivexregedit'))(
  'a .reg file, merged into a hive by hivexregedit, which exports it again',
  async () => {
    const folder = await newFolder();
    const hive = join(folder, 'hive');
    await writeFile(hive, emptyHive());
    const form = REGISTRY_FORMS.reg;
    const merge = async (name: string, kept: readonly RegistryValue[]) => {
      const text = form.write(kept).replaceAll('\r\n', '\n');
      await writeFile(join(folder, name), text);
      run('hivexregedit', ['--merge', hive, join(folder, name)]);
    };
    // Text of two lines with a carriage return is in bytes; what is deleted is there before.
    const { kept } = written('reg', () => true);
    expect([...types(kept)]).toEqual(expect.arrayContaining(['REG_MULTI_SZ', 'REG_QWORD', '0x1234']));
    const content = { type: 'REG_SZ', data: 'to be deleted' };
    const before = kept.map((value) => (value.delete ? { ...value, delete: undefined, ...content } : value));
    // It creates one key at a time: first come those above.
    const keys = new Set(
      kept.flatMap(({ hive: root, key }) => {
        const parts = [root === 'HKLM' ? 'HKEY_LOCAL_MACHINE' : 'HKEY_CURRENT_USER', ...key.split('\\')];
        return parts.map((_, at) => parts.slice(0, at + 1).join('\\'));
      }),
    );
    const file = [...keys].sort((a, b) => a.split('\\').length - b.split('\\').length);
    await writeFile(join(folder, 'keys'), file.map((key) => `[${key}]\n\n`).join(''));
    run('hivexregedit', ['--merge', hive, join(folder, 'keys')]);
    const exported = () => {
      const text = run('hivexregedit', ['--export', hive, '\\']).replaceAll(/^\[\\/gm, '[');
      return shapes(readReg(fileBytes(text.replaceAll('\n', '\r\n'), form.mediaType)) as object[]);
    };
    await merge('before.reg', before as RegistryValue[]);
    expect(exported()).toEqual(shapes(before));
    await merge('after.reg', kept);
    expect(exported()).toEqual(shapes(kept.filter((value) => !value.delete)));
  },
);

const samba = pythonWith('samba.dcerpc.preg');
it.skipIf(samba === undefined)('a Registry.pol by Samba', async () => {
  // Its texts are UTF-8, which has no half of a pair.
  const isWellFormed = (value: RegistryValue) => !/\\ud[89a-f]/.test(JSON.stringify(value));
  const { kept, file } = written('pol', (value) => value.hive === 'HKLM' && isWellFormed(value));
  expect([...types(kept)]).toEqual(expect.arrayContaining(['REG_MULTI_SZ', 'REG_NONE', 'delete']));
  const path = join(await newFolder(), 'registry.pol');
  await writeFile(path, file);
  const lines = run(samba ?? '', [join(import.meta.dirname, 'appliers/registry_pol.py'), path]);
  const found = lines.trim().split('\n').map(entryOf);
  // It does not give the bytes of a REG_NONE, only how many there are.
  const expected = kept.map((value) =>
    value.type === 'REG_NONE' ? { ...value, data: String(value.data).length / 2 } : value,
  );
  expect(shapes(found)).toEqual(shapes(expected));
});

function entryOf(line: string): object {
  const [key, name, number, size, shown] = JSON.parse(line);
  const place = { hive: 'HKLM', key, name };
  if (name.startsWith('**del.')) return { ...place, name: name.slice(6), delete: true };
  if (number === 0) return { ...place, type: 'REG_NONE', data: size };
  if (number === 4 || number === 11)
    return { ...place, type: number === 4 ? 'REG_DWORD' : 'REG_QWORD', data: exact(BigInt(shown)) };
  if (number === 1 || number === 2)
    return { ...place, type: number === 1 ? 'REG_SZ' : 'REG_EXPAND_SZ', data: shown };
  return { ...place, ...stored(number, Buffer.from(shown, 'hex')) };
}

const ansible = pythonWith('ansible');
it.skipIf(ansible === undefined)('tasks, by Ansible up to their module', async () => {
  const { kept, file } = written('ansible', () => true);
  expect([...types(kept)]).toEqual(expect.arrayContaining(['REG_MULTI_SZ', 'REG_QWORD', 'delete']));
  const path = join(await newFolder(), 'tasks.yml');
  await writeFile(path, file);
  const lines = run(ansible ?? '', [join(import.meta.dirname, 'appliers/ansible_tasks.py'), path]);
  const found = lines.trim().split('\n').map(taskOf);
  expect(shapes(found)).toEqual(shapes(kept));
});

function taskOf(line: string): object {
  const { arguments: given, errors } = JSON.parse(line);
  expect(errors).toEqual([]);
  const { data, type } = given;
  if (type !== 'multistring' && data !== undefined) expect(data).toEqual(expect.any(String));
  return fromTask(/^[dq]word$/.test(type) ? { ...given, data: exact(BigInt(data)) } : given);
}

it.skipIf(!isInstalled('ansible-lint') || SAMPLED.length === 0)(
  'tasks by ansible-lint: what it finds is the vendor’s text alone',
  async () => {
    const folder = await newFolder();
    const sample = SAMPLED.filter((_, at) => at % 6 === 0);
    const { file } = written('ansible', () => true, sample);
    await mkdir(join(folder, 'tasks'));
    await writeFile(join(folder, 'tasks/main.yml'), file);
    const lint = spawnSync('ansible-lint', ['--offline', '--nocolor', '-p', 'tasks/main.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const rules = [...lint.stdout.matchAll(/^tasks\/main\.yml:\d+: (\S+):/gm)].map(([, rule]) => rule);
    expect(rules.filter((rule) => rule !== 'name[casing]' && rule !== 'yaml[line-length]')).toEqual([]);
    expect(`${lint.stdout}${lint.stderr}`).toMatch(/violation|0 failure/);
  },
);
