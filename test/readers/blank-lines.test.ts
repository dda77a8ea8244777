/** Blank lines before the content of a text change nothing but the lines of its places. */
import { describe, expect, it } from 'vitest';
import { soundFiles } from './corpus.ts';
import { itemsOf, kindsOf, read } from './generators.ts';

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
