/** `--admx`: templates of one's own beside the built-in facts, for one run. */
import { cp, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { hivecheck, hivecheckProcess } from '../command.ts';
import { adml, admx, policy } from '../import/templates.ts';
import { writeReg } from '../readers/writers.ts';
import { smallFacts } from '../release/_facts.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const policyOf = (name: string, key: string) =>
  policy(
    name,
    `<parentCategory ref="Acme"/><supportedOn ref="windows:SUPPORTED_Windows_10_0"/>
      <enabledValue><decimal value="1"/></enabledValue><disabledValue><decimal value="0"/></disabledValue>`,
    { key, attrs: `valueName="${name}"`, title: '$(string.Title)' },
  );

const TEMPLATES = {
  'templates/Acme.admx': admx(
    policyOf('AllowThing', 'Software\\Policies\\Acme') + policyOf('Shell', 'Software\\Microsoft\\Acme'),
    {
      namespace: 'Acme.Policies.Tool',
      using: '<using prefix="windows" namespace="Microsoft.Policies.Windows"/>',
      categories: '<category name="Acme" displayName="$(string.Title)"/>',
    },
  ),
  'templates/en-US/Acme.adml': adml({ Title: 'The thing' }),
  'templates/windows.admx': admx('', {
    namespace: 'Microsoft.Policies.Windows',
    definitions: '<definition name="SUPPORTED_Windows_10_0" displayName="Mindestens Windows 10"/>',
  }),
  // A name that may be a language.
  'templates/old-1/Acme.admx': '',
  'templates/Copy.admx': admx(
    policy('L_AllowCamera', '', { key: 'Software\\Policies\\Microsoft\\Camera', attrs: 'valueName="Other"' }),
    { namespace: 'Microsoft.Policies.Camera' },
  ),
};

/** The package with the facts of a few settings: each run compiles them all. @returns its command. */
async function smallPackage(): Promise<string> {
  const root = await newFolder();
  await rename(await smallFacts(['windows-11'], 300), join(root, 'facts'));
  for (const part of ['cli', 'chunks', 'documents'])
    await cp(join(ROOT, 'lib', part), join(root, 'lib', part), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return join(root, 'lib/cli/hivecheck.cjs');
}

const folder = await newFolder();
const list = join(folder, 'list.reg');
await writeFiles(folder, TEMPLATES);
const value = (key: string, name: string, data: number) => ({ key, value: name, type: 'REG_DWORD', data });
await writeFile(
  list,
  writeReg([
    value('HKLM\\Software\\Policies\\Acme', 'AllowThing', 1),
    value('HKLM\\Software\\Microsoft\\Acme', 'Shell', 1),
    value('HKLM\\Software\\Policies\\Microsoft\\Camera', 'AllowCamera', 0),
  ]),
);

it('knows them, marks what they define, says whether MDM may take their keys, and leaves nothing behind', async () => {
  const scratch = await newFolder();
  const args = ['verify', list, '--target-os', 'Windows 11 24H2 Enterprise'];
  expect((await hivecheck(args)).out).toMatch(/No documented setting writes the value \(2\)/);
  const own = [...args, '--admx', join(folder, 'templates')];
  const run = await hivecheckProcess(own, undefined, { TMPDIR: scratch }, await smallPackage());
  expect(run.out).toContain('3 values in 1 file: 3 fine');
  expect(run.out).toContain('Of the templates of --admx (2)');
  expect(run.out).toMatch(/AllowThing\n.*may be ingested; its node: .*Acme~Policy~Acme\/AllowThing/);
  expect(run.out.replace(/\n +/g, ' ')).toMatch(
    /Shell MDM: .*does not let an ingested template write Software\\Microsoft\\Acme/,
  );
  expect(run.err).toMatch(
    /of 1 policies that the package knows too.*else of Microsoft\.Policies\.Camera::L_AllowCamera\n/,
  );
  expect(run.code).toBe(0);
  expect(await readdir(scratch)).toEqual([]);
});
