/** `facts/synonyms.json` and `facts/products.json`: sound, and used as they are written. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Facts } from '../../build/facts/model.ts';
import { readFacts } from '../../build/facts/model.ts';
import { searchWords } from '../../build/search/words.ts';
import { Synonyms } from '../../runtime/search/synonyms.ts';

const FACTS = new URL('../../facts', import.meta.url).pathname;
let facts: Facts;
beforeAll(async () => {
  facts = await readFacts(FACTS, FACTS);
});

describe('synonyms', () => {
  test('every group has a reason, two forms and none twice in a language', () => {
    for (const { reason, en = [], fr = [], de = [] } of facts.synonyms.groups) {
      expect(reason).toMatch(/^[A-Z].{10,}\.$/);
      expect(new Set([...en, ...fr, ...de]).size, reason).toBeGreaterThan(1);
      for (const forms of [en, fr, de]) expect(new Set(forms).size, reason).toBe(forms.length);
    }
  });

  test('each form is found in a query, by its whole length, with all other forms', () => {
    const rows = searchWords(facts).synonyms;
    const synonyms = new Synonyms(rows, 'en-US');
    for (const row of rows) {
      for (const form of row.forms) {
        const words = ['before', ...form.split(' '), 'after'];
        const match = synonyms.at(words, 1);
        const length = form.split(' ').length;
        // A longer form of another group may take more words; none that is shorter is taken.
        expect(match?.length, form).toBeGreaterThanOrEqual(length);
        if (match?.length !== length) continue;
        const others = match.others.map((each) => each.join(' '));
        // It may be found as an inflection of another form, which is then not among the others.
        const missing = row.forms.filter((each) => each !== form && !others.includes(each));
        expect(missing.length, form).toBeLessThanOrEqual(1);
      }
    }
  });

  test('inflections of a form count as it', () => {
    const synonyms = new Synonyms(
      [{ forms: ['block', 'disable'] }, { forms: ['usb drive', 'removable storage'] }],
      'en-US',
    );
    expect(synonyms.at(['blocking'], 0)?.others).toEqual([['disable']]);
    expect(synonyms.at(['usb', 'drives'], 0)).toMatchObject({
      length: 2,
      others: [['removable', 'storage']],
    });
    expect(synonyms.at(['usb', 'sticks'], 0)).toBeUndefined();
  });
});

describe('products', () => {
  test('name sources that exist, or that a later import may bring', () => {
    const LATER = ['osconfig', 'security-options'];
    const ids = new Set([...facts.sources.map(({ id }) => id), ...LATER]);
    const named = facts.products.products.flatMap(({ sources }) => sources);
    for (const id of [...named, ...Object.keys(facts.products.ranks)]) expect(ids, id).toContain(id);
  });

  test('narrow to settings that are there', () => {
    for (const { names, sources, slugs } of facts.products.products) {
      const settings = sources.flatMap((id) => facts.settings.get(id) ?? []);
      for (const begin of slugs ?? [''])
        expect(
          settings.some(({ slug }) => slug.startsWith(begin)),
          `${names[0]} ${begin}`,
        ).toBe(true);
    }
  });
});
