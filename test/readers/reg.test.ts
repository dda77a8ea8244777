import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ASCII_VALUES, inReg, itemsOf, read, VALUES } from './generators.ts';
import { type RegForm, writeReg } from './writers.ts';

const SURROGATE = /\p{Surrogate}/u;

it('reads back what is written, in every encoding', () => {
  const form = fc.record<RegForm>({
    version: fc.constant(5),
    encoding: fc.constantFrom('utf-16le', 'utf-16be', 'utf-8', 'utf-8-mark'),
    lineBreak: fc.constantFrom('\r\n', '\n'),
  });
  fc.assert(
    fc.property(VALUES, form, (values, each) => {
      // UTF-8 has no unpaired surrogates; UTF-16 files may hold them. Halves of a name and its data are no pair.
      const sound = values.filter(
        (value) => each.encoding.startsWith('utf-16') || !SURROGATE.test(`${value.value} ${value.data}`),
      );
      expect(itemsOf(read('a.reg', writeReg(sound, each)))).toEqual(inReg(sound));
    }),
    { numRuns: 300 },
  );
});

it('reads back REGEDIT4, whose strings in hexadecimal are ANSI', () => {
  const form: RegForm = { version: 4, encoding: 'utf-8', lineBreak: '\r\n' };
  fc.assert(
    fc.property(ASCII_VALUES, (values) => {
      const all = inReg(values).map((each) => ({ ...each, key: each.key.replaceAll(/[é語]/g, 'e') }));
      expect(itemsOf(read('a.reg', writeReg(all, form)))).toEqual(all);
    }),
  );
});

it.each([' '.repeat(4000), ' \\\n'.repeat(200)])('reads bytes that stand far apart', (gap) => {
  const bytes = `01${`${gap},${gap}01`.repeat(1100)}`;
  const content = Buffer.from(`REGEDIT4\n[HKEY_LOCAL_MACHINE\\A]\n"b"=hex:${bytes}\n`);
  expect(itemsOf(read('a.reg', content))).toMatchObject([{ data: '01'.repeat(1101) }]);
});
