/** `facts/synonyms.json` and `facts/products.json`: sound, and used as they are written. */
import { expect, test } from 'vitest';
import { phraseRows } from '../../build/search/words.ts';
import { normalizeKeyForBuild, parseKey } from '../../runtime/format/keys.ts';
import { isOf } from '../../runtime/search/files.ts';
import { Phrases } from '../../runtime/search/phrases.ts';
import { words } from '../../runtime/search/tokens.ts';
import { ownIntents } from '../bench/search-intents.ts';
import { committedContext } from '../corpus/context.ts';

const { facts, items } = await committedContext();

test('synonyms: every group has a reason, two forms and none twice in a language', () => {
  for (const { reason, en = [], fr = [], de = [] } of facts.synonyms.groups) {
    expect(reason).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set([...en, ...fr, ...de]).size, reason).toBeGreaterThan(1);
    for (const forms of [en, fr, de]) expect(new Set(forms).size, reason).toBe(forms.length);
  }
});

test('synonyms: each form is found in a text, with the token of its group, in each language', () => {
  for (const lang of ['en-US', 'de-DE', 'fr-FR']) {
    const rows = phraseRows(facts, lang);
    const phrases = new Phrases(rows, lang);
    for (const [form, token] of rows) {
      const text = ['before', ...form.split(' '), 'after'];
      const length = form.split(' ').length;
      const found = phrases.at(text, 1).find((phrase) => phrase.length === length);
      expect(found?.tokens, form).toContain(token);
      if (!isOf(token, 'product')) expect(phrases.synonymsIn(words(text.join(' '))), form).toContain(token);
    }
  }
});

test('synonyms: inflections of a form count as it, and so do the parts of a word', () => {
  const phrases = new Phrases(
    [
      ['block', '!0'],
      ['usb drive', '#1'],
    ],
    'en-US',
  );
  const found = (text: string) => phrases.synonymsIn(words(text));
  expect(found('blocking')).toEqual(['!0']);
  expect(found('the USB drives')).toEqual(['#1']);
  expect(found('BlockUsbDrive')).toEqual(['!0', '#1']);
  expect(found('usb sticks')).toEqual([]);
});

test('products name sources that exist', () => {
  const ids = new Set(facts.sources.map(({ id }) => id));
  const named = facts.products.products.flatMap(({ sources }) => sources);
  for (const id of [...named, ...Object.keys(facts.products.ranks)]) expect(ids, id).toContain(id);
});

test('products narrow to settings that are there', () => {
  for (const { names, sources, slugs } of facts.products.products) {
    const settings = sources.flatMap((id) => facts.settings.get(id) ?? []);
    for (const begin of slugs ?? [''])
      expect(
        settings.some(({ slug }) => slug.startsWith(begin)),
        `${names[0]} ${begin}`,
      ).toBe(true);
  }
});

test('each intent names a pair that a setting writes, once, and half of each kind is kept from tuning', () => {
  const pairs = new Set(
    items.flatMap((item) =>
      item.pairs.map(({ key, valueName = '' }) => pairOf(normalizeKeyForBuild(key), valueName)),
    ),
  );
  const all = ownIntents();
  expect(all.filter(({ key, value }) => !pairs.has(pairOf(parseKey(key).key, value)))).toEqual([]);
  expect(new Set(all.map(({ q, lang, product }) => `${lang} ${product} ${q}`)).size).toBe(all.length);
  for (const kind of ['tweak', 'title', 'intent', 'rule']) {
    const own = all.filter((each) => each.kind === kind);
    expect(Math.abs(own.filter(({ kept }) => kept).length - own.length / 2)).toBeLessThanOrEqual(1);
  }
});

const pairOf = (key: string, value: string) => `${key}|${value.toLowerCase()}`;
