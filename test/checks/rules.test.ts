import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTROL_RULES } from '../../build/checks/control-rules.ts';
import { RULES, type Rule } from '../../build/checks/rules.ts';
import { applyRule, readCheckInput, runChecks } from '../../build/checks/run.ts';
import { type Facts, readJson } from '../../build/facts/model.ts';
import type { MdmDataFact } from '../../build/facts/nodes.ts';
import type { IngestionRule, SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { newFolder } from '../scratch.ts';

const sound = await readCheckInput(FACTS, FACTS);

it('all hold on the committed facts', async () => {
  expect((await runChecks(FACTS, FACTS)).filter(({ problems }) => problems.length > 0)).toEqual([]);
});

it('those of tables over all sources are skipped, and say so, where the facts lack one', async () => {
  const folder = await newFolder();
  await cp(FACTS, folder, { recursive: true });
  const file = join(folder, 'sources.json');
  const { sources } = await readJson<SourcesManifest>(file);
  await writeFile(file, JSON.stringify({ sources: sources.filter(({ id }) => id !== 'zoom') }));
  await rm(join(folder, 'zoom.jsonl'));
  const skipped = (await runChecks(folder, FACTS)).filter((each) => each.skipped !== undefined);
  expect(skipped.map(({ name }) => name)).toEqual(
    [...RULES, ...CONTROL_RULES].filter(({ allSources }) => allSources).map(({ name }) => name),
  );
  expect(skipped[0]?.skipped).toBe(`the facts lack 1 of the ${sources.length} sources that it needs`);
});

type Spoil = (facts: Facts) => Facts;

/** The facts with one setting of Windows 11 changed. */
function setting(change: (fact: SettingFact) => Partial<SettingFact>, slug?: string): Spoil {
  return (facts) => {
    const all = [...(facts.settings.get('windows-11') ?? [])];
    const at = slug === undefined ? 5 : all.findIndex((each) => each.slug === slug);
    const fact = all[at];
    if (!fact) throw new Error('no setting to spoil');
    all[at] = { ...fact, ...change(fact) };
    return { ...facts, settings: new Map(facts.settings).set('windows-11', all) };
  };
}

function node(change: Partial<Facts['nodes'][number]>): Spoil {
  return (facts) => ({
    ...facts,
    nodes: facts.nodes.map((each, at) => (at === 9 ? { ...each, ...change } : each)),
  });
}

/** Without the builds or editions of a node that a setting is mapped to. */
function mappedNode(part: 'builds' | 'editions'): Spoil {
  return (facts) => {
    const at = facts.nodes.findIndex(({ omaUri }) =>
      omaUri.endsWith('/BitLocker/SystemDrivesMinimumPINLength'),
    );
    const nodes = facts.nodes.map((each, place) => (place === at ? { ...each } : each));
    delete nodes[at]?.[part];
    return { ...facts, nodes };
  };
}

function ingestion(rule: IngestionRule): Spoil {
  return (facts) => ({
    ...facts,
    sources: facts.sources.map((each) => (each.id === 'firefox' ? { ...each, ingestion: [rule] } : each)),
  });
}

/** A line of the reviewed list of data for nodes. */
function takes(node: string, change: Partial<MdmDataFact>): Spoil {
  return (facts) => ({
    ...facts,
    mdmData: facts.mdmData.map((each) => (each.omaUri.endsWith(node) ? { ...each, ...change } : each)),
  });
}

function correction(change: Partial<Facts['corrections'][number]>): Spoil {
  return (facts) => ({
    ...facts,
    corrections: facts.corrections.map((each, at) => (at === 1 ? { ...each, ...change } : each)),
  });
}

function reported(change: Partial<Facts['report']['sources'][string]>): Spoil {
  const edge = { files: 1, leftOut: [], proseLabels: 0, missingDisplayNames: {}, ...change };
  return (facts) => ({
    ...facts,
    report: { ...facts.report, sources: { ...facts.report.sources, edge } },
  });
}

const first = ({ settings }: Facts) => settings.get('windows-11')?.[0] as SettingFact;
const title = (displayName: string) => setting(() => ({ text: { 'en-US': { displayName } } }));
const element = { type: 'boolean', id: 'x', valueName: 'X' } as const;

/** Rule → ways to break it. */
const SPOILT: Record<string, Record<string, Spoil>> = {
  'slugs are unique and URL-safe': {
    repeated: (facts) => setting(() => ({ slug: first(facts).slug }))(facts),
    unsafe: setting(() => ({ slug: 'Has Blanks' })),
  },
  'policyIds are unique': {
    repeated: (facts) => setting(() => ({ policyId: first(facts).policyId }))(facts),
  },
  'lines are sorted by slug': { unsorted: setting(() => ({ slug: '0' })) },
  'references resolve': {
    category: setting(() => ({ category: 'No::Where' })),
    supportedOn: setting(() => ({ supportedOn: 'No::Where' })),
    parent: (facts) => ({
      ...facts,
      categories: [...facts.categories, { line: 'windows', id: 'A::B', parent: 'No::Where', text: {} }],
    }),
  },
  'versions, dates and languages are declared': {
    version: setting(() => ({ version: 'none' })),
    date: setting(() => ({ firstSeen: '1999-01-01' })),
    order: setting(() => ({ firstSeen: '2026-08-22', lastModified: '2022-10-18' })),
    language: setting(() => ({ text: { 'tlh-QS': { displayName: 'x' } } })),
  },
  'every declared version has facts, and all facts are of declared versions': {
    'never imported': (facts) => ({
      ...facts,
      sources: facts.sources.map((each) =>
        each.id === 'wsl' ? { ...each, versions: [...each.versions, { version: '9', languages: [] }] } : each,
      ),
    }),
    'not declared': (facts) => ({ ...facts, sources: facts.sources.filter(({ id }) => id !== 'wsl') }),
    'a file of no source': (facts) => ({ ...facts, files: [...facts.files, 'gone.jsonl'] }),
  },
  'no text is empty or prose': {
    empty: title(' '),
    prose: title('x'.repeat(251)),
    label: setting(() => ({ text: { 'en-US': { labels: { x: ' ' } } } })),
    item: setting(() => ({ text: { 'en-US': { items: { x: [null, ' '] } } } })),
    option: setting(() => ({ text: { 'en-US': { options: [null, ''] } } })),
    category: (facts) => ({
      ...facts,
      categories: [...facts.categories, { line: 'windows', id: 'A::B', text: { 'en-US': '' } }],
    }),
  },
  'no explanatory text': { text: setting(() => ({ text: { 'en-US': { explainText: 'Because.' } } })) },
  'keys have no hive, no outer backslash, values have digits': {
    hive: setting(({ key }) => ({ key: `HKLM\\${key}` })),
    backslash: setting(({ key }) => ({ key: `${key}\\` })),
    'element key': setting(() => ({ elements: [{ ...element, key: '\\x' }] })),
    'item key': setting(() => ({ enabledList: [{ key: '', valueName: 'x', data: { kind: 'delete' } }] })),
    'enabled value': setting(() => ({ enabledValue: { kind: 'decimal', value: '0x1' } })),
    'true value': setting(() => ({ elements: [{ ...element, trueValue: { kind: 'decimal' } }] })),
    'enum item': setting(() => ({
      elements: [{ ...element, type: 'enum', items: [{ value: { kind: 'longDecimal', value: '' } }] }],
    })),
    'value list': setting(() => ({
      elements: [
        {
          ...element,
          type: 'enum',
          items: [
            {
              value: { kind: 'delete' },
              valueList: [{ valueName: 'x', data: { kind: 'decimal', value: '-1' } }],
            },
          ],
        },
      ],
    })),
  },
  'OMA-URIs are valid and unique': {
    repeated: (facts) => node({ omaUri: facts.nodes[0]?.omaUri.toUpperCase() ?? '' })(facts),
    invalid: node({ omaUri: './Device/Vendor/MSFT//Empty' }),
    elsewhere: node({ omaUri: '/Vendor/MSFT/X' }),
  },
  'every minimum build is readable or a known placeholder': {
    unreadable: node({ builds: ['soon'] }),
    none: node({ builds: [] }),
  },
  'every correction is still needed and names what exists': {
    'no such policy': correction({ policyId: 'No::Where' }),
    'no such node': correction({ omaUri: './Device/Vendor/MSFT/Nowhere' }),
    'no such element': correction({ element: 'nowhere' }),
    repeated: (facts) => ({
      ...facts,
      corrections: [...facts.corrections, ...facts.corrections.slice(0, 1)],
    }),
    'put right by the vendor': (facts) => {
      const wrong = facts.corrections.find(({ element: id }) => id === undefined);
      const [file, name] = ['put-right.admx', 'Right'];
      const renamed = setting((fact) => ({ ...fact, policyId: `X::${name}`, admx: file, class: 'Both' }))(
        facts,
      );
      return {
        ...renamed,
        corrections: [
          ...facts.corrections,
          {
            ...(wrong as (typeof facts.corrections)[number]),
            omaUri: './Device/Vendor/MSFT/X',
            policyId: `X::${name}`,
            confidence: 'official',
          },
        ],
        nodes: [
          ...facts.nodes,
          { omaUri: './Device/Vendor/MSFT/X', scope: 'Device', version: 'x', admx: { area: '', name, file } },
        ],
      };
    },
  },
  'no join contradicts what the DDF says elsewhere': {
    'no correction': (facts) => ({
      ...facts,
      corrections: facts.corrections.filter(({ omaUri }) => !omaUri.endsWith('/EncryptionMethodByDriveType')),
    }),
  },
  'edition lists hold known product types, in order, once each': {
    unknown: node({ editions: ['0x7'] }),
    unordered: node({ editions: ['0x30', '0x4'] }),
    repeated: node({ editions: ['0x4', '0x4'] }),
    unreadable: node({ editions: ['Pro'] }),
  },
  'every mapped node has a minimum build and an edition list, of its own or inherited': {
    'no builds': mappedNode('builds'),
    'no editions': mappedNode('editions'),
  },
  'allowed values are short, and a range has both ends in order': {
    prose: node({ allowed: { kind: 'ENUM', values: [{ value: '0', label: 'x'.repeat(251) }] } }),
    'no range': node({ allowed: { kind: 'Range' } }),
    backwards: node({ allowed: { kind: 'Range', min: 2, max: 1 } }),
  },
  'a dependency is of a known kind, on a node of the DDF': {
    'no such node': node({ dependencies: [{ nodes: [{ type: 'Not', omaUri: './Device/Nowhere' }] }] }),
    'no such kind': (facts) => {
      const omaUri = facts.nodes[0]?.omaUri ?? '';
      return node({ dependencies: [{ nodes: [{ type: 'Maybe' as 'Not', omaUri }] }] })(facts);
    },
  },
  'ingestion is declared with its evidence, for templates that the source has': {
    'no evidence': ingestion({ evidence: ' ' }),
    'no page': ingestion({ evidence: 'hearsay' }),
    'no such template': ingestion({ evidence: 'https://example.org/', admx: ['nowhere'] }),
    idle: ingestion({ evidence: 'catalog', intuneOnly: true }),
  },
  'a registry value whose data a node takes was read, and its texts still say so': {
    'not read': (facts) => ({ ...facts, mdmData: facts.mdmData.slice(1) }),
    'not proposed': takes('Camera/AllowCamera', { omaUri: './Device/Vendor/MSFT/Policy/Config/Nowhere' }),
    'another value': takes('Camera/AllowCamera', { valueName: 'Camera' }),
    'not so sure': takes('Camera/AllowCamera', { confidence: 'official' }),
    'opposite labels': (facts) => ({
      ...facts,
      mdmData: [
        ...facts.mdmData,
        {
          omaUri: './Device/Vendor/MSFT/Policy/Config/System/DisableEnterpriseAuthProxy',
          key: 'Software\\Policies\\Microsoft\\Windows\\DataCollection',
          valueName: 'DisableEnterpriseAuthProxy',
          element: 'DisableEnterpriseAuthProxy',
          confidence: 'derived',
          by: 'alike',
        },
      ],
    }),
    'opposite titles': setting(
      () => ({ text: { 'en-US': { displayName: 'Do not allow use of the camera' } } }),
      'camera.l_allowcamera',
    ),
  },
  'every supported-on definition is classified, no entry is idle, none contradicts the grammar unexplained': {
    'not classified': (facts) => ({
      ...facts,
      supportedOn: [
        ...facts.supportedOn,
        { line: 'windows', id: 'A::B', text: { 'en-US': 'At least a new thing' } },
      ],
    }),
    idle: (facts) => ({ ...facts, supportedOn: facts.supportedOn.slice(50) }),
  },
  'nothing was left out of the import': {
    'an ADML': reported({ missingTexts: ['a.adml: broken'] }),
    'a language': reported({ missingAdml: { 'fr-FR': 3 } }),
    'left out': reported({ leftOut: ['a.admx: broken'] }),
  },
};

it('has a way to break every rule', () => {
  expect(RULES.map(({ name }) => name)).toEqual(Object.keys(SPOILT));
});

describe.each(RULES)('$name', (rule) => {
  it.each(Object.entries(SPOILT[rule.name] ?? {}))('fails: %s', (_, spoil) => {
    const found = applyRule(rule, { ...sound, facts: spoil(sound.facts) });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length, 'one fault, few words').toBeLessThan(60);
  });
});

describe('an exception', () => {
  const rule: Rule = { name: 'x', check: () => ['known fault', 'new fault'] };

  it('excuses its own problem only', () => {
    expect(applyRule({ ...rule, exceptions: { 'known fault': 'the vendor’s mistake' } }, sound)).toEqual([
      'new fault',
    ]);
  });

  it('that excuses nothing is a fault itself', () => {
    const exceptions = { 'known fault': 'still there', 'old fault': 'put right meanwhile' };
    expect(applyRule({ ...rule, check: () => ['known fault'], exceptions }, sound)).toEqual([
      'exception no longer needed: old fault',
    ]);
  });
});
