/** The scores by postings equal a slow reading, every setting’s own terms looked at one by one; and what is kept by them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ABSOLUTE_CUT, FIELD_WORTH, RELATIVE_CUT } from '../../runtime/search/constants.ts';
import { FIELDS } from '../../runtime/search/files.ts';
import { searchIndex } from '../../runtime/search/load.ts';
import { type Group, planQuery } from '../../runtime/search/query.ts';
import { scoreSettings } from '../../runtime/search/score.ts';
import { findSettings } from '../../runtime/search/search.ts';
import { namingsOf, readSentence } from '../../runtime/search/sentence.ts';
import { fewSettings, titlesOf } from './corpus.ts';

const corpus = await fewSettings();
const index = await searchIndex(corpus.dataset, 'en-US');
const titles = titlesOf(corpus);
/** By setting: term → worth of the field it stands in. */
const documents = Array.from(index.shared.settings, () => new Map<string, number>());
for (const term of index.terms.begunWith('', Number.POSITIVE_INFINITY))
  for (const [field, settings] of index.terms.of(term).entries())
    for (const setting of settings ?? []) {
      const document = documents[setting];
      expect(document?.has(term), `${term} counts once`).toBe(false);
      document?.set(term, FIELD_WORTH[FIELDS[field] ?? 'title']);
    }

const worthOf = ({ terms }: Group, setting: number) =>
  Math.max(0, ...[...terms].map(([term, { factor }]) => factor * (documents[setting]?.get(term) ?? 0)));

test('for any query of titles’ words, synonyms and product names, and what covers enough of it is kept', () => {
  const words = fc.oneof(
    fc.constantFrom(
      ...'disable|turn|off|usb|user account control|in chrome|outlook 2016|windows|polici'.split('|'),
    ),
    fc.nat().map((at) => titles[at % titles.length] ?? ''),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (parts) => {
      const [text, sentence] = [parts.join(' '), readSentence(parts.join(' '), index)];
      const query = planQuery(sentence.words, index);
      const total = query.groups.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const scores = scoreSettings(query, index);
      for (const setting of documents.keys()) {
        const slow = query.groups.reduce(
          (sum, group) => sum + (worthOf(group, setting) * group.weight) / total,
          0,
        );
        expect(scores.coverage[setting]).toBeCloseTo(slow, 4);
      }
      // Kept is what covers enough of the query, and of the rest only what the query names as a whole.
      const least = Math.max(Math.max(...scores.coverage) * RELATIVE_CUT, ABSOLUTE_CUT);
      const fitting = [...documents.keys()].filter((id) => (scores.coverage[id] ?? 0) >= least);
      const most = new Set([...fitting, ...namingsOf(text, sentence, index).keys()]);
      const { total: kept } = findSettings(text, 1, index);
      expect([kept >= fitting.length, kept <= most.size]).toEqual([true, true]);
    }),
    { numRuns: 40 },
  );
});
