/** The scores by postings equal a slow reading: every setting's own terms, looked at one by one. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { FIELDS } from '../../runtime/search/files.ts';
import { type SearchIndex, searchIndex } from '../../runtime/search/load.ts';
import { type Group, planQuery } from '../../runtime/search/query.ts';
import { FIELD_FACTORS, scoreSettings } from '../../runtime/search/score.ts';
import { readSentence } from '../../runtime/search/sentence.ts';
import { completed, type Terms } from '../../runtime/search/word-terms.ts';
import { openCorpus } from './corpus.ts';

let index: SearchIndex;
/** By setting: term → worth of the best field it stands in. */
let documents: Map<number, number>[];
beforeAll(async () => {
  const corpus = await openCorpus(40);
  index = await searchIndex(corpus.dataset, 'en-US');
  documents = index.shared.settings.map(() => new Map());
  for (const [term, row] of index.language.postings.entries()) {
    let [field, setting] = [-1, 0];
    for (const number of row) {
      if (number < 0) [field, setting] = [-1 - number, 0];
      else {
        setting += number;
        expect(field).toBeLessThan(FIELDS);
        documents[setting]?.set(term, FIELD_FACTORS[field] ?? 0);
      }
    }
  }
});

const bestOf = (terms: Terms, document: Map<number, number>) =>
  Math.max(0, ...[...terms].map(([id, { factor }]) => factor * (document.get(id) ?? 0)));

function worthOf(group: Group, setting: number): number {
  const document = documents[setting] ?? new Map();
  const found = [group.members?.includes(setting) ? 1 : 0, bestOf(group.terms, document)];
  for (let id = group.range[0]; id < group.range[1]; id++) {
    const factor = completed(group.text.length, index.vocabulary.terms[id]?.length ?? 0);
    if (group.terms.get(id)?.factor !== 1) found.push(factor * (document.get(id) ?? 0));
  }
  for (const { words, factor, whole } of group.phrases) {
    const each = words.map((terms) => bestOf(terms, document));
    const mean = each.reduce((sum, worth) => sum + worth, 0) / words.length;
    if (!whole || each.every((worth) => worth > 0)) found.push(mean * factor);
  }
  return Math.max(...found);
}

test('for any query of titles’ words, synonyms and product names', () => {
  const words = fc.oneof(
    fc.constantFrom(
      'disable',
      'turn',
      'off',
      'usb',
      'user account control',
      'in chrome',
      'outlook 2016',
      'windows',
      'polici',
    ),
    fc.nat().map((at) => index.language.titles[at % index.language.titles.length] ?? ''),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (parts) => {
      const query = planQuery(readSentence(parts.join(' '), index), index);
      const total = query.groups.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const scores = scoreSettings(query, index);
      for (const setting of documents.keys()) {
        const slow = query.groups.reduce(
          (sum, group) => sum + (worthOf(group, setting) * group.weight) / total,
          0,
        );
        expect(scores.coverage[setting]).toBeCloseTo(slow, 4);
      }
    }),
    { numRuns: 40 },
  );
});
