/** What the dataset stores: each entry by its schema, and the marks that verdicts are drawn from. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import {
  CspEntry,
  ListEntry,
  NearEntry,
  PairEntry,
  PolicyEntry,
  SettingEntry,
} from '../../runtime/format/format.ts';
import { READERS, Verbatim } from '../../runtime/format/verbatim.ts';
import type { Rules } from '../../runtime/verdict/index.ts';
import { expectEqual, expectSame } from '../same.ts';
import { corpus, corpusDist } from './dist.ts';
import { entriesOf } from './entries.ts';
import { expectDescribed, FACTS_BY_SLUG } from './walk.ts';

interface Source {
  id: string;
  line: string;
  kind: string;
}

const dist = await corpusDist();
const { dataset } = await corpus();
const declared = await readJson<{ sources: Source[] }>(join(FACTS, 'sources.json'));
const sources = new Map(declared.sources.map((source) => [source.id, source]));

describe('what verdicts are drawn from', () => {
  it('marks the settings of other products than Windows, whose text speaks of their host', async () => {
    const { rules, asked } = await dataset.file<Rules>('rules.json');
    let marked = 0;
    for (const [id, { any }] of entriesOf<PairEntry>(dist, 'resolve/en-US')) {
      for (const [at, { slug, source }] of any.matches.entries()) {
        const rule = rules[asked[any.rule]?.rules[at] ?? -1];
        const { line: own, kind } = sources.get(source) as Source;
        const line = (FACTS_BY_SLUG.get(slug) as { line?: string } | undefined)?.line ?? own;
        const isOther = kind === 'admx' && (line !== 'windows' || rule?.floor?.why === 'product');
        expect(rule?.hostOnly === true, `${id} ${slug}`).toBe(isOther);
        if (isOther) marked++;
      }
    }
    expect(marked).toBeGreaterThan(8_000);
  });
});

describe('what is read of a line is what it holds', () => {
  it.each(['resolve', 'list', 'csp', 'setting'] as const)('%s, in each language', async (index) => {
    let sent = 0;
    for (const [turn, lang] of dataset.manifest.languages.entries()) {
      for (const [at, [key, entry]] of entriesOf<object>(dist, `${index}/${lang}`).entries()) {
        if (lang !== 'en-US' && (at + turn) % 4 !== 0) continue;
        const json = await dataset.stored(`${index}/${lang}`, key);
        const read = READERS[index](json ?? new Uint8Array());
        expectEqual(JSON.parse(JSON.stringify(read)), entry, `${index}/${lang} ${key}`);
        for (const [name, text] of sentAsStored(read)) {
          sent++;
          const matches: unknown[] = [JSON.parse(text)].flat();
          expectSame(JSON.stringify(matches), text.startsWith('[') ? text : `[${text}]`, `${key} ${name}`);
          // Slugs are read without parsing what follows.
          if (index !== 'setting' && matches.length > 0) expect(text, key).toMatch(/^\[\{"slug":"/);
        }
      }
    }
    expect(sent).toBeGreaterThan(index === 'list' ? 300 : 12_000);
  });

  function sentAsStored(entry: unknown): [string, string][] {
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.entries(entry).flatMap(([name, member]): [string, string][] =>
      member instanceof Verbatim ? [[name, decoder.decode(member.json)]] : sentAsStored(member),
    );
  }
  const decoder = new TextDecoder();
});

describe('what is stored is what its schema says', () => {
  it.each([
    ['resolve/en-US', PairEntry],
    ['list/en-US', ListEntry],
    ['csp/en-US', CspEntry],
    ['near', NearEntry],
    ['policy', PolicyEntry],
    ['setting/en-US', SettingEntry],
  ] as const)('%s', (index, schema) => {
    for (const [key, entry] of entriesOf(dist, index)) expectDescribed(schema, entry, key);
  });
});
