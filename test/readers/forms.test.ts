import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFile, readFileInPieces } from '../../runtime/readers/index.ts';
import { MAX_DEPTH } from '../../runtime/readers/types.ts';
import { parseXmlFragment, XML_PIECE } from '../../runtime/readers/xml.ts';
import { FlowReader, unquoted } from '../../runtime/readers/yaml-flow.ts';
import { type NamedFile, soundFiles } from './corpus.ts';
import { itemsOf, kindsOf, read } from './generators.ts';
import { encode, writeRules } from './writers.ts';

/** How deep XML elements and JSON values may nest: to the bound itself, and no deeper. */
const RULES = writeRules([{ key: 'K', value: 'V', data: 'd' }]);
const NESTED: [string, name: string, (depth: number) => string][] = [
  [
    'XML',
    'a.PolicyRules',
    // The root is the first.
    (depth) => RULES.replace(/(?=<.PolicyRules>)/, '<a>'.repeat(depth - 1) + '</a>'.repeat(depth - 1)),
  ],
  [
    'JSON',
    'a.json',
    // The list and its entry are the first two.
    (depth) =>
      `[{"key":"HKLM\\\\K","value":"V","data":"d","note":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}]`,
  ],
  [
    'a key that a deletion may cover',
    'a.reg',
    // Its hive is the first.
    (depth) =>
      `REGEDIT4\n[HKEY_LOCAL_MACHINE${'\\A'.repeat(depth - 1)}]\n"b"=dword:1\n[-HKEY_LOCAL_MACHINE\\C]\n`,
  ],
];

it.each(NESTED)('%s is read as deep as the bound, and deeper it is a problem', (_, name, nested) => {
  for (const depth of [3, MAX_DEPTH - 1, MAX_DEPTH])
    expect(itemsOf(read(name, nested(depth))), `${depth}`).toHaveLength(1);
  for (const depth of [MAX_DEPTH + 1, MAX_DEPTH + 2, 500]) {
    const message = `nest more than ${MAX_DEPTH} deep`;
    expect(read(name, nested(depth)).problem?.message, `${depth}`).toContain(message);
  }
});

it('a fragment of XML counts its own elements from 1', () => {
  const depths = new Set<number>();
  const handler = { open: (_: string, depth: number) => void depths.add(depth) };
  parseXmlFragment('<a/>'.repeat(3) + '<a>'.repeat(MAX_DEPTH) + '</a>'.repeat(MAX_DEPTH), handler);
  expect(Math.min(...depths)).toBe(1);
  expect(Math.max(...depths)).toBe(MAX_DEPTH);
});

/** A server reads XML in pieces, with other work between them; counted, not timed. */
async function pacesOf(file: NamedFile): Promise<number> {
  let paces = 0;
  const result = await readFileInPieces(file, {}, () => {
    paces++;
    return undefined;
  });
  expect(result).toEqual(readFile(file));
  return paces;
}

/** Names and data that a cut in the wrong place would damage: entities, pairs of surrogates, line breaks. */
function rules(count: number, lineBreak: string): string {
  const all = Array.from(
    { length: count },
    (_, at) =>
      `<UserConfig>${lineBreak}<Key>K${'x'.repeat(at % 7)}${at}</Key><Value>😀é${at}</Value><RegType>REG_SZ</RegType>` +
      `<RegData>&lt;&amp;${lineBreak}😀${at}</RegData></UserConfig>${lineBreak}`,
  );
  return `<PolicyRules>${lineBreak}${all.join('')}</PolicyRules>${lineBreak}`;
}

describe('XML', () => {
  it.each(['\n', '\r\n'])('is read in pieces of a bounded length, with line breaks %j', async (lineBreak) => {
    const text = rules(2000, lineBreak);
    const pieces = Math.ceil(text.length / XML_PIECE);
    expect(pieces).toBeGreaterThan(5);
    const file = { name: 'a.PolicyRules', content: encode(text, 'utf-8') };
    expect(await pacesOf(file)).toBe(pieces - 1);
    const result = readFile(file);
    const items = result.problem === undefined ? result.items : [];
    expect(items.length).toBe(2000);
    expect(items.map((item) => ('key' in item ? `${item.value}=${item.data}` : ''))).toEqual(
      items.map((_, at) => `😀é${at}=<&\n😀${at}`),
    );
    const lines = text.split(lineBreak);
    const places = items.map(({ at: { line = 0 } }) => lines.slice(line - 1, line + 1).join(''));
    expect(places.findIndex((place, at) => !place.includes(`<Value>😀é${at}<`))).toBe(-1);
  });

  it('with damage in a later piece gives the line of it', async () => {
    const text = `${rules(2000, '\n')}<`;
    const file = { name: 'a.PolicyRules', content: encode(text, 'utf-8') };
    expect(await pacesOf(file)).toBeGreaterThan(5);
    expect(readFile(file).problem).toMatchObject({ line: text.split('\n').length });
  });
});

/** Long texts with escapes are replaced in parts: the parts join to what the whole gives. */
const unit = fc.constantFrom(...String.raw`\\ \x41 \u00e9 \U0001F600 \n \" a é 😀 x4`.split(' '), ' ');

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

/** Blank lines before the content of a text change nothing but the lines of its places. */
const NARROW = /^(?:GptTmpl|a\.|lgpo|profile|intune|narrow)/;
const texts = soundFiles(4).flatMap(({ name, content }) => {
  if (!NARROW.test(name) || name === 'a.reg') return [];
  const encoding = name === 'GptTmpl.inf' ? 'utf-16le' : 'utf-8';
  return [{ name, text: new TextDecoder(encoding).decode(content) }];
});

it('every text format but the wide one of .reg is among them', () => expect(texts.length).toBeGreaterThan(7));

describe.each(texts)('$name', ({ name, text }) => {
  // Of either kind, whatever the text has: files are put together of parts.
  it.each([['\n'], ['\r\n'], ['\n', '\r\n', '\n'], ['  \r\n'], ['\t\n', ' \r\n']])(
    'after %j',
    (...blanks) => {
      const blank = blanks.join('');
      const plain = read(name, text);
      const shifted = read(name, blank + text);
      expect(itemsOf(shifted)).toEqual(itemsOf(plain));
      expect(kindsOf(shifted)).toEqual(kindsOf(plain));
      const lineOf = (result: typeof plain) =>
        result.problem === undefined ? result.items.map(({ at }) => at.line) : [];
      expect(lineOf(shifted)).toEqual(lineOf(plain).map((line) => line && line + blanks.length));
    },
  );
});
