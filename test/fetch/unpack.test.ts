import { execFileSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { msiPaths } from '../../build/pipeline/fetch/archive/msi.ts';
import { unpack } from '../../build/pipeline/fetch/archive/unpack.ts';
import { FetchError } from '../../build/pipeline/fetch/errors.ts';
import { isInstalled } from '../command.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { CLIMBING_MSI, cab, type Files, PACKAGE_MSI, selfExtracting, tar, tarGz, zip } from './_archives.ts';
import { ADMX, KEPT, PACKAGE } from './_templates.ts';

const wanted = (path: string) => /\.adm[lx]$/i.test(path);

async function unpacked(bytes: Uint8Array, name = 'package'): Promise<Record<string, string>> {
  const files = await unpack(name, bytes, { wanted });
  return Object.fromEntries(files.map(({ path, bytes: content }) => [path, Buffer.from(content).toString()]));
}

const templates = Object.fromEntries(Object.entries(PACKAGE).filter(([path]) => wanted(path)));

const below = (folder: string) =>
  Object.fromEntries(Object.entries(templates).map(([path, content]) => [folder + path, content]));

describe('every kind of archive gives the templates and only them', () => {
  test.each<[string, Uint8Array, Record<string, string>]>([
    ['zip', zip(PACKAGE), templates],
    ['cab', cab(PACKAGE), templates],
    ['tar', tar(PACKAGE), templates],
    ['self-extracting exe', selfExtracting(PACKAGE), templates],
    ['tar.gz', tarGz(PACKAGE), below('archive~/')],
    ['msi, by the names of its tables', PACKAGE_MSI, below('Microsoft Group Policy/')],
    ['zip in cab', cab({ 'templates.zip': zip(PACKAGE) }), below('templates.zip/')],
    ['msi in zip', zip({ 'setup.msi': PACKAGE_MSI }), below('setup.msi/Microsoft Group Policy/')],
  ])('%s', async (_kind, bytes, expected) => {
    expect(await unpacked(bytes)).toEqual(expected);
  });

  test('names and contents survive, whatever they are', async () => {
    const name = fc.stringMatching(/^[A-Za-z0-9 _.éß本-]{1,12}$/).filter((text) => !/^[. ]|[. ]$/.test(text));
    const content = fc.uint8Array({ maxLength: 70_000 });
    const files = fc.dictionary(
      fc.tuple(name, name).map(([a, b]) => `${a}/${b}.admx`),
      content,
      { minKeys: 1, maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(zip, tar), async (all: Files, write) => {
        const out = await unpack('package', write(all), { wanted });
        expect(new Map(out.map(({ path, bytes }) => [path, Buffer.from(bytes)]))).toEqual(
          new Map(Object.entries(all).map(([path, bytes]) => [path, Buffer.from(bytes)])),
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('what no template package has a reason to hold is refused', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['a climbing entry in a zip', zip({ '../evil.admx': ADMX }), /"\.\.\/evil\.admx" lies outside/],
    ['a climbing entry in a tar.gz', tarGz({ 'a/../../evil.admx': ADMX }), /lies outside/],
    ['a climbing entry in a cab', cab({ '../evil.admx': ADMX }), /lies outside/],
    ['a backslash climb in a zip', zip({ 'a\\..\\..\\evil.admx': ADMX }), /lies outside/],
    ['a climbing entry beside good ones', zip({ ...PACKAGE, '../x.txt': 'x' }), /lies outside/],
    ['an absolute path', zip({ '/etc/evil.admx': ADMX }), /lies outside/],
    ['a drive', zip({ 'C:/evil.admx': ADMX }), /lies outside/],
    ['a climbing folder in the tables of an msi', CLIMBING_MSI, /lies outside/],
    ['a link in a zip', zip({ 'lamp.admx': '/etc/passwd' }, { mode: 0o120777 }), /"lamp\.admx" is a link/],
    ['a link in a tar.gz', tarGz({ 'lamp.admx': '' }, '/etc/passwd'), /"lamp\.admx" is a link/],
    ['a device in a zip', zip({ 'lamp.admx': '' }, { mode: 0o020666 }), /"lamp\.admx" is a device or a pipe/],
    ['a password', zip(PACKAGE, { flags: 0x0801 }), /lamp\.admx" is encrypted; declare a download without/],
    ['a zip bomb', zip({ 'bomb.admx': Buffer.alloc(40 * 2 ** 20) }), /unpacks to more than \d+ bytes/],
    ['a gzip bomb', tarGz({ 'bomb.admx': Buffer.alloc(40 * 2 ** 20) }), /unpacks to more than \d+ bytes/],
    [
      'a bomb in an archive in an archive',
      cab({ 'in.zip': zip({ 'b.zip': zip({ 'b.admx': Buffer.alloc(40 * 2 ** 20) }) }) }),
      /unpacks to more/,
    ],
  ])('%s', async (_what, bytes, message) => {
    const refused = await unpacked(bytes).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FetchError);
    expect((refused as FetchError).message).toMatch(message);
  });

  test('a bomb that claims to be small', async () => {
    const bytes = zip({ 'bomb.admx': Buffer.alloc(40 * 2 ** 20) }, { claimedSize: 100 });
    await expect(unpacked(bytes)).rejects.toThrow(FetchError);
  });

  test('more entries than allowed', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.admx`, ADMX]));
    const options = { wanted, limits: { entries: 29 } };
    await expect(unpack('package', zip(many), options)).rejects.toThrow('more than 29 entries');
    await expect(unpack('package', zip(many), { wanted, limits: { entries: 30 } })).resolves.toHaveLength(30);
  });

  test('archives nested too deep', async () => {
    let bytes = zip(PACKAGE);
    for (let depth = 0; depth < 4; depth++) bytes = zip({ 'in.zip': bytes });
    await expect(unpacked(bytes)).rejects.toThrow('nested more than 3 deep');
  });

  test('a name in a code page, which 7-Zip spoils together with its ending', async () => {
    const hex = zip({ 'Gr__e.admx': ADMX, 'b.admx': ADMX }).toString('hex');
    const bytes = Buffer.from(hex.replaceAll('14000008', '14000000').replaceAll('5f5f65', '94e165'), 'hex');
    await expect(unpacked(bytes)).rejects.toThrow('is not UTF-8: pack the files anew');
  });

  test('folders of an msi that are each other’s parents', () => {
    expect(() => msiPaths('package', circle())).toThrow('the Directory table runs in a circle');
  });

  test('two entries of one name', async () => {
    const one = zip({ 'a.admx': 'one' });
    const two = cab({ 'a.admx': 'one' });
    expect(await unpacked(one)).toEqual(await unpacked(two));
    const twins = zip({ 'a.admx': 'one', 'b.admx': 'two' });
    for (let at = twins.indexOf('b.admx'); at >= 0; at = twins.indexOf('b.admx')) twins.write('a', at);
    await expect(unpacked(twins)).rejects.toThrow('two entries named "a.admx"');
  });

  test.each<[what: string, Uint8Array, said?: string]>([
    [
      'a page instead of a package',
      Buffer.from('\r\n<!DOCTYPE html><title>Sign in</title>'),
      'the answer is a web page',
    ],
    ['another page', Buffer.from('<html lang="en">'), 'the answer is a web page'],
    ['nothing', Buffer.alloc(0), 'the answer is empty (0 bytes)'],
    ['half a zip', zip(PACKAGE).subarray(0, 300)],
    [
      'half a cab',
      cab(PACKAGE).subarray(0, -1),
      ': Unexpected end of archive; fetch it again, or correct its URL',
    ],
    ['a tar whose first header is damaged', tar(PACKAGE).fill(0, 150, 152), ': its first entry is damaged'],
    ['an API’s answer', Buffer.from('{}'), ': ERROR: Cannot open the file as archive; fetch it again'],
    ['half an msi', PACKAGE_MSI.subarray(0, 2000)],
    ['a compound file that is no package', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('%s is an error that names the file', async (_what, bytes, said = '') => {
    const refused = await unpacked(bytes, 'templates.zip').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FetchError);
    expect((refused as FetchError).message).toMatch(/^templates\.zip/);
    expect((refused as FetchError).message).toContain(said);
  });

  test('no damaged archive does worse than an error', async () => {
    const good = [zip(PACKAGE), cab(PACKAGE), tarGz(PACKAGE), PACKAGE_MSI, selfExtracting(PACKAGE)];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...good), damage, async (archive, hits) => {
        const bytes = Buffer.from(archive);
        for (const [at, value] of hits) bytes[at % bytes.length] = value;
        const result = await unpack('package', bytes, { wanted }).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(FetchError);
        else expect(result).toBeInstanceOf(Array);
      }),
      { numRuns: 40 },
    );
  });
});

// Archives as real tools write them, where these are installed: the tests' own writers could share a mistake.
async function onDisk(): Promise<string> {
  const folder = await newFolder();
  await writeFiles(folder, KEPT);
  return folder;
}

test.skipIf(!isInstalled('gcab'))('a compressed cabinet of gcab', async () => {
  const cwd = await onDisk();
  execFileSync('gcab', ['--create', '--zip', 'out.cab', ...Object.keys(KEPT)], { cwd });
  expect(await unpacked(await readFile(join(cwd, 'out.cab')))).toEqual(KEPT);
});

test.skipIf(!isInstalled('wixl'))('a Windows Installer package of wixl', async () => {
  const cwd = await onDisk();
  await copyFile(join(ROOT, 'test/vectors/package.wxs'), join(cwd, 'lamp.wxs'));
  execFileSync('wixl', ['--output', 'lamp.msi', 'lamp.wxs'], { cwd, stdio: 'ignore' });
  const expected = Object.entries(KEPT).map(([path, text]) => [`PolicyDefinitions/${path}`, text]);
  expect(await unpacked(await readFile(join(cwd, 'lamp.msi')))).toEqual(Object.fromEntries(expected));
});

/** The tables of a Windows Installer package whose folders A and B lie in each other, under no name of their own. */
function circle(): Map<string, Uint8Array> {
  const tables: Record<string, Record<string, string[]>> = {
    Directory: { Directory: ['A', 'B'], Directory_Parent: ['B', 'A'], DefaultDir: ['.', '.'] },
    Component: { Component: ['C'], Directory_: ['A'] },
    File: { File: ['F'], Component_: ['C'], FileName: ['a.admx'] },
  };
  const columns = Object.entries(tables).flatMap(([table, all]) =>
    Object.keys(all).map((name, at) => ({ table, name, number: 0x8001 + at, type: 0x8d00 })),
  );
  const all = Object.values(tables).flatMap((each) => Object.values(each).flat());
  const strings = [...new Set([...columns.flatMap(({ table, name }) => [table, name]), ...all])];
  const words = (...values: number[]) => new Uint8Array(new Uint16Array(values).buffer);
  const indexes = (texts: string[]) => texts.map((each) => strings.indexOf(each) + 1);
  return new Map([
    ['!_StringPool', words(1252, 0, ...strings.flatMap((each) => [each.length, 1]))],
    ['!_StringData', new Uint8Array(Buffer.from(strings.join('')))],
    [
      '!_Columns',
      words(
        ...indexes(columns.map(({ table }) => table)),
        ...columns.map(({ number }) => number),
        ...indexes(columns.map(({ name }) => name)),
        ...columns.map(({ type }) => type),
      ),
    ],
    ...Object.entries(tables).map(([name, each]): [string, Uint8Array] => [
      `!${name}`,
      words(...Object.values(each).flatMap(indexes)),
    ]),
  ]);
}
