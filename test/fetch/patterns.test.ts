/**
 * Every pattern that the pipeline tries on what vendors send, against texts made of its own parts, repeated: a pattern
 * whose time grows with the square of the text would take hours on these, and the test would run into its limit.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDeclarations } from '../../build/pipeline/fetch/declarations.ts';
import { detailsIn } from '../../build/pipeline/fetch/locate/download-center.ts';
import { linksIn } from '../../build/pipeline/fetch/locate/locate.ts';
import { groupInFile, groupInName, MAX_NAME, nameMatcher } from '../../build/pipeline/fetch/match.ts';
import { place } from '../../build/pipeline/fetch/pick.ts';

const ROOT = join(import.meta.dirname, '../..');
const LENGTH = 1_000_000;

const repeated = (part: string, length = LENGTH) => part.repeat(Math.ceil(length / part.length));

/** The literals of a pattern, a member of each of its classes, and characters that often match. */
function partsOf(source: string): string[] {
  const literal = source
    .replaceAll(/\\[sd wW]/g, ' ')
    .replaceAll(/\[(\\?.)[^\]]*\]/g, '$1')
    .replaceAll(/\(\?[:!=<]+|[()^$*+?]|\{\d+(?:,\d*)?\}/g, '')
    .replaceAll(/\\(.)/g, '$1');
  const words = literal.split('|').filter((word) => word !== '');
  const prefixes = words.flatMap((word) => [
    word,
    word.slice(0, -1),
    word.slice(0, Math.ceil(word.length / 2)),
  ]);
  return [...new Set([...prefixes, ' ', '1', 'a', '.', '\n', '\\', '/', '=', '"', '{', '}'])].filter(Boolean);
}

/** Each part, and each pair of parts, repeated to the length; a start that matches and an end that does not. */
function* worstCases(source: string, length: number): Generator<string> {
  const parts = partsOf(source);
  const [first = ''] = parts;
  for (const part of parts) {
    const body = repeated(part, length);
    yield `${body}\0`;
    yield `${first}${body}\0`;
    yield repeated(first + part, length);
  }
}

test('the patterns of the declarations, on names, links and texts', async () => {
  const declared = await readDeclarations(join(ROOT, 'facts/downloads.json'));
  let tried = 0;
  const onNames = (pattern: string, id: string) => {
    const matches = nameMatcher(pattern);
    for (const length of [MAX_NAME - 64, LENGTH]) {
      for (const text of worstCases(pattern, length)) {
        tried++;
        expect(typeof (groupInName(pattern, text) ?? ''), id).toBe('string');
        if (length > MAX_NAME) expect(matches(text), id).toBe(false);
        else expect(matches(text), id).toBe(new RegExp(pattern, 'i').test(text));
      }
    }
  };
  for (const [id, download] of Object.entries(declared)) {
    if (download.kind === 'manual') continue;
    const { version, pick } = download;
    const named = [pick.include, 'link' in download && download.link];
    const others = ['asset' in download && download.asset, 'files' in download && download.files];
    for (const pattern of [...named, ...others]) if (pattern) onNames(pattern, id);
    if (version.from === 'url') onNames(version.pattern, id);
    if (version.from !== 'file') continue;
    for (const text of worstCases(version.pattern, LENGTH)) {
      tried++;
      expect(typeof (groupInFile(version.pattern, text) ?? ''), id).toBe('string');
    }
  }
  expect(tried).toBeGreaterThan(500);
});

test('the page of a download', () => {
  const name = '__DLCDetails__';
  const ends = ['', '=', ' = {', '={}'].map((end) => name + end);
  for (const part of [...ends, '{', '}', '};', ' ', '</script', '"version"', '"version":"1']) {
    const body = repeated(part);
    for (const html of [body, `${name} = {${body}`, `${name}${body}`, `"version"${body}`])
      expect(detailsIn(html)).toBeUndefined();
  }
  expect(detailsIn('<script>window.__DLCDetails__ = {"a":{"b":1}} ; </script>')).toBe('{"a":{"b":1}}');
  expect(detailsIn('<script>window.__DLCDetails__={"a":1}</script>')).toBe('{"a":1}');
  expect(detailsIn('<script>__DLCDetails__; x = {"a":1}</script>')).toBeUndefined();
});

test('the links of a page', () => {
  for (const part of ['href', 'href=', 'href="', "src = '", ' ', '="', 'href=""', 'href="a']) {
    // Each is a URL that is read: a quarter of the length still takes a pattern of the square minutes.
    const html = repeated(part, LENGTH / 4);
    for (const page of [html, `href${html}`, `href="${html}`])
      expect(linksIn(page, 'https://example.com/').every((link) => link.length < 4096)).toBe(true);
  }
});

test('the names in a package', () => {
  for (const part of ['.adml', '.adml1', '1', '.', 'a', 'fr-FR', 'zh-Hans-', '-valencia', ' ']) {
    const name = repeated(part, 2 ** 16);
    const put = () => place('lamp', [{ path: `${name}/${name}.adml`, bytes: new Uint8Array() }], {});
    expect(put).toThrow(/nothing tells the language|unusable name/);
  }
});
