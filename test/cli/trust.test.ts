/** What every command that reads a dataset makes of `HIVECHECK_PUBLIC_KEY`, and how it names a dataset that fails. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { folderVersions } from '../../build/dist-index.ts';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { signIndex, signVersion } from '../../build/pipeline/publish/sign.ts';
import { isUrl, withoutCredentials } from '../../runtime/node/location.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { threeVersions } from '../changes/_versions.ts';
import { type CommandRun, hivecheck, hivecheckProcess } from '../command.ts';
import { copyLatest } from '../corpus/dist.ts';
import { type PlainHost, plainHost } from '../dataset/hosts.ts';
import { pair } from '../publish/_dist.ts';
import { writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { DECLARED } from './declared.ts';

const KEY = String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU`;
const REG = writeReg([{ key: KEY, value: 'NoAutoUpdate', type: 'REG_DWORD', data: 1 }]);
const MCP = vectors<object>('mcp-session').map((each) => `${JSON.stringify(each)}\n`);

/** Arguments with which each command that has `--dataset` reads one. */
const COMMANDS: Record<string, { args: string[]; input?: Uint8Array }> = {
  resolve: { args: [KEY, 'NoAutoUpdate'] },
  verify: { args: ['-'], input: REG },
  convert: { args: ['-', '--to', 'reg'], input: REG },
  csp: { args: ['./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd'] },
  search: { args: ['update'] },
  setting: { args: ['windowsupdate.autoupdatecfg'] },
  changes: { args: ['--since', '00000000'] },
  coverage: { args: [] },
  mcp: { args: [], input: Buffer.from(MCP.join('')) },
};

/** In this process, but for a command that waits for more. */
function run(
  name: string,
  dataset: string,
  env?: Record<string, string>,
  start = name === 'mcp' ? hivecheckProcess : hivecheck,
): Promise<CommandRun> {
  const { args = [], input } = COMMANDS[name] ?? {};
  return start([name, ...args, '--dataset', dataset], input, env);
}

const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const withKey = (pair: { publicKey: KeyObject }) => ({ HIVECHECK_PUBLIC_KEY: publicKeyText(pair.publicKey) });
const [unsigned, signed] = [await builtInDist(), await newFolder()];
await signVersion(join(signed, await copyLatest(unsigned, signed)), own.privateKey);
await signIndex(folderVersions(signed), own.privateKey);

