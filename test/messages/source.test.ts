/** The marks in every sentence, read in the source: no sentence can be passed over. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../runtime/messages/', import.meta.url);
const files = [
  ...readdirSync(FOLDER).filter((name) => name.endsWith('.ts')),
  '../../build/compile/sentences.ts',
];

/** Attributes of XML, in a sentence on how they are written. */
const XML = /\b(?:name="value"|nom="valeur")/g;
/** A pattern, which is not a text. */
const REGEXP = /= \/.*\/\w*;$/gm;

function codeOf(file: string): string {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(XML, '')
    .replace(REGEXP, '');
}

describe.each(files)('%s', (file) => {
  it('has no straight quotation mark and no straight apostrophe in a text', () => {
    const code = codeOf(file);
    expect(code.match(/.*".*/g)).toBeNull();
    expect(code.match(/.*\p{L}'\p{L}.*/gu)).toBeNull();
    expect(code.match(/.*\\'.*/g)).toBeNull();
  });
});

it('reads the sentences', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(codeOf('verify-en.ts')).toContain('its deletion');
});
