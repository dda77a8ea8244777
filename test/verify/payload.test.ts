import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../build/compile/parts.ts';
import type { PartsEntry } from '../../runtime/contract/parts.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { payloadFaultText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { judgeElementText, readPayload } from '../../runtime/verify/admx-payload.ts';
import { composePayload } from '../../runtime/verify/payload.ts';
import type { Written, WrittenValues } from '../../runtime/verify/payload-elements.ts';
import { vectors } from '../vectors.ts';

const RECORD: SettingRecord = {
  slug: 'a.p',
  lang: 'en-US',
  name: 'P',
  class: 'Machine',
  registryKey: 'Software\\P',
  valueName: 'On',
  source: 's',
  sourceVersion: '1',
  confidence: 'official',
  policyId: 'N::P',
  namespace: 'N',
  categoryPath: [],
  enabledValue: '1',
  enabledValueKind: 'decimal',
  disabledValue: '0',
  disabledValueKind: 'decimal',
  stateValues: [],
  elements: [
    { type: 'enum', id: 'Mode', valueName: 'Mode', options: [{ value: '3', valueKind: 'decimal' }] },
    {
      type: 'boolean',
      id: 'Box',
      valueName: 'Box',
      trueValue: '1',
      trueValueKind: 'decimal',
      falseValueKind: 'delete',
    },
    { type: 'text', id: 'Text', valueName: 'Text', maxLength: '5' },
    { type: 'list', id: 'List', registryKey: 'Software\\P\\List', explicitValue: true },
  ],
};

/** Values by name; those of the list begin with `List\`. */
function values(all: Record<string, Partial<Written>>): WrittenValues {
  const entries = Object.entries(all).map(([name, written]) => ({ name, written: { name, ...written } }));
  return {
    get: (pair) => entries.find(({ name }) => pair === `software\\p\0${name.toLowerCase()}`)?.written,
    below: (key) =>
      key === 'software\\p\\list'
        ? entries.flatMap(({ name, written }) => {
            const own = /^List\\(.*)$/.exec(name)?.[1];
            return own === undefined
              ? []
              : [{ value: own.toLowerCase(), written: { ...written, name: own } }];
          })
        : [],
  };
}

function compose(all: Record<string, Partial<Written>>, parts: PartsEntry = partsOf(RECORD)) {
  return composePayload(parts, values(all));
}

const ALL = {
  On: { type: 'REG_DWORD', data: 1 },
  Mode: { type: 'REG_DWORD', data: 3 },
  Box: { delete: true as const },
  Text: { type: 'REG_SZ', data: 'a&"b' },
  'List\\Name': { type: 'REG_SZ', data: 'x' },
};

describe('a payload made of the values of a request', () => {
  it('has every element, escaped once, and is read back', () => {
    const { payload = '' } = compose(ALL);
    expect(payload).toBe(
      [
        '<enabled/>',
        '<data id="Mode" value="3"/>',
        '<data id="Box" value="false"/>',
        '<data id="Text" value="a&amp;&quot;b"/>',
        '<data id="List" value="Name&#xF000;x"/>',
      ].join('\n'),
    );
    expect(readPayload(payload)).toEqual({
      state: 'enabled',
      data: new Map([
        ['Mode', '3'],
        ['Box', 'false'],
        ['Text', 'a&"b'],
        ['List', 'Name\uf000x'],
      ]),
    });
  });

  it('is not made where an element or the policy’s own value is missing', () => {
    const { Text: _, ...withoutText } = ALL;
    expect(compose(withoutText)).toMatchObject({ missing: ['Text'] });
    const { On: _on, ...withoutOwn } = ALL;
    expect(compose(withoutOwn)).toMatchObject({ missingValues: ['software\\p + on'] });
    expect(compose(withoutOwn)).not.toHaveProperty('payload');
  });

  it('is not made of contents that are not documented, contradict one another, or tell no state', () => {
    expect(compose({ ...ALL, Mode: { data: 4 } }).reason).toEqual({
      code: 'elementUndocumented',
      elementId: 'Mode',
    });
    expect(compose({ ...ALL, Text: { data: 'longer' } }).reason).toMatchObject({ elementId: 'Text' });
    expect(compose({ ...ALL, Text: { data: ['a'] } }).reason).toMatchObject({ elementId: 'Text' });
    expect(compose({ ...ALL, 'List\\Name': { data: ['x'] } }).reason).toMatchObject({ elementId: 'List' });
    expect(compose({ ...ALL, On: { data: 0 } }).reason).toEqual({ code: 'statesDiffer' });
    expect(compose({ ...ALL, On: { data: 7 } }).reason).toMatchObject({ code: 'stateUnclear' });
    expect(compose({ ...ALL, Text: { data: 'a', conflict: true } }).reason).toEqual({ code: 'conflict' });
  });

  it('keeps tabs and line breaks, and is not made of what XML cannot hold or an entry would be divided by', () => {
    const { payload = '' } = compose({ ...ALL, Text: { data: 'a\r\n\tb' } });
    expect(payload).toContain('value="a&#13;&#10;&#9;b"');
    const read = readPayload(payload);
    expect('data' in read && read.data.get('Text')).toBe('a\r\n\tb');
    for (const data of ['\u0001', 'a\0', '\ud800', '\uffff']) {
      expect(compose({ ...ALL, Text: { data } })).toEqual({
        reason: { code: 'notCarried', elementId: 'Text' },
      });
    }
    expect(compose({ ...ALL, 'List\\a\uf000b': { data: 'x' } }).reason).toMatchObject({ elementId: 'List' });
    expect(compose({ ...ALL, 'List\\a': { data: 'x\uf000y' } }).reason).toMatchObject({ code: 'notCarried' });
    expect(compose({ ...ALL, Text: { data: '\uf000' } }).payload).toContain('"&#xF000;"');
  });

  it('takes neither the values of other parts of the policy nor those of another type for entries of a list', () => {
    const record: SettingRecord = { ...RECORD, registryKey: 'Software\\P\\List', elements: [] };
    record.elements = RECORD.elements.filter(({ type }) => type === 'list');
    const parts = partsOf(record);
    const on = { name: 'On', type: 'REG_DWORD', data: 1 };
    const entry = { name: 'Name', type: 'REG_SZ', data: 'x' };
    const of = (...all: Written[]) =>
      composePayload(parts, {
        get: (pair) => all.find(({ name }) => pair === `software\\p\\list\0${name.toLowerCase()}`),
        below: () => all.map((written) => ({ value: written.name.toLowerCase(), written })),
      });
    expect(of(entry, on).payload).toBe('<enabled/>\n<data id="List" value="Name&#xF000;x"/>');
    expect(of(on)).toMatchObject({ missing: ['List'] });
    expect(of(entry, on, { name: 'Two', type: 'REG_DWORD', data: 2 }).reason).toMatchObject({
      code: 'elementUndocumented',
    });
  });

  it('of the disabled policy needs no element', () => {
    expect(compose({ On: { data: 0 } })).toEqual({ payload: '<disabled/>' });
  });

  it('never guesses the state from a deletion alone', () => {
    const {
      valueName: _v,
      enabledValue: _e,
      enabledValueKind: _k,
      disabledValue: _d,
      disabledValueKind: _dk,
      ...rest
    } = RECORD;
    const parts = partsOf({ ...rest, elements: RECORD.elements.slice(1, 2) });
    expect(compose({ Box: { delete: true } }, parts)).not.toHaveProperty('payload');
    expect(compose({ Box: { data: 1 } }, parts)).toEqual({
      payload: '<enabled/>\n<data id="Box" value="true"/>',
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
