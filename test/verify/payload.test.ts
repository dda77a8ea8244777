import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { payloadFaultText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { judgeElementText, readPayload } from '../../runtime/verify/admx-payload.ts';
import { enabledPayload } from '../../runtime/verify/mdm-payload.ts';
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

  it('is read back', () => {
    const data = { Mode: '3', Box: 'false', Text: 'a&"b\r\n\tc', List: 'Name\uf000x' };
    expect(readPayload(enabledPayload(Object.entries(data)))).toEqual({
      state: 'enabled',
      data: new Map(Object.entries(data)),
    });
  });
});

describe('a text that is not a payload', () => {
  it.each(vectors<string>('not-payloads'))('%s is refused with a reason', (text) => {
    const read = readPayload(text);
    if (!('fault' in read)) throw new Error('it was read');
    const english = payloadFaultText(read.fault, textsIn('en-US', VERIFY_TEXTS));
    const french = payloadFaultText(read.fault, textsIn('fr-FR', VERIFY_TEXTS));
    expect(english).toMatch(/^The data is not an ADMX payload/);
    expect(french).toMatch(/^La donnée n’est pas une charge utile ADMX/);
    expect(french).not.toMatch(/\b(?:the|is|it|takes|stands|needs|two|neither)\b/);
  });
});

describe('a text that is not well-formed XML', () => {
  it.each(vectors<[string, string]>('payload-faults'))('%j: %s', (text, code) => {
    expect(readPayload(text)).toMatchObject({ fault: { code } });
  });

  const PAYLOAD = '<enabled/>\n<data id="a" value="x&amp;y"/><!-- z --><data id="b" value="&#xF000;"/>';
  const pieces = fc.constantFrom(
    '&',
    '<',
    '>',
    '"',
    '</',
    '/>',
    '<?xml?>',
    '<!--',
    '-->',
    ' ',
    '\u0001',
    ';',
    'a',
    '=',
  );

  it('gets a cause that is in the text, whatever is put into a payload or cut off it', () => {
    const SIGNS: Record<string, RegExp> = {
      ampersand: /&(?!(?:amp|#xF000);)/,
      documentPart: /<\?xml|<!DOCTYPE/,
      character: /[^\n\u0020-\uffff]|&#/,
      lessThan: /<(?!enabled\/>|data id="[ab]" value="(?:x&amp;y|&#xF000;)"\/>|!-- z -->)/,
      comment: /<!-/,
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
      { numRuns: 8000 },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining([...Object.keys(SIGNS), 'cutOff', 'attribute', 'tagName']),
    );
  });
});

describe('the lines of an element that takes several', () => {
  const place = { id: 'Lines', type: 'multiText', pair: 0 } as const;
  const element = { ...place, maxStrings: '2', maxLength: '3' };

  it.each([
    ['abc', 'free'],
    ['a\uf000b', 'free'],
    ['a\uf000b\uf000c', 'undocumented'],
    ['a\uf000abcd', 'undocumented'],
  ])('%j: %s', (text, verdict) => {
    expect(judgeElementText(element, text)).toEqual(
      verdict === 'free' ? { verdict } : { verdict, allowed: '≤ 2 × ≤ 3' },
    );
  });
});

describe('the text of an element', () => {
  const place = { id: 'E', pair: 0 };

  it('of a box is true or false in lower case', () => {
    for (const text of ['true', 'false'])
      expect(judgeElementText({ ...place, type: 'boolean' }, text).verdict).toBe('documented');
    for (const text of ['True', 'FALSE', '1', ''])
      expect(judgeElementText({ ...place, type: 'boolean' }, text).verdict).toBe('undocumented');
  });

  it('of a drop-down list is that of an option, and one that deletes has none', () => {
    const choices = [{ text: '3', writes: [] }, { writes: [{ pair: 0 }] }];
    expect(judgeElementText({ ...place, type: 'enum', choices }, '3').verdict).toBe('documented');
    expect(judgeElementText({ ...place, type: 'enum', choices }, '')).toEqual({
      verdict: 'undocumented',
      allowed: '3',
    });
  });

  it('of one line is one, whatever characters it has', () => {
    expect(judgeElementText({ ...place, type: 'text', maxLength: '3' }, 'a\uf000b').verdict).toBe('free');
    expect(judgeElementText({ ...place, type: 'text', maxLength: '3' }, 'ab\uf000c')).toEqual({
      verdict: 'undocumented',
      allowed: '≤ 3',
    });
  });
});

describe('a number', () => {
  const BOUNDS = [
    [{}, 'free'],
    [{ minValue: '5' }, 'documented'],
    [{ maxValue: '10' }, 'documented'],
    [{ minValue: '5', maxValue: '10' }, 'documented'],
  ] as const;

  it.each(['decimal', 'longDecimal'] as const)(
    '%s: within its bounds, and free only where it has none',
    (type) => {
      const place = { id: 'N', pair: 0 };
      for (const [bounds, within] of BOUNDS) {
        const { minValue: min, maxValue: max }: { minValue?: string; maxValue?: string } = bounds;
        for (const value of [0, 4, 5, 7, 10, 11]) {
          const fits = value >= Number(min ?? 0) && value <= Number(max ?? 99);
          expect(judgeElementText({ ...place, type, ...bounds }, String(value))).toEqual(
            fits
              ? { verdict: within }
              : { verdict: 'undocumented', allowed: `${min ?? '0'} – ${max ?? ''}`.trimEnd() },
          );
        }
        for (const text of ['', '-1', '7.0', 'x', ' 7']) {
          expect(judgeElementText({ ...place, type, ...bounds }, text).verdict, text).toBe('undocumented');
        }
      }
    },
  );
});