describe('HIVECHECK_PUBLIC_KEY', () => {
  it('concerns every command that has --dataset', () => {
    const has = ({ long }: { long?: string | undefined }) => long === '--dataset';
    const having = DECLARED.filter(({ options = [] }) => options.flat().some(has));
    const names = having.map(({ name }) => name);
    // A server goes on without a dataset: test/http and test/dataset have it.
    expect(names.filter((name) => name !== 'serve').sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it.each(Object.keys(COMMANDS))('%s takes only what is signed with it', async (name) => {
    const [refused, taken, empty] = await Promise.all([
      run(name, unsigned, withKey(own)),
      run(name, signed, withKey(own), hivecheckProcess),
      run(name, signed, { HIVECHECK_PUBLIC_KEY: '' }),
    ]);
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringMatching(/index\.json\.sig is missing.*HIVECHECK_PUBLIC_KEY/),
    });
    if (name !== 'mcp') expect(refused?.out).toBe('');
    // "changes" finds nothing.
    expect(taken).toMatchObject(
      name === 'changes'
        ? { code: 1, err: expect.stringContaining('it has no feed of changes') }
        : { code: 0 },
    );
    expect(empty).toMatchObject({
      code: 2,
      err: expect.stringContaining('HIVECHECK_PUBLIC_KEY: it is empty'),
    });
  });

  const coverage = ['coverage', '--dataset', signed];
  const builtIn = ['resolve', KEY, 'NoAutoUpdate'];
  it.each([
    ['another one', coverage, withKey(other), 3, 'index.json.sig is not a signature by the configured key'],
    ['none', coverage, { HIVECHECK_PUBLIC_KEY: 'x' }, 2, 'HIVECHECK_PUBLIC_KEY: Not an Ed25519 public key'],
    ['for the built-in dataset', builtIn, withKey(own), 3, 'index.json.sig is missing'],
    ['for what is compared with', [...coverage, '--before', unsigned], withKey(own), 3, '.sig is missing'],
  ])('is refused where it is %s', async (_, args, env, code, message) => {
    const err = expect.stringContaining(message);
    expect(await hivecheck(args, undefined, env)).toEqual({ code, out: '', err });
  });

  it('holds for both datasets of a comparison with each of their files, and not for facts', async () => {
    const reg = join(await newFolder(), 'a.reg');
    await writeFile(reg, REG);
    const { dist, version } = (await threeVersions()).a;
    const copied = async () => {
      const copy = await newFolder();
      await cp(dist, copy, { recursive: true });
      await signIndex(folderVersions(copy), pair.privateKey);
      return copy;
    };
    const [bare, good, altered] = [await copied(), await copied(), await copied()];
    await rm(join(bare, version, 'manifest.json.sig'));
    await writeFile(join(altered, version, 'rules.json'), '{}');
    const diff = (...args: string[]) => hivecheck(['diff', ...args], undefined, withKey(pair));
    for (const only of [[], ['--only', reg]]) {
      const refusals: [string[], string][] = [
        [[bare, good], '.sig is missing'],
        [[good, bare], '.sig is missing'],
        [[join(bare, version), good], '.sig is missing'],
        [[good, altered], 'bytes instead of'],
      ];
      for (const [pair, reason] of refusals) {
        const { code, out, err } = await diff(...pair, ...only);
        expect([code, out, err]).toEqual([3, '', expect.stringContaining(reason)]);
        expect(err).toContain('HIVECHECK_PUBLIC_KEY is set');
      }
    }
    expect(await diff(good, join(good, version))).toMatchObject({ code: 0, err: '' });
    const facts = await newFolder();
    await writeFile(join(facts, 'categories.jsonl'), '');
    expect((await diff(facts, good)).err).not.toContain('HIVECHECK_PUBLIC_KEY');
  });

  it('or none: a manifest that was edited has a name that is not its own', async () => {
    const { dist, version } = (await threeVersions()).a;
    const changed = await newFolder();
    await cp(dist, changed, { recursive: true });
    const manifest = join(changed, version, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"languages":["', '"languages":["de-DE","'));
    const err = expect.stringContaining('it was changed');
    expect(await run('coverage', changed)).toMatchObject({ code: 3, err });
  });

  it('mcp remembers the serial of the index in the file of HIVECHECK_STATE', async () => {
    const state = join(await newFolder(), 'state.json');
    expect((await run('mcp', signed, { ...withKey(own), HIVECHECK_STATE: state })).code).toBe(0);
    const { serial } = JSON.parse(await readFile(state, 'utf8')) as { serial: number };
    expect(serial).toBeGreaterThan(0);
    for (const wrong of ['{"serial":-1}', '{"serial":0.5}', '{}']) {
      await writeFile(state, wrong);
      const { code } = await run('mcp', signed, { ...withKey(own), HIVECHECK_STATE: state });
      expect(code, wrong).toBe(3);
    }
    await writeFile(state, JSON.stringify({ serial: serial + 1 }));
    expect(await run('mcp', signed, { ...withKey(own), HIVECHECK_STATE: state })).toMatchObject({
      code: 3,
      err: expect.stringContaining('it is an older index'),
    });
  });
});

describe('the location of a dataset', () => {
  /** Has an index and a manifest, and no other file. */
  let host: PlainHost;
  beforeAll(async () => {
    const { dist, version } = (await threeVersions()).a;
    const paths = ['index.json', `${version}/manifest.json`];
    const read = async (path: string) => [path, new Uint8Array(await readFile(join(dist, path)))] as const;
    host = await plainHost(new Map(await Promise.all(paths.map(read))));
  });
  afterAll(() => host[Symbol.asyncDispose]());
  const withPassword = () => host.url.replace('//', '//me:secret@');

  it('is told where a file fails after the opening, without its password', async () => {
    const url = withPassword();
    const shown = `(dataset ${host.url}; check the URL)`;
    // The feed of changes may be missing: that is an answer.
    for (const name of Object.keys(COMMANDS).filter((name) => name !== 'changes' && name !== 'mcp')) {
      const { args = [], input } = COMMANDS[name] ?? {};
      const { code, err } = await hivecheck([name, ...args], input, { HIVECHECK_DATASET: url });
      expect([name, code, err]).toEqual([name, 3, expect.stringContaining(shown)]);
      expect(err).not.toContain('secret');
    }
    const { err } = await hivecheck(['coverage', '--dataset', signed, '--before', url]);
    expect(err).toContain(shown);
    expect(err).not.toContain('secret');
  });

  it('is told where nothing can be opened, without its password', async () => {
    for (const name of ['coverage', 'mcp']) {
      const { code, err } = await run(name, `${withPassword()}nothing`);
      expect([name, code, err]).toEqual([
        name,
        3,
        expect.stringContaining(`(dataset ${host.url}nothing; check the URL)`),
      ]);
      expect(err).not.toContain('secret');
    }
  });

  it('has no password in messages about URLs that cannot be used', () => {
    for (const dataset of [
      'ftp://me:secret@host/dist',
      'http://me:sec@secret@[host/dist',
      'http://me:sec/secret@x',
    ]) {
      expect(() => serverConfig({ HIVECHECK_DATASET: dataset })).toThrow(/^HIVECHECK_DATASET: “(?!.*secret)/);
    }
  });

  it('keeps all but the credentials of any URL, and folders as they are', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }),
        fc.stringMatching(/^[A-Za-z0-9:@!$&'()*+,;=._~%-]{1,20}$/),
        (url, credentials) => {
          const given = url.replace('://', () => `://${credentials}@`);
          fc.pre(URL.canParse(url) && URL.canParse(given));
          expect(withoutCredentials(given)).toBe(new URL(url).href);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), (folder) => {
        fc.pre(!isUrl(folder) && !/^[a-z][a-z\d+.-]+:\/\//i.test(folder));
        expect(withoutCredentials(folder)).toBe(folder);
      }),
    );
  });
});
