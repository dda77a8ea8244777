/** What a query means beyond its words: synonyms, inflections, products, sentences; and when nothing fits. */
import { expect, test } from 'vitest';
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { isStopWord } from '../../runtime/search/constants.ts';
import { searchIndex } from '../../runtime/search/load.ts';
import { findSettings } from '../../runtime/search/search.ts';
import { ask, titlesOf, wholeCorpus } from './corpus.ts';

const corpus = await wholeCorpus();
const index = await searchIndex(corpus.dataset, 'en-US');
const titles = titlesOf(corpus);

const sourceOf = (setting: number) => corpus.items[setting]?.source.id ?? '';

test('every keyword of a setting finds it, and says so where nothing else names it', () => {
  let only = 0;
  for (const [id, { setting }] of corpus.items.entries()) {
    if (id % 211 !== 0) continue;
    const line = corpus.context.facts.keywords.find(({ slug }) => slug === setting.slug);
    for (const word of [line?.['en-US'] ?? []].flat()) {
      const { total, hits } = findSettings(word, 50, index);
      const hit = hits.find((each) => each.setting === id);
      // A word of grammar alone finds nothing.
      if (total <= 50 && !isStopWord(word)) expect(hit, `${word} → ${setting.slug}`).toBeDefined();
      if (hit?.matchedBy.join() === 'keyword') only++;
    }
  }
  expect(only).toBeGreaterThan(50);
});

test('no product named: of settings that share a title the third browser’s is not the first', () => {
  const { hits } = findSettings('Configure the DNS over HTTPS mode', 10, index);
  const sources = hits.map(({ setting }) => sourceOf(setting));
  expect(sources.indexOf('brave')).not.toBe(0);
});

test('same-named settings: one stands for them, other titles come before the rest of them', () => {
  const { hits } = findSettings('allowing downloads of files', 10, index);
  const found = hits.map(({ setting }) => titles[setting]);
  expect(new Set(found).size).toBeGreaterThan(3);
});

/** Titles that name one setting alone, so that a sentence around one has one right answer. */
const titled = () => {
  const counts = new Map<string, number>();
  for (const title of titles)
    if (title) counts.set(title.toLowerCase(), (counts.get(title.toLowerCase()) ?? 0) + 1);
  return titles.flatMap((title, id) =>
    title && id % 97 === 0 && counts.get(title.toLowerCase()) === 1 && !/["“”„«»‘’'`]/.test(title)
      ? [{ id, title }]
      : [],
  );
};

const SENTENCES: [what: string, around: (title: string) => string][] = [
  ['a rule of a guide', (title) => `18.9.4.1 (L1) Ensure '${title}' is set to 'Enabled'`],
  ['a question', (title) => `How do I configure the setting "${title}" with a group policy?`],
  ['a rule’s number', (title) => `WN10-CC-000035 ${title}`],
];
test.each(SENTENCES)('%s around a title finds it', (_what, around) => {
  const all = titled();
  const missed = all.filter(({ id, title }) => {
    const { hits } = findSettings(around(title), 3, index);
    return !hits.some(({ setting }) => setting === id);
  });
  expect(all.length).toBeGreaterThan(50);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(Math.floor(all.length * 0.03));
});

test('a registry path with a value name in a sentence: first what writes it, and that pair is shown', () => {
  let asked = 0;
  for (const [id, { pairs }] of corpus.items.entries()) {
    const pair = pairs[0];
    if (id % 149 !== 0 || !pair?.valueName || !/^\w+$/.test(pair.valueName)) continue;
    asked++;
    const q = `What does HKEY_LOCAL_MACHINE\\${pair.key}\\${pair.valueName} do on a server?`;
    const [hit] = findSettings(q, 1, index).hits;
    const written = corpus.items[hit?.setting ?? -1]?.pairs.some(
      (each) =>
        each.valueName?.toLowerCase() === pair.valueName?.toLowerCase() &&
        normalizeKeyForBuild(each.key) === normalizeKeyForBuild(pair.key),
    );
    expect(written, q).toBe(true);
    const shown = index.shared.settings[hit?.setting ?? -1]?.pairs[hit?.pair ?? -1]?.value;
    expect(shown?.toLowerCase(), q).toBe(pair.valueName.toLowerCase());
  }
  expect(asked).toBeGreaterThan(40);
});

test('what a hit is matched by is never empty', () => {
  for (const q of ['usb', 'disable windows update', 'bitlokcer', 'allow telemetry', 'windowsupdate\\au'])
    for (const { matchedBy } of findSettings(q, 50, index).hits) expect(matchedBy, q).not.toEqual([]);
});

test('titles and identifiers are never called weak', () => {
  for (const [id, { setting }] of corpus.items.entries()) {
    if (id % 101 !== 0) continue;
    expect(findSettings(titles[id] ?? setting.slug, 1, index).weak).toBe(false);
    expect(findSettings(setting.policyId, 1, index).weak).toBe(false);
  }
});

test.each(['chicken soup recipe', 'water the garden every morning', 'mysql replication lag'])(
  '%s: what is found fits badly',
  async (q) => {
    const { result, warnings } = (await ask(corpus.dataset, q)).envelope;
    expect([result.weak, warnings[0]]).toEqual([true, textsIn('en-US').weak]);
  },
);
