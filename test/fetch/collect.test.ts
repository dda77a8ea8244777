import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collected, pinKnown, reportOf, take } from '../../build/pipeline/fetch/collect.ts';
import { hivecheck } from '../command.ts';
import { contents, newFolder, writeFiles } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { json } from './_run.ts';

const entry = (version: string, sha256: string) => ({
  version,
  date: '2026-11-02',
  dateFrom: 'last-modified',
  files: [{ url: 'https://dl.example.com/x.zip', size: 1, sha256: sha256.repeat(64) }],
});
const lock = (sources: object) => JSON.stringify({ lockVersion: 1, sources });
const result = (source: string, version: string) => ({
  source,
  status: 'fetched',
  version,
  date: '2026-11-02',
  files: 1,
});

async function workspace() {
  const [facts, from] = [await newFolder(), await newFolder()];
  const source = (id: string, versions: object[]) => ({ id, kind: 'admx', versions });
  await writeFiles(facts, {
    'sources.json': JSON.stringify({
      sources: [
        source('lamp', [{ version: '1', languages: ['en-US'] }]),
        source('kettle', [{ version: '1', date: '2024-01-01' }]),
      ],
    }),
  });
  await writeFiles(from, {
    'fetched-kettle/results.json': JSON.stringify([result('kettle', '2')]),
    'fetched-kettle/downloads.lock.json': lock({ kettle: [entry('2', 'a')] }),
    'fetched-kettle/files/kettle/2/kettle.admx': '<a/>',
    'fetched-kettle/files/kettle/2/fr-FR/kettle.adml': '<b/>',
    'fetched-lamp/results.json': JSON.stringify([result('lamp', '1')]),
    'fetched-lamp/downloads.lock.json': lock({ lamp: [entry('1', 'b')] }),
    'fetched-torch/results.json': JSON.stringify([
      { source: 'torch', status: 'failed', error: 'answers 503' },
    ]),
    'fetched-empty/readme': '',
  });
  return { facts, from };
}

test('a new version is taken with its files, declaration and pin; a known one is pinned; one without results is lost', async () => {
  const { facts, from } = await workspace();
  const all = await collected(from, facts, ['kettle', 'lamp', 'torch', 'radio']);
  expect(all.map(({ source, isNew, result: { status } }) => [source, isNew, status])).toEqual([
    ['kettle', true, 'fetched'],
    ['lamp', false, 'fetched'],
    ['radio', false, 'lost'],
    ['torch', false, 'failed'],
  ]);
  expect(reportOf(all, [])).toMatch(/\| radio \| \*\*lost\*\*: its job left no results \|/);
  await pinKnown(from, facts, all);
  const pins = async () => ((await json(join(facts, 'downloads.lock.json'))) as { sources: object }).sources;
  expect(await pins()).toEqual({ lamp: [entry('1', 'b')] });

  const into = await newFolder();
  for (const _ of ['new', 'known']) await take({ from, facts, source: 'kettle', into });
  expect([...(await contents(into)).keys()]).toEqual(['kettle/2/fr-FR/kettle.adml', 'kettle/2/kettle.admx']);
  expect(await pins()).toEqual({ kettle: [entry('2', 'a')], lamp: [entry('1', 'b')] });
  expect(await json(join(facts, 'sources.json'))).toMatchObject({
    sources: [
      { id: 'lamp' },
      { id: 'kettle', versions: [{ version: '1' }, { version: '2', languages: ['fr-FR'] }] },
    ],
  });
});

test('a pin that is there stays: other bytes are for the fetch to refuse', async () => {
  const { facts, from } = await workspace();
  const there = lock({ lamp: [entry('1', 'c')] });
  await writeFiles(facts, { 'downloads.lock.json': there });
  await pinKnown(from, facts, await collected(from, facts, []));
  expect(await json(join(facts, 'downloads.lock.json'))).toEqual(JSON.parse(there));
});

/** What is wrong with the workspace when a source is taken. */
interface Spoilt {
  message: string;
  source?: string;
  files?: Record<string, string | object>;
  moved?: [from: string, to: string];
  link?: [target: string, path: string];
}
const textOf = (content: string | object) =>
  typeof content === 'string' ? content : JSON.stringify(content);

test('nothing is taken of a source without results, that is not declared, without a pin, or with a link', async () => {
  for (const { message, source = 'kettle', files = {}, moved, link } of vectors<Spoilt>('spoilt-fetches')) {
    const { facts, from } = await workspace();
    const texts = Object.entries(files).map(([name, content]) => [name, textOf(content)]);
    await writeFiles(from, Object.fromEntries(texts));
    if (moved) await rename(join(from, moved[0]), join(from, moved[1]));
    if (link) await symlink(link[0], join(from, link[1]));
    const before = await contents(facts);
    const into = await newFolder();
    const said = new RegExp(message);
    await expect(take({ from, facts, source, into })).rejects.toThrow(said);
    expect([...(await contents(into)).keys()]).toEqual([]);
    expect(await contents(facts)).toEqual(before);
    if (message.includes('declare')) await expect(collected(from, facts, [])).rejects.toThrow(said);
  }
});

test('the report is the name of a file', async () => {
  const { facts, from } = await workspace();
  expect(await hivecheck(['collect', from, '--facts', facts, '--report', '-'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('it takes the name of a file'),
  });
});

const REFUSED = vectors<[what: string, text: string, message: string]>('refused-results');
test.each(REFUSED)('results that are %s are refused', async (_what, text, message) => {
  const { facts, from } = await workspace();
  await writeFiles(from, { 'fetched-lamp/results.json': text });
  await expect(collected(from, facts, [])).rejects.toThrow(new RegExp(message));
});

test('a report of a vendor cannot write into the request', async () => {
  const error = 'answers 500\n| a | <img src=x> @everyone `code` #1';
  const text = reportOf(
    [{ source: 'x', result: { source: 'x', status: 'failed', error }, isNew: false }],
    [],
  );
  const line = text.split('\n').find((each) => each.startsWith('| x')) ?? '';
  expect(line.replaceAll(/\\./g, '')).not.toMatch(/[<>@`#]/);
  expect(line.replaceAll(/\\\|/g, '').split('|')).toHaveLength(6);
});
