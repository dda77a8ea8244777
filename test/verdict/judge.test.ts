import { expect, it } from 'vitest';
import { FACTS } from '../../build/paths.ts';
import { readTables } from '../../build/supported-on/tables.ts';
import { combine, type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import { expectParts } from '../paths.ts';
import { vectors } from '../vectors.ts';
import { type GivenFacts, givenFacts } from './node.ts';
import { releases, tables } from './releases.ts';

interface Row {
  what: string;
  /** What is documented of each setting. Several write the same value. */
  settings: GivenFacts[];
  /** Several are judged one after the other. */
  target: string | null | string[];
  /** The numbers alone are compared: the builds of servers, which no node documents, as those of clients. */
  line?: 'client';
  judgement: Record<string, unknown>;
}

const ask = (facts: Facts, targetOs: string | null, line: Pick<Row, 'line'> = {}) =>
  judge(facts, { ...readTarget(targetOs, releases), ...line }, tables);

function judged({ settings, line }: Row, targetOs: string | null): object {
  const judgements = settings.map((given, at) => ({
    slug: `s.${at}`,
    judgement: ask(givenFacts(given), targetOs, line && { line }),
  }));
  const [first, ...others] = judgements;
  return first && others.length === 0 ? first.judgement : combine(judgements);
}

it.each(vectors<Row>('judgements'))('$what: $target', (row) => {
  for (const targetOs of [row.target].flat())
    expectParts(judged(row, targetOs), row.judgement, `the judgement for ${targetOs}`);
});

const { floors: table } = await readTables(FACTS);

it.each([
  ['Windows 11 23H2', ['client']],
  ['Windows Server 2022', ['server']],
  ['17763', ['client', 'server']],
  ['10.0.90000', ['client', 'server']],
] as const)(
  'the minimum of another product’s host OS is said to be that only where one was compared: %s',
  (targetOs, lines) => {
    for (const { text: supportedOn, note: _note, ...floor } of table.values()) {
      const { reason } = ask({ supportedOn, floor, hostOnly: true }, targetOs);
      if (lines.some((line) => typeof floor[line] === 'string'))
        expect(reason.hostOnly, supportedOn).toBe(true);
      if (lines.every((line) => floor[line] === undefined))
        expect(reason.hostOnly, supportedOn).toBeUndefined();
      expect(ask({ supportedOn, floor }, targetOs).reason.hostOnly).toBeUndefined();
    }
    expect(ask({ hostOnly: true }, targetOs).reason).toEqual({ code: 'noMinimum' });
  },
);
