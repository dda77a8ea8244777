import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SupportedOnFact } from '../../build/facts/types.ts';
import { readFloor } from '../../build/supported-on/grammar.ts';
import { checkFloors, floorOf, parseFloors } from '../../build/supported-on/table.ts';
import { parseBuild } from '../../runtime/verdict/builds.ts';
import { releases } from './releases.ts';

const FACTS = new URL('../../facts/', import.meta.url);
const jsonl = readFileSync(new URL('supported-on-floors.jsonl', FACTS), 'utf8');
const table = parseFloors(jsonl);

/** The English texts of the imported definitions. */
function corpus(): Set<string> {
  const texts = new Set<string>();
  for (const line of readFileSync(new URL('supported-on.jsonl', FACTS), 'utf8').split('\n')) {
    if (line === '') continue;
    const fact: SupportedOnFact = JSON.parse(line);
    const text = fact.text['en-US'];
    if (text !== undefined) texts.add(text);
  }
  return texts;
}

describe('the table of supportedOn texts', () => {
  it('is sorted, has no empty line and no more than 250 characters of a text', () => {
    const texts = [...table.keys()];
    expect(texts.length).toBeGreaterThan(500);
    expect(texts).toEqual([...texts].sort());
    expect(jsonl.split('\n').filter((line) => line === '')).toHaveLength(1);
    expect(texts.filter((text) => text.length > 250)).toEqual([]);
  });

  it('covers exactly the texts of the corpus, and agrees with the grammar but for noted entries', () => {
    const report = checkFloors(corpus(), table, releases);
    expect(report).toEqual({ missing: [], unneeded: [], unexplained: [] });
  });

  it('reports what is missing, no longer needed and unexplained', () => {
    const small = parseFloors(
      '{"text":"At least Windows 7","client":"6.0.6000"}\n{"text":"Windows Vista only","why":"bounded"}\n',
    );
    expect(checkFloors(['At least Windows 7', 'At least Windows 8'], small, releases)).toEqual({
      missing: ['At least Windows 8'],
      unneeded: ['Windows Vista only'],
      unexplained: ['At least Windows 7'],
    });
  });

  it('refuses a line that says nothing, and a text given twice', () => {
    expect(() => parseFloors('{"text":"x"}')).toThrow('line 1');
    expect(() => parseFloors('{"text":"x","why":"product"}\n{"text":"x","why":"product"}')).toThrow('line 2');
  });

  it('gives builds that can be read, or says why it gives none', () => {
    for (const [text, floor] of table) {
      for (const builds of [floor.client, floor.server]) {
        for (const build of builds?.split(' | ') ?? []) expect(parseBuild(build), text).toBeDefined();
      }
      if (floor.client === undefined && floor.server === undefined) expect(floor.why, text).toBeDefined();
    }
  });

  // A text with one of these words never states a plain minimum of Windows.
  const TRAPS =
    /\b(?:only|through|up to|until|not supported|no longer|excluding|2106|redstone|internet explorer|edge|office|enterprise|education)\b/i;

  it('draws no minimum from a trap', () => {
    const drawn = [...table].filter(([text, floor]) => TRAPS.test(text) && (floor.client ?? floor.server));
    expect(drawn.map(([text]) => text)).toEqual([]);
  });

  it('draws no server minimum below the client minimum of the same text', () => {
    for (const [text, { client, server }] of table) {
      if (client === undefined || server === undefined) continue;
      const highest = Math.max(...client.split(' | ').map((build) => parseBuild(build)?.order ?? Number.NaN));
      expect(parseBuild(server)?.order, text).toBeGreaterThanOrEqual(highest);
    }
  });
});

describe('the grammar', () => {
  it.each([
    ['At least Windows Server 2012, Windows 8 or Windows RT', { client: '6.2.9200', server: '6.2.9200' }],
    ['At least Windows Vista', { client: '6.0.6000' }],
    ['At least Windows Server 2016, Windows 10 Version 1709', { client: '10.0.16299', why: 'contradiction' }],
    ['Microsoft Edge version 77, Windows 7 or later', { why: 'product' }],
    ['At least Internet Explorer 7.0', { why: 'product' }],
    ['Office 2016', { why: 'product' }],
    ['Windows 7', { why: 'closed' }],
    ['Windows 7 or later', { client: '6.1.7600' }],
    ['Windows XP, Windows 7 or later', { why: 'unreadable' }],
    ['At least Windows XP and Windows 7', { why: 'unreadable' }],
    ['At least Windows 10 Version 2106', { why: 'unshipped' }],
    ['At least Windows 11 Version 26H2\u200b', { client: '10.0.26300' }],
    ['At least  Windows 10\u00a0Version 22H2', { client: '10.0.19045' }],
    ['At least Windows 12', { why: 'unreadable' }],
    ['At least Windows constructor', { why: 'unreadable' }],
    ['At least Windows Server 2008 with SP2', { why: 'unreadable' }],
    ['At least Windows 7 SP1', { client: '6.1.7601' }],
    ['At least Windows 7 with', { why: 'unreadable' }],
    ['At least Windows 7, at least', { why: 'unreadable' }],
    ['At least Windows 7 or later or later', { why: 'unreadable' }],
    ['At least', { why: 'unreadable' }],
    ['', { why: 'unreadable' }],
  ])('%s', (text, floor) => {
    expect(readFloor(text, releases)).toEqual(floor);
  });

  it('stands in for a text that the table does not have', () => {
    expect(floorOf('At least Windows 11 Version 26H2', table, releases)).toEqual({ client: '10.0.26300' });
    expect(floorOf('v2105 or later', table, releases)).toEqual({ why: 'product' });
  });
});
