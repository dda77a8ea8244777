/** Builds, editions and CSP version of a DDF node come from its nearest ancestor, each on its own. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import type { DdfFact } from '../../build/facts/nodes.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { inheritApplicability, readDdf } from '../../build/import/ddf.ts';
import { keepKnownNames, namesIn } from '../../build/import/ddf-names.ts';
import { parseXml } from '../../build/import/xml.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { vectors } from '../vectors.ts';

const NS = 'xmlns:MSFT="http://schemas.microsoft.com/MobileDevice/DM"';
const properties = (text: string) => `<DFProperties>${text}</DFProperties>`;
const applies = (text: string) => `<MSFT:Applicability>${text}</MSFT:Applicability>`;
const builds = (text: string) => `<MSFT:OsBuildVersion>${text}</MSFT:OsBuildVersion>`;
const editions = (text: string) => `<MSFT:EditionAllowList>${text}</MSFT:EditionAllowList>`;
const node = (name: string, text: string) => `<Node><NodeName>${name}</NodeName>${text}</Node>`;

function read(tree: string, onProse?: () => void): DdfFact[] {
  const problems: unknown[] = [];
  const root = parseXml(`<MgmtTree ${NS}>${tree}</MgmtTree>`, 'x.xml');
  const nodes = readDdf(root, 'x.xml', '1', (problem) => problems.push(problem), onProse);
  expect(problems).toEqual([]);
  return inheritApplicability(nodes);
}

const top = (name: string, text: string, path = './Device/Vendor/MSFT') =>
  `<Node><NodeName>${name}</NodeName><Path>${path}</Path>${text}</Node>`;

describe('a node', () => {
  it('takes each part from the nearest ancestor that has it', () => {
    const leaf = node('C', properties(applies('<MSFT:CspVersion>3.0</MSFT:CspVersion>')));
    const middle = node('B', properties(applies(builds('10.0.2'))) + leaf);
    const all = properties(
      applies(`${builds('10.0.1') + editions('0x4;0x30;')}<MSFT:CspVersion>1.0</MSFT:CspVersion>`),
    );
    expect(read(top('A', all + middle)).at(-1)).toEqual({
      omaUri: './Device/Vendor/MSFT/A/B/C',
      scope: 'Device',
      version: '1',
      builds: ['10.0.2'],
      editions: ['0x4', '0x30'],
      cspVersion: '3.0',
      inherited: ['builds', 'editions'],
    });
  });

  it('finds the ancestor in another file, and none in another scope', () => {
    const area = top('Area', node('P', ''), './Device/Vendor/MSFT/Policy/Config');
    const user = top('Area', node('P', ''), './User/Vendor/MSFT/Policy/Config');
    const policy = top('Policy', properties(applies(builds('10.0.1'))) + node('Config', ''));
    const found = read(area + user + policy).filter(({ omaUri }) => omaUri.endsWith('/P'));
    expect(found.map((each) => each.builds)).toEqual([['10.0.1'], undefined]);
  });

  it('keeps an empty list of its own', () => {
    const leaf = node('B', properties(applies(editions(''))));
    const found = read(top('A', properties(applies(editions('0x4'))) + leaf));
    expect(found.map((each) => each.editions)).toEqual([['0x4'], []]);
    expect(found[1]).not.toHaveProperty('inherited');
  });

  it('reads a list with a star, a repeated code and a trailing semicolon', () => {
    const list = properties(applies(editions('0x88;0x30;0x88*;0x1b;')));
    expect(read(top('A', list))[0]?.editions).toEqual(['0x1B', '0x30', '0x88']);
  });
});

it.each(vectors<[access: string, told: string[] | null]>('ddf-access'))(
  'a node with the access %s: %j',
  (access, expected) => {
    expect(read(top('A', properties(`<AccessType>${access}</AccessType>`)))[0]?.access ?? null).toEqual(
      expected,
    );
  },
);

describe('what a node takes', () => {
  const allowed = (kind: string, text: string) =>
    read(top('A', properties(`<MSFT:AllowedValues ValueType="${kind}">${text}</MSFT:AllowedValues>`)))[0]
      ?.allowed;
  const value = (text: string) => `<MSFT:Value>${text}</MSFT:Value>`;

  it.each(vectors<[kind: string, text: string, expected: object]>('ddf-allowed-values'))(
    '%s %s',
    (kind, text, expected) => {
      expect(allowed(kind, text)).toEqual({ kind, ...expected });
    },
  );

  it('options with their labels; prose is left out and counted', () => {
    let prose = 0;
    const option = (text: string, label: string) =>
      `<MSFT:Enum>${value(text)}<MSFT:ValueDescription>${label}</MSFT:ValueDescription></MSFT:Enum>`;
    const [found] = read(
      top(
        'A',
        properties(
          `<MSFT:AllowedValues ValueType="ENUM">${option('0', ' Not\n allowed. ')}${option('1', 'x'.repeat(251))}</MSFT:AllowedValues>` +
            `<DefaultValue>${'y'.repeat(251)}</DefaultValue><DFFormat><int/></DFFormat>`,
        ),
      ),
      () => prose++,
    );
    expect(found?.allowed).toEqual({
      kind: 'ENUM',
      values: [
        { value: '0', label: 'Not allowed.' },
        { value: '1', labelOmitted: true },
      ],
    });
    expect(found?.format).toBe('int');
    expect(found).not.toHaveProperty('defaultValue');
    expect(prose).toBe(2);
    expect(allowed('RegEx', value('x'.repeat(251)))).toEqual({ kind: 'RegEx' });
  });
});

it('keeps identifiers of a description, and only those that the templates have', () => {
  expect(namesIn('Maps to GP Some_Name policy; useThis, not that. Some_Name')).toEqual([
    'Some_Name',
    'useThis',
  ]);
  const fact: DdfFact = { omaUri: './x', scope: 'Device', version: '1', names: ['Some_Name', 'useThis'] };
  const setting = { policyId: 'A::Some_Name' } as SettingFact;
  expect(keepKnownNames([fact], [setting])).toEqual([{ ...fact, names: ['Some_Name'] }]);
  expect(keepKnownNames([fact], [])[0]).not.toHaveProperty('names');
});

const DDF = join(ROOT, '..', 'shared', 'sources', 'policy-ddf', '2025-02');
const present = existsSync(DDF);
if (!present) console.log('skipped: inheritance against the DDF files (no ../shared/sources here)');

it.skipIf(!present)('equals a naive reading of all DDF files', async () => {
  const own = new Map<string, Record<string, string | undefined>>();
  for (const name of await readdir(DDF)) collect(await readFile(join(DDF, name), 'utf8'), own);
  const { nodes } = await readFacts(FACTS, FACTS);
  expect(nodes.length).toBeGreaterThan(5_700);
  for (const { omaUri, builds: found, editions: codes, cspVersion, access } of nodes) {
    const at = (part: string) => naive(omaUri, part, own);
    expect(found, omaUri).toEqual(
      at('OsBuildVersion')
        ?.split(',')
        .map((each) => each.trim()),
    );
    expect(cspVersion, omaUri).toBe(at('CspVersion'));
    const allowed = own.get(omaUri.toLowerCase())?.AccessType?.split(' ') ?? [];
    const settable = allowed.includes('Add') || allowed.includes('Replace');
    expect(access, omaUri).toEqual(settable ? undefined : [...new Set(allowed)].sort());
    const list = at('EditionAllowList');
    const numbers = list
      ?.split(';')
      .map((each) => each.replace('*', '').trim())
      .filter(Boolean)
      .map(Number);
    expect(codes?.map(Number), omaUri).toEqual(numbers && [...new Set(numbers)].sort((a, b) => a - b));
  }
});

/** Line by line, no XML parser: the vendor's files have one tag a line. */
function collect(text: string, own: Map<string, Record<string, string | undefined>>): void {
  const path: string[] = [];
  let place = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '<Node>') path.push('');
    else if (line === '</Node>') path.pop();
    else if (/^<NodeName( ?\/>|>)/.test(line))
      path[path.length - 1] =
        line
          .replace(/^<NodeName ?\/>$/, '')
          .replace(/<[^>]*>/g, '')
          .trim() || '{}';
    else if (line.startsWith('<Path>')) place = line.replace(/<[^>]*>/g, '').replace(/\/+$/, '');
    const [, tag, content] =
      /^<MSFT:(OsBuildVersion|EditionAllowList|CspVersion)>(.*)<\/MSFT:/.exec(line) ?? [];
    if (/^<MSFT:EditionAllowList ?\/>$/.test(line)) keep('EditionAllowList', '');
    if (tag !== undefined) keep(tag, content ?? '');
    const [, access] = /^<(Add|Copy|Delete|Exec|Get|Replace) ?\/>$/.exec(line) ?? [];
    if (access !== undefined) keep('AccessType', [known().AccessType, access].filter(Boolean).join(' '));
  }
  function keep(tag: string, content: string): void {
    own.set([place, ...path].join('/').toLowerCase(), { ...known(), [tag]: content });
  }
  function known(): Record<string, string | undefined> {
    return own.get([place, ...path].join('/').toLowerCase()) ?? {};
  }
}

function naive(
  uri: string,
  part: string,
  own: Map<string, Record<string, string | undefined>>,
): string | undefined {
  const here = own.get(uri.toLowerCase())?.[part];
  if (here !== undefined || !uri.includes('/')) return here;
  return naive(uri.slice(0, uri.lastIndexOf('/')), part, own);
}
