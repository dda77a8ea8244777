/** Every node of the vendor's DDF files, read here by other means, equals what look-ups and records serve of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import corrections from '../../facts/corrections.json' with { type: 'json' };
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { csp, matchesOf, record } from '../answers.ts';
import { pick } from '../same.ts';
import { corpus } from './dist.ts';

const FILES = join(ROOT, '..', 'shared', 'sources', 'policy-ddf', '2025-02');
const present = existsSync(FILES);
if (!present) console.log('skipped: the DDF files (no ../shared/sources here)');

interface Tag {
  name: string;
  attrs: string;
  text: string;
  inside: Tag[];
}

/** No attribute holds a `>`: a pattern reads the files. */
function tree(xml: string): Tag {
  const root: Tag = { name: '', attrs: '', text: '', inside: [] };
  const open = [root];
  for (const [, close, name = '', attrs = '', empty, text] of xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    )
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>/g, '')
    .matchAll(/<(\/?)(?:MSFT:)?(\w+)((?:\s[^>]*?)?)(\/?)>|([^<]+)/g)) {
    const last = open.at(-1) ?? root;
    if (text !== undefined) last.text += decoded(text);
    else if (close) open.pop();
    else {
      const tag = { name, attrs, text: '', inside: [] };
      last.inside.push(tag);
      if (!empty) open.push(tag);
    }
  }
  return root;
}

function decoded(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, digits, name) =>
    name ? (named[name] ?? '') : String.fromCodePoint(Number.parseInt(hex ?? digits, hex ? 16 : 10)),
  );
}

const find = (tag: Tag | undefined, name: string) => tag?.inside.find((each) => each.name === name);
const textIn = (tag: Tag | undefined, name: string) => find(tag, name)?.text.trim();
const all = (tag: Tag | undefined, name: string) => tag?.inside.filter((each) => each.name === name) ?? [];
const attr = (tag: Tag | undefined, name: string) => {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag?.attrs ?? '')?.[1];
  return found === undefined ? undefined : decoded(found);
};
const isLong = (text: string | undefined) => (text?.replace(/\s+/g, ' ').trim().length ?? 0) > 250;
const label = (text: string | undefined) =>
  isLong(text) ? undefined : text?.replace(/\s+/g, ' ').trim() || undefined;
const without = <T extends object>(all: T): Partial<T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<T>;

