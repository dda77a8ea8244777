/** Archives as real tools write them, where these are installed: the tests' own writers could share a mistake. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpack } from '../../build/pipeline/fetch/archive/unpack.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { KEPT } from './_templates.ts';

function has(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log(`Skipped: ${tool} is not installed`);
    return false;
  }
}

async function onDisk(): Promise<string> {
  const folder = await newFolder();
  await writeFiles(folder, KEPT);
  return folder;
}

async function unpacked(file: string): Promise<Record<string, string>> {
  const files = await unpack(file, await readFile(file), { wanted: (path) => /\.adm[lx]$/.test(path) });
  return Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
}

test.skipIf(!has('gcab'))('a compressed cabinet of gcab', async () => {
  const cwd = await onDisk();
  execFileSync('gcab', ['--create', '--zip', 'out.cab', ...Object.keys(KEPT)], { cwd });
  expect(await unpacked(join(cwd, 'out.cab'))).toEqual(KEPT);
});

const WXS = `<?xml version="1.0"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="*" Name="Lamp" Language="1033" Version="1.0.0" Manufacturer="Demo" UpgradeCode="12345678-1234-1234-1234-111111111111">
    <Package Compressed="yes" InstallerVersion="200"/>
    <Media Id="1" Cabinet="lamp.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFilesFolder"><Directory Id="PD" Name="PolicyDefinitions">
        <Component Id="C1" Guid="12345678-1234-1234-1234-111111111112"><File Id="fil7A" Name="lamp.admx" Source="lamp.admx"/></Component>
        <Directory Id="EN" Name="en-US"><Component Id="C2" Guid="12345678-1234-1234-1234-111111111113"><File Id="fil7B" Name="lamp.adml" Source="en-US/lamp.adml"/></Component></Directory>
        <Directory Id="FR" Name="fr-FR"><Component Id="C3" Guid="12345678-1234-1234-1234-111111111114"><File Id="fil7C" Name="lamp.adml" Source="fr-FR/lamp.adml"/></Component></Directory>
      </Directory></Directory>
    </Directory>
    <Feature Id="F" Level="1"><ComponentRef Id="C1"/><ComponentRef Id="C2"/><ComponentRef Id="C3"/></Feature>
  </Product>
</Wix>`;

test.skipIf(!has('wixl'))('a Windows Installer package of wixl', async () => {
  const cwd = await onDisk();
  await writeFile(join(cwd, 'lamp.wxs'), WXS);
  execFileSync('wixl', ['--output', 'lamp.msi', 'lamp.wxs'], { cwd, stdio: 'ignore' });
  const expected = Object.entries(KEPT).map(([path, text]) => [`PolicyDefinitions/${path}`, text]);
  expect(await unpacked(join(cwd, 'lamp.msi'))).toEqual(Object.fromEntries(expected));
});
