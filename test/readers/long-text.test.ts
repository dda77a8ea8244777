/** Long texts with escapes are replaced in parts: the parts join to what the whole gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FlowReader, unquoted } from '../../runtime/readers/yaml-flow.ts';

const unit = fc.constantFrom(
  '\\\\',
  '\\x41',
  '\\u00e9',
  '\\U0001F600',
  '\\n',
  '\\"',
  'a',
  'é',
  '😀',
  'x4',
  ' ',
);

it('equals the plain form', () => {
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 400 }),
      (units, times) => {
        const text = units.join('').repeat(times);
        const reading = new FlowReader(`"${text}"`, { count() {} } as never).flow(0);
        let step = reading.next();
        while (!step.done) step = reading.next();
        expect(step.value).toMatchObject({ kind: 'text', text: unquoted(text, true) });
      },
    ),
    { numRuns: 100 },
  );
});
