import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Changes, compareDatasets } from '../../build/diff/compare.ts';
import { checkFreshness } from '../../build/diff/freshness.ts';
import {
  type CanonicalDataset,
  type CanonicalSetting,
  FACT_KINDS,
  type FactKind,
} from '../../build/diff/model.ts';
import { renderMarkdown, renderTable } from '../../build/diff/render.ts';
import { vectors } from '../vectors.ts';
import { dataset, fact, setting } from './_datasets.ts';

interface Dated {
  what: string;
  after: Partial<CanonicalSetting>;
  key?: string;
  errors?: string[];
  warnings?: string[];
}

const arbitraryFacts = fc.dictionary(
  fc.constantFrom('registryKey', 'valueName', 'elements/a/maxValue', 'csp/Device', 'displayName[fr-FR]'),
  fc.record({ kind: fc.constantFrom(...FACT_KINDS), value: fc.string({ maxLength: 3 }) }),
);
const arbitraryDataset = fc
  .dictionary(fc.constantFrom('a.one', 'a.two', 'b.one', 'b.two', 'c.one'), arbitraryFacts)
  .map((all) =>
    dataset(
      Object.entries(all).map(([slug, facts]) =>
        setting(slug, { source: slug[0] ?? '', facts: new Map(Object.entries(facts)) }),
      ),
    ),
  );

/** The same, told fact by fact. */
function naive(from: CanonicalDataset, to: CanonicalDataset): string[] {
  const flat = ({ settings }: CanonicalDataset) =>
    new Map(
      [...settings.values()].flatMap(({ slug, facts }) =>
        [...facts].map(([path, { value }]) => [`${slug} ${path}`, value]),
      ),
    );
  const [old, now] = [flat(from), flat(to)];
  const told: string[] = [];
  for (const slug of from.settings.keys()) if (!to.settings.has(slug)) told.push(`- ${slug}`);
  for (const slug of to.settings.keys()) if (!from.settings.has(slug)) told.push(`+ ${slug}`);
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const slug = key.split(' ')[0] ?? '';
    if (!from.settings.has(slug) || !to.settings.has(slug)) continue;
    if (old.get(key) !== now.get(key)) told.push(`${key}: ${old.get(key)} > ${now.get(key)}`);
  }
  return told.sort();
}

function told({ sources }: Changes): string[] {
  return Object.values(sources)
    .flatMap(({ added, removed, changed }) => [
      ...added.map(({ slug }) => `+ ${slug}`),
      ...removed.map(({ slug }) => `- ${slug}`),
      ...changed.flatMap(({ slug, changes }) =>
        changes.map(({ fact: path, before, after }) => `${slug} ${path}: ${before} > ${after}`),
      ),
    ])
    .sort();
}

describe('comparing', () => {
  test('tells every difference and no other, and none of a dataset from itself', () => {
    fc.assert(
      fc.property(arbitraryDataset, arbitraryDataset, (from, to) => {
        const changes = compareDatasets(from, to);
        expect(told(changes)).toEqual(naive(from, to));
        expect(compareDatasets(from, from).sources).toEqual({});
        const { added, removed, changed, settingsBefore, settingsAfter } = changes.summary;
        expect(settingsAfter - settingsBefore).toBe(added - removed);
        expect(changed).toBe(
          Object.values(changes.sources).reduce((sum, each) => sum + each.changed.length, 0),
        );
      }),
    );
  });

  test('a release that changed nothing is told by its label', () => {
    const to = dataset([setting('a.one')], { sources: new Map([['demo', ['1', '2']]]) });
    expect(compareDatasets(dataset([setting('a.one')]), to).sources).toEqual({
      demo: { versionsBefore: ['1'], versionsAfter: ['1', '2'], added: [], removed: [], changed: [] },
    });
  });

  test('a policy under another slug is the same setting, and one under another policyId too', () => {
    const one = (slug: string, policyId: string) =>
      setting(slug, { policyId, facts: new Map([['slug', fact('identity', slug)]]) });
    const all = (slugs: Record<string, string>) =>
      dataset(Object.entries(slugs).map(([slug, policyId]) => one(slug, policyId)));
    const from = all({ 'work-folders.on': 'W::On', 'zoom.mute': 'Zoom_7_1::Mute', gone: 'X::Gone' });
    const to = all({ 'work_folders.on': 'W::On', 'zoom.mute': 'Zoom_7_2::Mute', come: 'X::Come' });
    expect(told(compareDatasets(from, to))).toEqual([
      '+ come',
      '- gone',
      'work_folders.on slug: work-folders.on > work_folders.on',
    ]);
  });

  test('a setting that another source has now stands with that one', () => {
    const moved = (source: string) =>
      setting('a.one', { source, facts: new Map([['source', fact('identity', source)]]) });
    const { sources, summary } = compareDatasets(dataset([moved('old')]), dataset([moved('new')]));
    expect(Object.keys(sources)).toEqual(['new']);
    const changedByKind = { identity: 1, key: 0 };
    expect(summary).toMatchObject({ added: 0, removed: 0, changed: 1, changedByKind });
  });
});

