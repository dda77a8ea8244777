import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { payloadFaultText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { judgeElementText, readPayload } from '../../runtime/verify/admx-payload.ts';
import { type ComposedPayload, composePayload } from '../../runtime/verify/payload.ts';
import type { Written } from '../../runtime/verify/payload-elements.ts';
import policies from '../vectors/payload-policies.json' with { type: 'json' };
import { vectors } from '../vectors.ts';
import { pairOf, writtenValues } from './admx-interpreter.ts';

interface Row {
  what: string;
  policy: keyof typeof policies;
  /** By path below the key of the policies. */
  values: Record<string, Partial<Written>>;
  /** Parts of what is made; without a payload there is none. */
  composed: Partial<ComposedPayload>;
}

describe('a payload made of the values of a request', () => {
  it.each(vectors<Row>('composed-payloads'))('$policy: $what', ({ policy, values, composed }) => {
    const written = Object.entries(values).map(([path, each]) => {
      const [, key, name = ''] = /^(?:(.*)\\)?(.*)$/su.exec(path) ?? [];
      return [pairOf(`Software\\P${key === undefined ? '' : `\\${key}`}`, name), { name, ...each }] as const;
    });
    const parts = partsOf(policies[policy] as unknown as SettingRecord);
    const found = composePayload(parts, writtenValues(written));
    expect(found).toMatchObject(composed);
    expect(found.payload).toBe(composed.payload);
  });
});

it.each(vectors<string>('not-payloads'))('%s is no payload, and refused with a reason', (text) => {
  const read = readPayload(text);
  if (!('fault' in read)) throw new Error('it was read');
  const english = payloadFaultText(read.fault, textsIn('en-US', VERIFY_TEXTS));
  const french = payloadFaultText(read.fault, textsIn('fr-FR', VERIFY_TEXTS));
  expect(english).toMatch(/^The data is not an ADMX payload/);
  expect(french).toMatch(/^La donnée n’est pas une charge utile ADMX/);
  expect(french).not.toMatch(/\b(?:the|is|it|takes|stands|needs|two|neither)\b/);
});

describe('a text that is not well-formed XML', () => {
  it.each(vectors<[string, string]>('payload-faults'))('%j: %s', (text, code) => {
    expect(readPayload(text)).toMatchObject({ fault: { code } });
  });

  const PAYLOAD = '<enabled/>\n<data id="a" value="x&amp;y"/><!-- z --><data id="b" value="&#xF000;"/>';
  const pieces = fc.constantFrom(...'&<>" \u0001;a=', '</', '/>', '<?xml?>', '<!--', '-->');

  it('gets a cause that is in the text, whatever is put into a payload or cut off it', () => {
    const SIGNS: Record<string, RegExp> = {
      ampersand: /&(?!(?:amp|#xF000);)/,
      documentPart: /<\?xml|<!DOCTYPE/,
      character: /[^\n\u0020-\uffff]|&#/,
      lessThan: /<(?!enabled\/>|data id="[ab]" value="(?:x&amp;y|&#xF000;)"\/>|!-- z -->)/,
    };
    const edits = fc.array(fc.tuple(fc.nat(PAYLOAD.length), pieces), { minLength: 1, maxLength: 3 });
    const seen = new Set<string>();
    fc.assert(
      fc.property(edits, fc.nat(40), (all, cut) => {
        let text = PAYLOAD;
        for (const [at, piece] of all) text = text.slice(0, at) + piece + text.slice(at);
        text = text.slice(0, Math.max(text.length - (cut > 30 ? cut : 0), 0));
        const read = readPayload(text);
        if (!('fault' in read)) return;
        const { fault } = read;
        seen.add(fault.code);
        if (SIGNS[fault.code] !== undefined) expect(text).toMatch(SIGNS[fault.code] as RegExp);
        if ('name' in fault) expect(text).toContain(fault.name);
        for (const lang of ['en-US', 'fr-FR']) {
          const said = payloadFaultText(fault, textsIn(lang, VERIFY_TEXTS));
          expect(said).not.toMatch(/undefined|payload>/);
        }
      }),
      { numRuns: 4000 },
    );
    expect([...seen]).toEqual(expect.arrayContaining([...Object.keys(SIGNS), 'malformed']));
  });
});

interface Texts {
  element: object;
  /** Texts by their verdict. */
  documented?: string[];
  free?: string[];
  undocumented: string[];
  /** What is said of those. */
  allowed: string;
}

it.each(vectors<Texts>('element-texts'))('texts of $element', ({ element, allowed, ...texts }) => {
  const place = { id: 'E', type: 'text' as const, pair: 0 };
  for (const [verdict, each] of Object.entries(texts)) {
    const judged = verdict === 'undocumented' ? { verdict, allowed } : { verdict };
    for (const text of each) expect(judgeElementText({ ...place, ...element }, text), text).toEqual(judged);
  }
});
