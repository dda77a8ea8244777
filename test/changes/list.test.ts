/** `POST /v1/changes`: which items of a list a change concerns. */
import { expect, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import type {
  ListChangesEnvelope,
  ListChangesRequest,
  StoredChanges,
} from '../../runtime/contract/changes.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createSnapshot } from '../../runtime/service.ts';
import { corpusDist } from '../corpus/dist.ts';
import { folder } from '../publish/_dist.ts';
import { threeVersions } from './_versions.ts';

const made = await threeVersions();
const served = await folder();
await publish({ from: made.a.dist, to: served, keep: 3 });
const servedSnapshot = async () => createSnapshot(await openDataset(folderStore(served)));
const snapshot = await servedSnapshot();
const slugs = [made.dropped, made.moved, made.entitled];
const records = await Promise.all(slugs.map((slug) => snapshot.setting({ slug, lang: 'en-US' })));
const pairs = new Map(
  records.map((record) => {
    const { slug = '', registryKey = '', valueName, elements = [] } = record?.result.setting ?? {};
    const value = valueName ?? elements.find((each) => each.valueName !== undefined)?.valueName ?? '1';
    return [slug, { key: `HKLM\\${registryKey}`, value }];
  }),
);

async function ask(request: ListChangesRequest): Promise<ListChangesEnvelope> {
  const answer = await (await servedSnapshot()).listChanges(request);
  if (typeof answer !== 'string') throw new Error(answer.unknown);
  return JSON.parse(answer);
}

test('the version in service: no change, and no problem', async () => {
  const { version } = made.a;
  const { result, warnings } = await ask({ since: version, items: [...pairs.values()] });
  expect(result).toMatchObject({ complete: true, steps: [], changed: [], items: [] });
  expect(result.undocumented).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('names the items of changed settings alone, by the key that they had before too', async () => {
  await publish({ from: made.b.dist, to: served, keep: 3 });
  const items = [made.entitled, made.dropped, made.moved].flatMap((slug) => pairs.get(slug) ?? []);
  const { result, warnings } = await ask({ since: made.a.version, items });
  expect(result.changed.map(({ slug }) => slug)).toEqual([made.moved]);
  expect(result.items.at(-1)).toEqual({ index: 2, slugs: [made.moved] });
  expect(result.items.map(({ index }) => index)).not.toContain(0);
  // Nothing in service says what the setting wrote that the dataset has no more.
  expect(result.undocumented).toEqual([1, 2]);
  expect(warnings).toEqual([expect.stringContaining('no longer has 1 of the settings of version')]);
  expect(result.summary).toMatchObject({ added: 0, changed: 1 });
});

test('the tool of MCP names the items and the facts, in 2,000 bytes', async () => {
  const items = Array.from({ length: 100 }, () => pairs.get(made.moved));
  const call = { snapshot: await servedSnapshot(), inTurn: <T>(work: () => Promise<T>) => work() };
  const answer = await TOOL_TABLE.changes({ since: made.a.version, items }, call);
  expect(answer.structuredContent).toMatchObject({
    complete: true,
    changed: [{ slug: made.moved, facts: [{ fact: 'registryKey', after: 'Software\\Moved' }] }],
  });
  expect(answer.content[0].text).toBe('Items with a setting that changed: 100.');
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(2000);
  await expect(TOOL_TABLE.changes({ since: 'ffffffff', items }, call)).rejects.toThrow(/does not lead/);
});

test('a setting that its vendor removed', async () => {
  await publish({ from: made.c.dist, to: served, keep: 3 });
  const items = [pairs.get(made.entitled) ?? { omaUri: '' }];
  const { result } = await ask({ since: made.b.version, items });
  expect(result.removed).toEqual([{ slug: made.entitled, source: 'firefox', removedIn: '999' }]);
  expect(result.items).toEqual([{ index: 0, slugs: [made.entitled] }]);
  expect(result.added).toEqual([]);
});

const PREVIOUS = 'aaaaaaaa';

/** Answers of the dataset, whose only earlier version has these changes to it. */
function withChanges(
  dataset: Dataset,
  changed: StoredChanges['changed'],
  removed: StoredChanges['removed'] = [],
) {
  const [stamp, { version }] = [{ generatedAt: '', published: '' }, dataset.manifest];
  const step = { ...stamp, version, previous: PREVIOUS, changes: { path: '', sha256: '', bytes: 0 } };
  const [from, to] = [
    { version: PREVIOUS, ...stamp },
    { version, ...stamp },
  ];
  const history = {
    feed: async () => ({ feedVersion: 1 as const, entries: [step] }),
    changes: async () => ({ changesVersion: 1 as const, from, to, added: [], removed, changed }),
  };
  return createSnapshot(Object.assign(dataset, { history }));
}

test('nodes that no setting backs, by their OMA-URI in any case, also one that is gone', async () => {
  const dataset = await openDataset(folderStore(await corpusDist()));
  const [kept, gone] = ['BitLocker/RequireDeviceEncryption', 'BitLocker/Gone'].map(
    (each) => `./Device/Vendor/MSFT/${each}`,
  );
  const facts = [{ kind: 'mdm' as const, fact: 'csp/format', change: 'changed' as const }];
  const removed = [{ slug: gone ?? '', source: 'policy-ddf' }];
  const items = [kept, gone, './Device/Vendor/MSFT/BitLocker', `${kept}x`].map((omaUri = '') => ({
    omaUri: omaUri.toLowerCase(),
  }));
  const answers = withChanges(dataset, [{ slug: kept ?? '', source: 'policy-ddf', facts }], removed);
  const { result, warnings } = JSON.parse(String(await answers.listChanges({ since: PREVIOUS, items })));
  expect(result.items).toEqual([
    { index: 0, slugs: [kept] },
    { index: 1, slugs: [gone] },
  ]);
  expect(result.undocumented).toEqual([1, 3]);
  expect(result.summary).toMatchObject({ added: 0, removed: 1, changed: 1 });
  expect(warnings).toEqual([]);
});

test('a thousand values beside thousands of changes take no longer than each for itself', async () => {
  const dataset = await openDataset(folderStore(served));
  const facts = [
    { kind: 'key' as const, fact: 'registryKey', change: 'changed' as const, before: 'Software\\Former' },
  ];
  const changed = Array.from({ length: 6000 }, (_, n) => ({ slug: `s${n}`, source: 'admx', facts }));
  const answers = withChanges(dataset, changed);
  const items = Array.from({ length: 999 }, (_, n) => ({ key: `HKLM\\Software\\${n}`, value: 'v' }));
  items.push({ key: 'HKLM\\Software\\Former', value: 'v' });
  const before = process.cpuUsage().user;
  const answer = await answers.listChanges({ since: PREVIOUS, items });
  expect(process.cpuUsage().user - before).toBeLessThan(600_000);
  expect(JSON.parse(String(answer)).result.items).toMatchObject([{ index: 999, slugs: { length: 6000 } }]);
});
