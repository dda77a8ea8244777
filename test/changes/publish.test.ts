/** The feed of a dist that is published into: what it tells of real versions, signed, damaged; bucket.test.ts has what is interrupted. */

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { compareDatasets } from '../../build/diff/compare.ts';
import { readVersion } from '../../build/diff/read.ts';
import { folderVersions } from '../../build/dist-index.ts';
import { type PublishOptions, publish } from '../../build/pipeline/publish/publish.ts';
import { signIndex, verifyIndex } from '../../build/pipeline/publish/sign.ts';
import { answerAtom, answerChanges } from '../../runtime/answer/changes.ts';
import type { ChangesEnvelope } from '../../runtime/contract/changes.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { folder, madeDist, pair, publicKey, sealed } from '../publish/_dist.ts';
import { type Made, threeVersions } from './_versions.ts';

const { a, b, c, dropped, moved, entitled } = await threeVersions();

let to: string;
beforeEach(async () => {
  to = join(await folder(), 'served');
});

const put = async (made: Made, more: Partial<PublishOptions> = {}) =>
  (await publish({ from: made.dist, to, keep: 1, ...more })).version;

const open = (publicKey?: string) => openDataset(folderStore(to), undefined, publicKey ? { publicKey } : {});

async function ask(since: string, publicKey?: string) {
  const answer = await answerChanges(await open(publicKey), { since });
  return typeof answer === 'string' ? (JSON.parse(answer) as ChangesEnvelope) : answer;
}

async function changes(since: string, publicKey?: string): Promise<ChangesEnvelope> {
  const answer = await ask(since, publicKey);
  if ('unknown' in answer) throw new Error(answer.unknown);
  return answer;
}

test('what changed is told after the older versions are pruned, step by step and combined', async () => {
  for (const made of [a, b, c]) await put(made);
  const last = await changes(b.version);
  expect(last).toMatchObject({ query: { since: b.version }, dataset: { version: c.version } });
  expect(last.result).toMatchObject({ complete: true, added: [{ slug: dropped, source: 'firefox' }] });
  expect(last.result.removed).toEqual([{ slug: entitled, source: 'firefox', removedIn: '999' }]);
  expect(last.result.changed.map(({ slug }) => slug).sort()).toEqual([moved, entitled].sort());
  const both = await changes(a.version);
  expect(both.result.steps.map(({ version }) => version)).toEqual([b.version, c.version]);
  expect(both.result.added).toEqual([]);
  // Removed and added again: its record is to be read anew. Moved and moved back: as if nothing had been.
  expect(both.result.changed.map(({ slug }) => slug).sort()).toEqual([dropped, entitled].sort());
  expect((await changes(c.version)).result).toMatchObject({ complete: true, steps: [], changed: [] });
  const atom = await answerAtom(await open(), '/v1/changes');
  for (const part of [`Dataset ${c.version}`, `<link href="/v1/changes?since=${b.version}"/>`])
    expect(atom).toContain(part);
});

test('what changed is not known of a version that was never in service here, or before there was a feed', async () => {
  await put(b);
  expect(await ask('ffffffff')).toEqual({
    unknown: expect.stringContaining('does not lead from this version'),
  });
  await rm(join(to, 'changes'), { recursive: true });
  expect(await ask(a.version)).toEqual({ unknown: expect.stringContaining('no feed') });
  expect((await changes(b.version)).result).toMatchObject({ complete: true, steps: [] });
  await put(c);
  expect((await changes(b.version)).result.complete).toBe(true);
});

test('what changed is taken from the changes that release wrote, where they are of the same two versions', async () => {
  await put(a);
  const from = await folder();
  await cp(b.dist, from, { recursive: true });
  const read = async (made: Made) => readVersion(join(made.dist, made.version));
  const written = compareDatasets(await read(a), await read(b));
  written.sources.firefox?.added.push({ slug: 'mark', policyId: '', firstSeen: '', lastModified: '' });
  await writeFile(join(from, b.version, 'changes.json'), JSON.stringify(written));
  await publish({ from, to, keep: 1 });
  expect((await changes(a.version)).result.added).toEqual([{ slug: 'mark', source: 'firefox' }]);
});

