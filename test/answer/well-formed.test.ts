/** Names with half a surrogate pair, which the registry takes: jq and others refuse JSON that has one escaped. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wellFormed } from '../../runtime/answer/json.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { corpus } from '../corpus/dist.ts';
import { postInit } from '../http/fake.ts';

const unit = fc.constantFrom(...'\ud800 \udfff \ud83d \ude00 \\ \\ud800 ud a " \0 \u2028'.split(' '));
const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));

/** As UTF-8 has it. */
const asUtf8 = (given: string): string => Buffer.from(given).toString();

it('half a pair becomes U+FFFD, and nothing else changes', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(JSON.parse(wellFormed(JSON.stringify(texts, null, 2)))).toEqual(texts.map(asUtf8));
    }),
    { numRuns: 1000 },
  );
});

it('no answer escapes half a pair, and names that differ in one stay different', async () => {
  const { ask } = await corpus();
  const app = createHttpApp({ snapshot: () => ask });
  const post = async (name: string, body: object) =>
    (await app.request(`/v1/${name}`, postInit(body))).text();
  const lang = 'en-US';
  const half = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const key = `HKLM\\Software\\x${a}`;
      const items = [
        { key, value: `\udfff${b}`, type: 'REG_SZ', data: a },
        { key, value: `\udffe${b}`, type: 'REG_SZ', data: `other ${a}` },
        { key, value: b, type: a, data: b },
        { omaUri: `./Device/${a}`, data: b },
        { omaUri: `device_${b}`, unread: a },
      ];
      const files = [
        { name: `\udfff${a}.json`, content: Buffer.from(JSON.stringify(items)).toString('base64') },
      ];
      const targetProducts = { [`Edge${a}`]: b };
      const answers = [
        await post('resolve', { key, value: `\udfff${b}`, lang, targetOs: a, targetProducts }),
        await post('csp', { omaUri: `./Device/\udfff${a}`, lang, targetProducts }),
        await post('search', { q: `\udfff${a}`, lang, limit: 5 }),
        await post('verify', { items, files, lang, targetOs: `\udfff${b}`, targetProducts, detail: 'brief' }),
        await post('verify', { items, files, lang, targetOs: b, targetProducts, detail: 'full' }),
      ];
      for (const json of answers) {
        expect(json).not.toMatch(half);
        expect(json).toMatch(/\\ufffd|\ufffd/);
        JSON.parse(json);
      }
      const { result } = JSON.parse(answers[3] ?? '');
      expect(result.items[0]).not.toHaveProperty('conflictsWith');
    }),
    { numRuns: 60 },
  );
});
