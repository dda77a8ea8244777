/** `--admx`: templates of one's own beside the built-in facts, for one run. */
import { cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { hivecheck, hivecheckProcess } from '../command.ts';
import { writeReg } from '../readers/writers.ts';
import { smallFacts } from '../release/_facts.ts';
import { newFolder } from '../scratch.ts';

const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';

const policy = (name: string, key: string) => `
    <policy name="${name}" class="Machine" displayName="$(string.Title)" key="${key}" valueName="${name}">
      <parentCategory ref="Acme"/><supportedOn ref="windows:SUPPORTED_Windows_10_0"/>
      <enabledValue><decimal value="1"/></enabledValue><disabledValue><decimal value="0"/></disabledValue>
    </policy>`;

const ADMX = `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${NAMESPACE}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="acme" namespace="Acme.Policies.Tool"/>
    <using prefix="windows" namespace="Microsoft.Policies.Windows"/>
  </policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <categories><category name="Acme" displayName="$(string.Title)"/></categories>
  <policies>${policy('AllowThing', 'Software\\Policies\\Acme')}${policy('Shell', 'Software\\Microsoft\\Acme')}
  </policies>
</policyDefinitions>
`;

const ADML = `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${NAMESPACE}" revision="1.0" schemaVersion="1.0">
  <displayName/><description/>
  <resources><stringTable><string id="Title">The thing</string></stringTable></resources>
</policyDefinitionResources>
`;

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
await mkdir(join(folder, 'templates', 'en-US'), { recursive: true });
await writeFile(join(folder, 'templates', 'Acme.admx'), ADMX);
await writeFile(join(folder, 'templates', 'en-US', 'Acme.adml'), ADML);
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
  expect(run.code).toBe(0);
  expect(await readdir(scratch)).toEqual([]);
});
