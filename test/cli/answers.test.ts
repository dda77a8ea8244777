/** Tables for people: what may be written stands in them whole, whatever the width. */
import { beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../cli/answers.ts';
import { printEnvelope } from '../../cli/answers.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { PAIRS } from '../corpus/oracle.ts';

let ask: Snapshot;
beforeAll(async () => {
  ({ ask } = await corpus());
});

/** Without the lines of the table and what wrapping adds. */
const bare = (text: string) => text.replace(/[\s\u2500-\u257f]/g, '');

/** What of a match must stand in its table, by kind. */
function wanted({ registryType, openTypes = [], values = [], bounds, open }: Match): [string, string][] {
  const types = registryType === undefined ? openTypes : [registryType];
  return [
    ...types.map((type): [string, string] => ['type', type]),
    ...values.flatMap(({ data, label = '', state = '' }): [string, string][] => [
      data === null ? ['deletion', 'deleted'] : ['content', data === '' ? '(empty)' : data],
      ['label', label],
      ['state', state],
    ]),
    ...(bounds ? [['bounds', `${bounds.min ?? 'any'} to ${bounds.max ?? 'any'}`] as [string, string]] : []),
    ...(open ? [['open', values.length > 0 ? 'any other content' : 'any content'] as [string, string]] : []),
  ];
}

it('the table of resolve has the type, and every content, label and bound that the answer has', async () => {
  const seen = new Map<string, number>();
  for (const [at, { key, value }] of PAIRS.entries()) {
    if (at % 5 !== 0 || value === undefined) continue;
    const answer = await resolve(ask, key, value);
    const table = bare(printEnvelope(answer as unknown as Envelope));
    for (const [kind, text] of matchesOf(answer).flatMap(wanted)) {
      expect(table, `${key} ${value}: ${kind}`).toContain(bare(text));
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  }
  expect([...seen.keys()].sort()).toEqual([
    'bounds',
    'content',
    'deletion',
    'label',
    'open',
    'state',
    'type',
  ]);
  for (const [kind, count] of seen) expect(count, kind).toBeGreaterThan(50);
});