test('a verdict that changed without a fact of its setting is a change', async () => {
  const other = join(await folder(), 'version');
  await cp(join(a.dist, a.version), other, { recursive: true });
  for (const name of ['windows-11-23h2', 'windows-11-24h2']) {
    const file = join(other, 'verdicts', `${name}.json`);
    const { verdicts } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ verdicts: verdicts.map(() => ['unsupported', null, null]) }));
  }
  // Releases are in the order of the table, not of their names.
  const table = JSON.parse(await readFile(join(other, 'releases.json'), 'utf8'));
  await writeFile(join(other, 'releases.json'), JSON.stringify({ releases: table.releases.reverse() }));
  const { sources } = compareDatasets(await readVersion(other), await readVersion(join(a.dist, a.version)));
  const { changed = [] } = sources.firefox ?? {};
  const fact = 'verdict/windows-11-24h2 to windows-11-23h2';
  expect(changed.map(({ slug }) => slug).sort()).toEqual([dropped, entitled, moved].sort());
  for (const { changes } of changed)
    expect(changes).toEqual([{ kind: 'minBuild', fact, before: 'unsupported', after: expect.any(String) }]);
});

test('what changed is not complete where two versions could not be compared', async () => {
  const strange = await madeDist('no settings in it', undefined, '2026-11-01T00:00:00.000Z');
  await put(strange);
  await put(b);
  await put(c);
  const { result, confidence } = await changes(strange.version);
  expect(result.complete).toBe(false);
  expect(result.reason).toContain(`${strange.version} → ${b.version}`);
  expect(result.steps.map(({ unknown }) => unknown === undefined)).toEqual([false, true]);
  expect(confidence).toBe('none');
  expect((await changes(b.version)).result.complete).toBe(true);
});

test('a feed and its files are believed as they were written and signed, also later by "sign"', async () => {
  for (const made of [a, b]) await put(made, { keep: 3, ...sealed });
  const feed = join(to, 'changes/index.json');
  const text = await readFile(feed, 'utf8');
  const file = join(to, JSON.parse(text).entries[0].changes.path);
  const kept = await readFile(file, 'utf8');
  await writeFile(file, kept.replace('"removed":[', '"removed":[ '));
  await expect(changes(a.version)).rejects.toThrow(/expected|cannot be read|altered/);
  await writeFile(file, kept.replace('"source"', '"sourcE"'));
  await expect(changes(a.version)).rejects.toThrow(/altered/);
  await writeFile(file, kept);

  await writeFile(feed, text.replace(a.version, 'ffffffff'));
  await expect(changes(a.version, publicKey)).rejects.toThrow(/not a signature/);
  await expect(verifyIndex(to, publicKey)).rejects.toThrow(/changes\/index\.json\.sig is not a signature/);
  const before = await readFile(join(to, 'index.json'));
  await expect(put(c, { keep: 3, ...sealed })).rejects.toThrow(
    /changes\/index\.json\.sig is not a signature by the key given/,
  );
  expect(await readFile(join(to, 'index.json'))).toEqual(before);

  for (const [content, message] of [
    ['{"feedVersion":1}', /entries/],
    ['{"entries"', /changes\/index\.json is not valid JSON/],
  ] as const) {
    await writeFile(feed, content);
    await expect(changes(a.version)).rejects.toThrow(message);
    expect((await changes(b.version)).result).toMatchObject({ complete: true, steps: [] });
  }

  await writeFile(feed, text);
  await rm(`${feed}.sig`);
  await expect(changes(a.version, publicKey)).rejects.toThrow(/changes\/index\.json\.sig is missing/);
  await expect(verifyIndex(to, publicKey)).rejects.toThrow(/changes\/index\.json\.sig is missing/);
  await signIndex(folderVersions(to), pair.privateKey);
  expect((await changes(a.version, publicKey)).result.complete).toBe(true);
});
