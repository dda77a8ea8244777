import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../runtime/http/problem.ts';
import { checkedResolve, resolveRequest } from '../../runtime/http/validate.ts';
import type { JsonObject } from '../../runtime/json.ts';

const LANGUAGES = ['en-US', 'fr-FR', 'pt-BR'];

const near = (length: number) =>
  fc.constantFrom(0, 1, length - 1, length, length + 1).map((count) => 'k'.repeat(count));
const value = fc.oneof(
  fc.string({ maxLength: 20 }),
  near(64),
  near(128),
  near(512),
  near(1024),
  fc.constantFrom('en-US', 'EN-us', 'fr', 'xx', null, 1, true, undefined, 'HKLM\\a'),
  fc.constant({}),
  fc.constant([]),
);
const body = fc.record(
  { key: value, value, lang: value, targetOs: value, other: value },
  { requiredKeys: ['key', 'value'] },
);

function outcome(check: typeof resolveRequest, input: JsonObject): unknown {
  try {
    return check(input, LANGUAGES);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message, errors: error.errors };
  }
}

test('the short check of a resolve says what the schema says', () => {
  let accepted = 0;
  fc.assert(
    fc.property(body, (input) => {
      const short = outcome(resolveRequest, input);
      expect(short).toEqual(outcome(checkedResolve, input));
      if (typeof short === 'object' && short !== null && 'key' in short) accepted++;
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