test('of nodes those that no setting backs are listed, in neither version backed where they come or go', () => {
  const node = (format: string) => setting('./A', { facts: new Map([['csp/format', fact('mdm', format)]]) });
  const rows: [before: string | null | undefined, after: string | null | undefined, listed: string][] = [
    [undefined, 'int', 'added'],
    ['int', undefined, 'removed'],
    ['int', 'chr', 'changed'],
    ['int', 'int', ''],
    ['int', null, ''],
    [null, 'int', ''],
    [null, undefined, ''],
    [null, null, ''],
  ];
  for (const [before, after, listed] of rows) {
    const nodes = (format?: string | null) =>
      new Map(format === undefined ? [] : [['./a', format === null ? undefined : node(format)]]);
    const of = (format?: string | null) => dataset([], { nodes: nodes(format) });
    const { nodes: found, sources, summary } = compareDatasets(of(before), of(after));
    const lists = Object.entries(found).flatMap(([name, all]) =>
      all.map(({ slug }: { slug: string }) => `${name} ${slug}`),
    );
    expect(lists).toEqual(listed === '' ? [] : [`${listed} ./A`]);
    expect([sources, summary.added + summary.removed + summary.changed]).toEqual([{}, 0]);
  }
});

test('a verdict that changed is listed for exactly the releases that both versions know', () => {
  const names = ['10-22h2', '11-21h2', '11-24h2', 'server-2019', 'server-2022'].map(
    (each) => `windows-${each}`,
  );
  const verdicts = fc
    .dictionary(
      fc.constantFrom(...names),
      fc.constantFrom('supported', 'unverified', 'supported, unverified'),
    )
    .map((all) => new Map(Object.entries(all).sort()));
  fc.assert(
    fc.property(verdicts, verdicts, (from, to) => {
      const both = [...from.keys()].filter((name) => to.has(name));
      const listed = compareDatasets(
        dataset([setting('a.one', { verdicts: from })]),
        dataset([setting('a.one', { verdicts: to })]),
      ).sources.demo?.changed.flatMap(({ changes }) => changes);
      const expanded = (listed ?? []).flatMap(({ fact: path, before, after }) => {
        const [first = '', last = first] = path.split('/')[1]?.split(' to ') ?? [];
        expect(first.includes('server')).toBe(last.includes('server'));
        const run = both.slice(both.indexOf(first), both.indexOf(last) + 1);
        return run.map((name) => `${name}: ${before} > ${after}`);
      });
      const changed = both.filter((name) => from.get(name) !== to.get(name));
      expect(expanded).toEqual(changed.map((name) => `${name}: ${from.get(name)} > ${to.get(name)}`));
    }),
  );
});

describe('rendering', () => {
  const facts = (kind: FactKind, value: string) => new Map([['elements/a|b/`x`', fact(kind, value)]]);
  const changes = compareDatasets(
    dataset([setting('a.one', { facts: facts('element', 'old\n| value') }), setting('a.gone')], {
      version: 'aaaaaaaa',
    }),
    dataset(
      [
        setting('a.one', { facts: facts('element', '``') }),
        ...['n.one', 'n.two', 'n.three'].map((slug) => setting(slug)),
      ],
      {
        version: 'bbbbbbbb',
        sources: new Map([['demo', ['1', '2|b']]]),
      },
    ),
  );

  test('as Markdown, whatever a fact holds', () => {
    const reviewed = readFileSync(new URL('rendered.md', import.meta.url), 'utf8');
    expect(renderMarkdown(changes, 2)).toBe(reviewed);
  });

  test('as a table', () => {
    vi.stubEnv('COLUMNS', '120');
    const table = renderTable(changes);
    vi.unstubAllEnvs();
    expect(table).toContain('3 added, 1 removed, 1 changed');
    expect(table).toMatch(/^demo +2\|b +3 +1 +1 /m);
  });
});

describe('freshness', () => {
  const key = (value = 'A') => new Map([['registryKey', fact('key', value)]]);
  const text = (value: string) => new Map([['displayName[en-US]', fact('text', value)]]);
  const patterns = (all: string[] = []) => all.map((each) => expect.stringMatching(new RegExp(each)));
  const first = { firstSeen: '2024-01-01', lastModified: '2024-06-01', facts: key() };
  const from = dataset([setting('a', first)], { generatedAt: '2026-11-01T00:00:00.000Z' });

  test.each(vectors<Dated>('freshness'))('$what', (row) => {
    const after = setting('a', { facts: key(row.key), ...row.after });
    const report = checkFreshness(from, dataset([after], { generatedAt: '2026-11-20T00:00:00.000Z' }));
    expect(report).toEqual({ errors: patterns(row.errors), warnings: patterns(row.warnings) });
  });

  test('a text is not what last modified is about', () => {
    const report = checkFreshness(
      dataset([setting('a', { facts: text('A') })]),
      dataset([setting('a', { facts: text('B') })]),
    );
    expect(report).toEqual({ errors: [], warnings: [] });
  });

  test('a policy keeps its slug, and time runs forward', () => {
    const from = dataset([setting('old.slug', { policyId: 'Demo::One' })], {
      generatedAt: '2026-11-20T00:00:00.000Z',
    });
    const to = dataset([setting('new.slug', { policyId: 'Demo::One' })], {
      generatedAt: '2026-11-19T00:00:00.000Z',
    });
    expect(checkFreshness(from, to).errors).toEqual([
      'generated 2026-11-19T00:00:00.000Z, before the version it follows (2026-11-20T00:00:00.000Z)',
      'Demo::One: its slug was old.slug, now it is new.slug',
    ]);
  });
});
