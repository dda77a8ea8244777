/** Questions and parts of their answers, in `test/vectors/answers-small.jsonl` (of the fixture) and `answers-named.jsonl`. */
import { describe, expect, it } from 'vitest';
import { corpus } from '../corpus/dist.ts';
import { expectParts } from '../paths.ts';
import { vectors } from '../vectors.ts';
import { fixture } from './fixture.ts';

interface Row {
  what: string;
  ask: 'resolve' | 'csp' | 'setting';
  /** A member with a list is asked for with each of its items. */
  request: Record<string, unknown>;
  answer: Record<string, unknown>;
}

function questionsOf(request: Row['request']): object[] {
  return Object.entries(request).reduce<object[]>(
    (all, [name, given]) => all.flatMap((each) => [given].flat().map((one) => ({ ...each, [name]: one }))),
    [{}],
  );
}

describe.each([
  ['answers-small', await fixture()],
  ['answers-named', (await corpus()).ask],
])('%s', (name, snapshot) => {
  it.each(vectors<Row>(name))('$ask: $what', async ({ ask, request, answer }) => {
    for (const question of questionsOf(request)) {
      const defaults = { lang: 'en-US', ...(ask === 'resolve' && { targetOs: null }) };
      const given = await snapshot[ask]({ ...defaults, ...question } as never);
      // As it is over HTTP. A setting that is not there has no answer, and so no part of one.
      expectParts(JSON.parse(JSON.stringify(given ?? null)), answer, JSON.stringify(question));
    }
  });
});

it('the answer to one value is small (what makes it longer must be worth it to every agent that reads it)', async () => {
  const key = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Policies\\System';
  const request = { key, value: 'EnableLUA', lang: 'en-US', targetOs: 'Windows 11 24H2' };
  // 225 of them are the supported-on text, which names 11 releases.
  expect(JSON.stringify(await (await corpus()).ask.resolve(request)).length).toBeLessThanOrEqual(3012);
});
