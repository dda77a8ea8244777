/** A server reads XML in pieces, with other work between them; counted, not timed. */
import { describe, expect, it } from 'vitest';
import { readFile, readFileInPieces } from '../../runtime/readers/index.ts';
import { XML_PIECE } from '../../runtime/readers/xml.ts';
import type { SoundFile } from './corpus.ts';
import { encode } from './writers.ts';

async function pacesOf(file: SoundFile): Promise<number> {
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
