/** Publications, rollbacks and what happens to a place between them: what is served stays what servers accept. */
import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { withServed } from '../../build/pipeline/publish/served.ts';
import { signServed, signVersion } from '../../build/pipeline/publish/sign.ts';
import { contents } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { folder, index, madeDist, pair, publicKey } from './_dist.ts';
import { BASIC, bucketPlace } from './_places.ts';

const KEYS = { own: pair, other: generateKeyPairSync('ed25519') };

/** Versions are named by the marks of their datasets, in texts `{mark}`; `{to}` is the place. */
interface Step {
  /** A dataset is published, or what is served rolled back; to this version, where it is not empty. */
  put?: string;
  back?: string;
  /** What is served is signed where it is, or copied to compare with it. */
  sign?: keyof typeof KEYS;
  copy?: true;
  /** A client with the public key gets this version, and so does `verify-signature`. */
  is?: string;
  key?: keyof typeof KEYS;
  /** Signs also what another key has signed. */
  replace?: true;
  /** Only what is signed with the own key is taken. */
  public?: true;
  keep?: number;
  now?: string;
  /** What that gives, or by which files the place differs then; or the message, where nothing changes. */
  gives?: string | object;
  adds?: Record<string, string>;
  refuses?: string;
  /** The dataset is signed, or has these files from now on. */
  source?: string;
  signed?: keyof typeof KEYS;
  files?: Record<string, string>;
  /** Files of the place go; a file is written, or a version put there or removed, behind the back of the index. */
  lose?: string[];
  write?: [path: string, text: string];
  add?: string;
  remove?: string;
  /** Versions of the index, and those that are withdrawn; files that are served. */
  lists?: string[];
  withdrawn?: string[];
  has?: string[];
}

const rows = vectors<{ what: string; kinds: number[]; steps: Step[] }>('publications');

test.each(
  rows.flatMap(({ what, kinds, steps }) =>
    kinds.flatMap((kind) =>
      BASIC.slice(kind, kind + 1).map(([name, start]) => ({ what, name, start, steps })),
    ),
  ),
)('$name: $what', async ({ name, start, steps }) => {
  const place = await start();
  const made = new Map<string, Awaited<ReturnType<typeof madeDist>>>();
  for (const { put, source, add } of steps)
    for (const mark of [put, source, add]) if (mark && !made.has(mark)) made.set(mark, await madeDist(mark));
  const versionOf = (mark: string) => made.get(mark)?.version ?? mark;
  const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, mark: string) => versionOf(mark));
  const marked = (value: unknown): unknown => {
    let text = JSON.stringify(value);
    for (const [mark, { version }] of made) text = text.replaceAll(version, mark);
    return JSON.parse(text, (_, part) => (Array.isArray(part) ? part.sort() : part));
  };
  const state = async () => (name === 'a folder' ? place.served() : place.file('index.json'));
  let last = { text: '', serial: 0 };

  const doing = ({ put, back, sign, copy, is, key, keep, now, ...step }: Step): Promise<unknown> => {
    const options = {
      ...(key && { signingKey: KEYS[key].privateKey }),
      ...(step.replace && { replaceKey: true }),
      ...(step.public && { publicKey }),
      ...(now && { now: () => new Date(now) }),
    };
    if (put) return place.put(made.get(put)?.dist ?? '', { ...options, ...(keep !== undefined && { keep }) });
    if (back !== undefined) return place.back({ ...options, ...(back && { version: versionOf(back) }) });
    if (sign) return signServed(place.location, KEYS[sign].privateKey);
    if (copy) return withServed(place.to, place.environment, async () => 'copied', options);
    return place.good(publicKeyText(KEYS[key ?? 'own'].publicKey));
  };
  const preparing = async ({ source = '', signed, files = {} }: Step) => {
    const at = join(made.get(source)?.dist ?? '', versionOf(source));
    if (signed) await signVersion(at, KEYS[signed].privateKey);
    for (const [path, text] of Object.entries(files)) await writeFile(join(at, path), text);
  };
  const changing = ({ lose = [], write, add = '', remove }: Step) =>
    place.location.change(async (served) => {
      for (const path of lose) await served.delete(named(path));
      if (write) await served.write(named(write[0]), write[1]);
      if (remove) await served.remove(versionOf(remove));
      const version = versionOf(add);
      for (const [path, text] of await contents(join(made.get(add)?.dist ?? '/nowhere', version)))
        await served.write(`${version}/${path}`, text);
    });

  for (const step of steps) {
    const { put, back, sign, copy, is, gives, adds, refuses, lists, withdrawn, has } = step;
    const does = [put, back, sign, copy, is].some((each) => each !== undefined);
    const wanted = is ?? gives;
    if (step.source) await preparing(step);
    else if (step.lose ?? step.write ?? step.add ?? step.remove) await changing(step);
    if (refuses !== undefined) {
      const before = await state();
      const to = place.to.replaceAll(/[.+?]/g, '\\$&');
      const message = new RegExp(named(refuses.replaceAll('{to}', () => to)), 's');
      await expect(doing(step), JSON.stringify(step)).rejects.toThrow(message);
      expect(await state()).toEqual(before);
    } else if (does) {
      const before = adds ? await place.served() : {};
      const given = marked(await doing(step));
      const gotten = typeof wanted === 'object' ? expect.objectContaining(wanted) : (wanted ?? given);
      expect(given, JSON.stringify(step)).toEqual(gotten);
      const added = Object.entries(adds ?? {}).map(([path, text]) => [named(path), text]);
      if (adds) expect(await place.served()).toEqual({ ...before, ...Object.fromEntries(added) });
      const text = await place.file('index.json');
      const { serial } = JSON.parse(text);
      if (text !== last.text) expect(serial, JSON.stringify(step)).toBeGreaterThan(last.serial);
      last = { text, serial };
    }
    const listed = (await place.index().catch(() => ({ versions: [] }))).versions;
    const all = listed.map(({ version }) => version);
    const gone = listed.flatMap((each) => (each.withdrawn ? [each.version] : []));
    expect([all, gone]).toEqual([lists?.map(versionOf) ?? all, withdrawn?.map(versionOf) ?? gone]);
    for (const path of has ?? []) expect(await place.served()).toHaveProperty([named(path)]);
  }
});

test('more versions than one list of a bucket holds', async () => {
  const { bucket, location } = await bucketPlace();
  const names = Array.from({ length: 25 }, (_, at) => at.toString(16).padStart(8, '0'));
  for (const name of names) await bucket.put(`dist/${name}/manifest.json`, '{}');
  bucket.listed = 10;
  expect(await location.read((place) => place.list())).toEqual(names);
});

test('a dist that is compiled into again after its index was lost', async () => {
  const [dist, times] = [await folder(), ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']];
  const [one, two] = [await madeDist('one', dist, times[0]), await madeDist('two', dist, times[1])];
  const { serial = Number.NaN } = await index(dist);
  await rm(join(dist, 'index.json'));
  await madeDist('two', dist, times[1]);
  const after = await index(dist);
  expect(after.serial).toBeGreaterThan(serial);
  expect(after.versions.map(({ version }) => version)).toEqual([two.version, one.version]);
});

test('a first index is the same on every machine, also after a kill before it was written', async () => {
  const [whole, killed] = [await madeDist('one'), await madeDist('one')];
  await rm(join(killed.dist, 'index.json'));
  await madeDist('one', killed.dist);
  expect(await index(killed.dist)).toEqual(await index(whole.dist));
});
