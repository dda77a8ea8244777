import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import type { SupportedOnFact, SupportLogic } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { readFloor } from '../../build/supported-on/grammar.ts';
import { checkFloors, entryText, parseFloors, readDefinition } from '../../build/supported-on/table.ts';
import type { LineRule } from '../../runtime/format/format.ts';
import { parseBuild } from '../../runtime/verdict/builds.ts';
import { vectors } from '../vectors.ts';
import { releases } from './releases.ts';

const jsonl = readFileSync(join(FACTS, 'supported-on-floors.jsonl'), 'utf8');
const table = parseFloors(jsonl);
const entries = [...table.values()];
const { supportedOn: definitions } = await readFacts(FACTS, FACTS);

const fact = (id: string, text: string): SupportedOnFact => ({ line: 'x', id, text: { 'en-US': text } });

/** The builds that a rule names. */
function buildsOf(rule: LineRule | undefined): string[] {
  if (rule === undefined) return [];
  if (typeof rule === 'string') return rule.split(' | ');
  const runs = rule.named.flatMap(({ from, to }) => [from, ...(to === undefined ? [] : [to])]);
  return [...runs, ...[rule.starts ?? [], rule.ends ?? []].flat()];
}

const order = (build: string) => parseBuild(build)?.order ?? Number.NaN;

it('the table is in the order of the definitions, has no empty line and no more than 250 characters of a text', () => {
  const known = definitions.filter(({ text }) => text['en-US'] !== undefined);
  expect(entries.length).toBeGreaterThan(600);
  expect(entries.map(({ line, id }) => `${line} ${id}`)).toEqual(
    known.map(({ line, id }) => `${line} ${id}`),
  );
  expect(jsonl.split('\n').filter((line) => line === '')).toHaveLength(1);
  expect(entries.filter(({ text }) => text.length > 250)).toEqual([]);
});

it('the table reports what is missing, no longer needed and unexplained', () => {
  const small = parseFloors(
    '{"line":"x","id":"n::A","text":"At least Windows 7","client":"6.0.6000"}\n' +
      '{"line":"x","id":"n::B","text":"Windows Vista only","why":"bounded"}\n' +
      '{"line":"x","id":"n::C","text":"At least Windows 8","client":"6.2.9200","note":"for nothing"}\n' +
      '{"line":"x","id":"n::D","text":"an older text","why":"unreadable"}\n',
  );
  const changed = fact('n::D', 'At least Windows 10');
  const given = [fact('n::A', 'At least Windows 7'), fact('n::C', 'At least Windows 8'), changed];
  expect(checkFloors(given, small, releases)).toEqual({
    missing: [changed],
    unneeded: ['x n::B'],
    unexplained: [
      expect.stringMatching(/^contradicts the grammar; .*"id":"n::A",.*"client":"6\.1\.7600"\}$/),
      expect.stringMatching(/^has a note, .*: x n::C$/),
    ],
  });
  expect(readDefinition(changed, small, releases)).toEqual({ floor: { client: '10.0.10240' } });
  expect(entryText(changed, releases)).toBe(
    '{"line":"x","id":"n::D","text":"At least Windows 10","client":"10.0.10240"}',
  );
});

it('the table refuses a line that says nothing, and a definition given twice', () => {
  const line = '{"line":"x","id":"n::A","text":"x"';
  expect(() => parseFloors(`${line}}`)).toThrow('line 1');
  expect(() => parseFloors(`${line},"why":"product"}\n${line},"why":"product"}`)).toThrow('line 2');
});

it('the table gives builds that can be read, runs in order, or says why it gives none', () => {
  for (const { text, client, server, why } of entries) {
    for (const build of [client, server].flatMap(buildsOf)) expect(parseBuild(build), text).toBeDefined();
    for (const rule of [client, server]) {
      if (rule === undefined || typeof rule === 'string') continue;
      const { named, starts, ends, never } = rule;
      const all = named.flatMap(({ from, to }) => [order(from), order(to ?? from)]);
      expect(
        [...all].sort((a, b) => a - b),
        text,
      ).toEqual(all);
      if (starts !== undefined && named[0]?.to !== undefined)
        expect(order(starts), text).toBeLessThanOrEqual(all[0] ?? 0);
      if (ends !== undefined) expect(order(ends), text).toBeGreaterThanOrEqual(all.at(-1) ?? 0);
      if (never) expect(all).toEqual([]);
    }
    if (client === undefined && server === undefined) expect(why, text).toBeDefined();
  }
});

// A text with one of these words never states a plain minimum of Windows.
const TRAPS =
  /\b(?:only|through|up to|until|not supported|no longer|2106|redstone|internet explorer|office|enterprise|education)\b/i;

it('the table draws no minimum from a trap', () => {
  const drawn = entries.filter(
    ({ text, client, server, clause }) =>
      TRAPS.test(text) && clause === undefined && [client, server].some((rule) => typeof rule === 'string'),
  );
  expect(drawn.map(({ text }) => text)).toEqual([]);
});

it('the table names the definition where the text names no server, never beside a text of Windows 10 or of clients alone', () => {
  const byLogic = entries.filter(({ definition }) => definition !== undefined);
  expect(byLogic.length).toBeGreaterThanOrEqual(8);
  for (const { id, text, definition } of byLogic) {
    expect(id).toMatch(new RegExp(`::${definition}$`));
    expect(id).not.toContain('NOSERVER');
    expect(text).not.toMatch(/server|windows 1[01]/i);
  }
});

it.each(vectors<[text: string, floor: object, why?: string, logic?: SupportLogic]>('floors'))(
  '%s',
  (text, floor, _why, logic) => {
    expect(readFloor(text, releases, logic && { name: 'SUPPORTED_X', logic })).toEqual(floor);
  },
);

it('the grammar reads a text that the table does not have', () => {
  const floorOf = (text: string) => readDefinition(fact('n::A', text), table, releases)?.floor;
  expect(floorOf('At least Windows 11 Version 26H2')).toEqual({ client: '10.0.26300' });
  expect(floorOf('Microsoft Edge version 77, Windows 7 or later')).toEqual({
    why: 'product',
    client: '6.1.7600',
  });
  expect(readDefinition({ line: 'x', id: 'n::A', text: {} }, table, releases)).toBeUndefined();
});