function values(tag: Tag | undefined): object | undefined {
  const kind = attr(tag, 'ValueType');
  if (!tag || !kind) return undefined;
  const listed = all(tag, 'Enum').map((each) =>
    without({
      value: textIn(each, 'Value') ?? '',
      label: label(textIn(each, 'ValueDescription')),
      labelOmitted: isLong(textIn(each, 'ValueDescription')) || undefined,
    }),
  );
  const written = textIn(tag, 'Value') ?? '';
  const numbers = kind === 'Range' ? (written.match(/(?<=[[(,]|^|-)-?\d+/g) ?? []) : [];
  const few = kind === 'Range' && written.includes(',');
  const delimiter = attr(find(tag, 'List'), 'Delimiter');
  return without({
    kind,
    values: few ? numbers.map((value) => ({ value })) : listed.length > 0 ? listed : undefined,
    min: few || numbers[0] === undefined ? undefined : Number(numbers[0]),
    max: few || numbers[0] === undefined ? undefined : Number(numbers.at(-1)),
    pattern: kind === 'RegEx' ? label(written) : undefined,
    delimiter: delimiter && /F000/i.test(delimiter) ? '\uf000' : delimiter || undefined,
  });
}

interface Read {
  omaUri: string;
  properties: Tag | undefined;
}

/** Also those that are no policy of a device or a user: `./SyncML`, `./DevDetail`. */
function readAll(): Map<string, Read> {
  const nodes = new Map<string, Read>();
  const walk = (node: Tag, above: string) => {
    const omaUri = `${above}/${textIn(node, 'NodeName') || '{}'}`;
    nodes.set(omaUri.toLowerCase(), { omaUri, properties: find(node, 'DFProperties') });
    for (const each of all(node, 'Node')) walk(each, omaUri);
  };
  for (const name of readdirSync(FILES).sort()) {
    const root = find(tree(readFileSync(join(FILES, name), 'utf8').replace(/^\uFEFF/, '')), 'MgmtTree');
    for (const top of all(root, 'Node')) walk(top, (textIn(top, 'Path') ?? '').replace(/\/+$/, ''));
  }
  return nodes;
}

const MEMBERS: Record<string, string> = { EditionAllowList: 'editions', OsBuildVersion: 'builds' };

/** What a correction states in place of the files. */
const corrected = (omaUri: string, member = ''): string | undefined =>
  Object.assign({}, ...corrections.nodes.filter((each) => each.omaUris.includes(omaUri)))[member]?.toString();

/** A part of `Applicability`, of the node or of its nearest ancestor that has it. */
function inherited(nodes: Map<string, Read>, omaUri: string, part: string): string | undefined {
  const instead = corrected(omaUri, MEMBERS[part]);
  if (instead !== undefined) return instead;
  for (let uri = omaUri.toLowerCase(); uri.includes('/'); uri = uri.slice(0, uri.lastIndexOf('/'))) {
    const found = find(nodes.get(uri)?.properties, 'Applicability');
    // An empty list of editions is a statement; an empty build is none.
    if (find(found, part) && (part !== 'OsBuildVersion' || textIn(found, part))) return textIn(found, part);
  }
  return undefined;
}

function spelt(nodes: Map<string, Read>, written: string): string {
  const path = written.replace(/[[{][^/]+[\]}]/g, '{}');
  const places = [`./${path}`, `./device/${path}`].map((each) => nodes.get(each.toLowerCase())?.omaUri);
  return places.find((each) => each !== undefined) ?? `./${path}`;
}

function told(nodes: Map<string, Read>, { omaUri, properties }: Read) {
  const builds = inherited(nodes, omaUri, 'OsBuildVersion')?.split(',');
  const list = inherited(nodes, omaUri, 'EditionAllowList');
  const editions = list === undefined ? undefined : [...list.matchAll(/0x[0-9a-f]+/gi)].map(([code]) => code);
  const access = find(properties, 'AccessType')?.inside.map(({ name }) => name) ?? [];
  const backed = find(properties, 'AllowedValues');
  const groups = find(properties, 'DependencyBehavior')?.inside.map((group) =>
    without({
      nodes: all(group, 'Dependency').map((each) =>
        without({
          type: attr(each, 'Type'),
          omaUri: spelt(nodes, textIn(each, 'DependencyUri') ?? ''),
          allowedValues: values(find(each, 'DependencyAllowedValue')),
        }),
      ),
      allowedValues: values(find(group, 'DependencyChangedAllowedValues')),
    }),
  );
  const deprecated = find(properties, 'Deprecated');
  const saysSo = /^(This \S+ (is|has been) deprecated|Important. Discontinued)/.test(
    textIn(properties, 'Description') ?? '',
  );
  return {
    ofNode: without({
      omaUri,
      scope: omaUri.startsWith('./User/') ? 'User' : 'Device',
      builds: builds?.map((each) => (/^(?:99|88)/.test(each.trim()) ? 'Insider' : each.trim())),
      format: find(properties, 'DFFormat')?.inside[0]?.name,
      admxBacked: find(backed, 'AdmxBacked') !== undefined,
      anyEdition: editions === undefined ? undefined : editions.length > 0,
      access: access.length === 0 || /Add|Replace/.test(access.join()) ? undefined : access.sort(),
      deprecated: deprecated !== undefined || saysSo || undefined,
      deprecatedFrom: attr(deprecated, 'OsBuildDeprecated'),
      conflictResolution: textIn(properties, 'ConflictResolution'),
      reboot: textIn(properties, 'RebootBehavior'),
      dependencies: groups,
    }),
    ofRecord: without({
      allowedValues: attr(backed, 'ValueType') === 'ADMX' ? undefined : values(backed),
      defaultValue: label(corrected(omaUri, 'defaultValue') ?? textIn(properties, 'DefaultValue')),
    }),
    editions: new Set(editions?.map((each) => Number(each))).size,
  };
}

type Served = Partial<RecordNode>;

const ALIKE = [
  ...(['omaUri', 'scope', 'format', 'admxBacked', 'access', 'deprecated', 'deprecatedFrom'] as const),
  ...(['conflictResolution', 'reboot', 'dependencies'] as const),
];

function nodeServed({ minOs, editions, ...same }: Served) {
  const builds = minOs
    ?.split(' | ')
    .map((each) => (each === 'Windows Insider Preview' ? 'Insider' : /\[(.*)\]/.exec(each)?.[1]));
  return without({ ...pick<Served>(same, ALIKE), builds, anyEdition: editions && editions.length > 0 });
}

const recordServed = (node: Served) => without(pick(node, ['allowedValues', 'defaultValue']));

const nodesOf = ({ csp: own, cspAlternatives = [] }: SettingRecord): Served[] => [
  ...(own ? [own, ...Object.values(own.elements ?? {})] : []),
  ...cspAlternatives,
];

/** Builds in any order, each once. */
const compared = (each: { builds?: (string | undefined)[] | undefined }) => ({
  ...each,
  ...(each.builds && { builds: [...new Set(each.builds)].sort() }),
});

const nodes = present ? readAll() : new Map<string, Read>();

it.skipIf(!present)(
  'every node of the facts has what the files state of it or of the nodes above it',
  async () => {
    const { nodes: facts } = await readFacts(FACTS, FACTS);
    expect(facts.length).toBeGreaterThan(5_700);
    for (const { omaUri, builds, editions, cspVersion, access } of facts.filter(({ source }) => !source)) {
      const stated = (part: string) => inherited(nodes, omaUri, part);
      const codes = stated('EditionAllowList')?.match(/0x[0-9a-f]+/gi) ?? [];
      const numbers = [...new Set(codes.map(Number))].sort((a, b) => a - b);
      const read = nodes.get(omaUri.toLowerCase());
      expect([omaUri, builds, editions?.map(Number), cspVersion, access]).toEqual([
        read?.omaUri,
        stated('OsBuildVersion')
          ?.split(',')
          .map((each) => each.trim()),
        stated('EditionAllowList') === undefined ? undefined : numbers,
        stated('CspVersion'),
        read && told(nodes, read).ofNode.access,
      ]);
    }
  },
);

it.skipIf(!present)(
  'every node is served in each member as the files have it',
  { timeout: 300_000 },
  async () => {
    const { ask } = await corpus();
    const served = [...nodes.values()].filter(({ omaUri }) => /^\.\/(?:user|device|vendor)\//i.test(omaUri));
    expect(served).toHaveLength(5_735);
    const counts = { matched: 0, recorded: 0, conflictResolution: 0, reboot: 0, dependencies: 0 };
    const records = new Map<string, Served[]>();
    for (const read of served) {
      const { ofNode, ofRecord, editions } = told(nodes, read);
      const answer = await csp(ask, read.omaUri);
      // `./Vendor/MSFT` and `./Device/Vendor/MSFT` are one node, which two files may describe.
      const twin = read.omaUri.replace(/^\.\/(?=Vendor)/i, './Device/').toLowerCase();
      if (twin !== read.omaUri.toLowerCase() && nodes.has(twin)) continue;
      // Answered as its `Config` twin, with a warning.
      if (/\/Policy\/Result(?:\/|$)/.test(read.omaUri)) continue;
      for (const part of ['conflictResolution', 'reboot', 'dependencies'] as const)
        if (part in ofNode) counts[part]++;
      const matches = matchesOf(answer);
      for (const own of matches.length > 0
        ? matches.map(({ csp }) => csp ?? {})
        : [answer.result.node ?? {}]) {
        expect(compared(nodeServed(own)), read.omaUri).toEqual(compared(ofNode));
        expect(recordServed(own), read.omaUri).toEqual(ofRecord);
      }
      for (const { slug } of matches) {
        counts.matched++;
        const told = records.get(slug) ?? nodesOf(await record(ask, slug));
        records.set(slug, told);
        // A record tells the Device and the User node of one place as one, the Device node.
        const kept = told.find(({ omaUri }) => omaUri === read.omaUri);
        if (!kept) {
          expect(told.map(({ omaUris }) => omaUris?.User)).toContain(read.omaUri);
          continue;
        }
        counts.recorded++;
        expect(compared(nodeServed(kept)), read.omaUri).toEqual(compared(ofNode));
        expect(recordServed(kept), read.omaUri).toEqual(ofRecord);
        expect(kept.editionNames?.length ?? 0, read.omaUri).toBe(editions);
      }
    }
    // One more node of `./SyncML` has a dependency, and two of `./DevDetail` have a reboot behaviour.
    expect(counts).toMatchObject({ conflictResolution: 3_629, dependencies: 115, reboot: 16 });
    expect(counts.matched).toBeGreaterThan(3_200);
    expect(counts.recorded).toBeGreaterThan(2_000);
  },
);
