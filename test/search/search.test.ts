/** Search over the committed facts: identifiers, ranking, languages, and any text at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../build/compile/context.ts';
import { settingRecord } from '../../build/compile/records.ts';
import { policyName } from '../../build/join/index-settings.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { searchIndex } from '../../runtime/search/load.ts';
import { findSettings } from '../../runtime/search/search.ts';
import { vectors } from '../vectors.ts';
import { ask, wholeCorpus } from './corpus.ts';

/** What one of the first so many hits is, and whether it fits. */
interface Row {
  q: string;
  /** Default: en-US. */
  lang?: string;
  within: number;
  /** Most of what it says is no title’s. Default: false. */
  weak?: boolean;
  why: string;
  slug?: string;
  source?: string;
  /** The value that it shows. */
  shows?: string;
  /** All that it is matched by. */
  by?: string[];
}

const corpus = await wholeCorpus();

const slugs = async (q: string, lang = 'en-US', limit = 10) =>
  (await ask(corpus.dataset, q, { lang, limit })).matches.map(({ slug }) => slug);

const every = 61;
const sampled = () => corpus.items.filter((_, at) => at % every === 0);

test('exact identifiers come first: a slug or a policy id, in any case and in quotes: that setting', async () => {
  for (const { setting } of sampled()) {
    expect((await slugs(setting.slug.toUpperCase(), 'en-US', 1))[0]).toBe(setting.slug);
    expect((await slugs(`"${setting.policyId}"`, 'en-US', 1))[0]).toBe(setting.slug);
  }
});

test('exact identifiers come first: a policy or value name: settings of that name before all others', async () => {
  const byName = ownersByName();
  for (const { setting, pairs } of sampled()) {
    for (const name of [policyName(setting), pairs.find((pair) => pair.valueName?.trim())?.valueName ?? '']) {
      const wanted = name.toLowerCase();
      if (wanted !== wanted.trim() || /^["'“”„«»‘’`]|["'“”„«»‘’`]$/.test(wanted) || wanted === '') continue;
      const owners = byName.get(wanted) ?? new Set();
      const ranked = await slugs(name, 'en-US', 50);
      const first = ranked.slice(0, owners.size);
      expect(
        first.filter((slug) => !owners.has(slug)),
        name,
      ).toEqual([]);
    }
  }
});

/** Identifier in lower case → slugs of the settings that it names. */
function ownersByName(): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { setting, pairs } of corpus.items) {
    const values = pairs.flatMap(({ valueName }) => valueName ?? []);
    for (const name of [setting.slug, setting.policyId, policyName(setting), ...values]) {
      const known = owners.get(name.toLowerCase()) ?? new Set();
      owners.set(name.toLowerCase(), known.add(setting.slug));
    }
  }
  return owners;
}

test.each(vectors<Row>('search-ranks'))(
  '$q: $why',
  async ({ q, lang, within, weak = false, why: _, ...wanted }) => {
    const index = await searchIndex(corpus.dataset, lang ?? 'en-US');
    const answer = findSettings(q, within, index);
    const found = answer.hits.map(({ setting, pair, matchedBy: by }) => ({
      slug: corpus.items[setting]?.setting.slug,
      source: corpus.items[setting]?.source.id,
      shows: index.shared.settings[setting]?.pairs[pair]?.value,
      by,
    }));
    expect(found).toContainEqual(expect.objectContaining(wanted));
    expect(answer.weak).toBe(weak);
  },
);

test('the key of Automatic Updates as typed: settings that write there', async () => {
  const { matches } = await ask(corpus.dataset, 'windowsupdate\\au');
  for (const { registryKey } of matches.slice(0, 3))
    expect(registryKey.toLowerCase()).toContain('windowsupdate');
});

test('French: accents typed or left out', async () => {
  expect(await slugs('mise a jour', 'fr-FR')).toEqual(await slugs('Mise à jour', 'fr-FR'));
  const { matches } = await ask(corpus.dataset, 'mise a jour automatique', { lang: 'fr-FR' });
  expect(matches[0]?.displayName).toMatch(/mise.* à jour.*automatique/i);
});

test('a language that lacks the text: English, said so', async () => {
  const german = await ask(corpus.dataset, 'windowsupdate.autoupdatecfg', { lang: 'de-DE', limit: 1 });
  const [match] = german.matches;
  expect(match?.displayName).toBeTruthy();
  expect(german.envelope.warnings.some((each) => each.includes('windowsupdate.autoupdatecfg'))).toBe(
    match?.lang !== 'de-DE',
  );
});

test('says “no mapping” of the settings whose records have none, and of values that have none', async () => {
  const texts = textsIn('en-US');
  const mappedBySlug = new Map(
    corpus.items.map((item) => [
      item.setting.slug,
      settingRecord(item, 'en-US', corpus.context).confidence !== 'none',
    ]),
  );
  const slugs = (hits: { slug: string }[]) => [...new Set(hits.map(({ slug }) => slug))].join(', ');
  // Settings of which the vendor maps some values only, and others.
  const parts = ({ mapping }: Item) => (mapping?.nodes ?? []).some(({ element }) => element !== undefined);
  const asked = corpus.items.filter((item, at) => (parts(item) && at % 2 === 0) || at % 61 === 0);
  const titles = asked.flatMap(({ setting }) => setting.text['en-US']?.displayName ?? []);
  const names = asked.flatMap(({ pairs }) => pairs[0]?.valueName || []);
  const seen = { whole: 0, mixed: 0, value: 0 };
  for (const q of new Set([...titles, ...names, 'windows update'])) {
    const { envelope, matches, reason } = await ask(corpus.dataset, q, { limit: 4 });
    const none = matches.filter(({ slug }) => !mappedBySlug.get(slug));
    const all = matches.length > 0 && none.length === matches.length;
    // A hit that shows no node has no confidence.
    for (const { csp, confidence } of matches) expect(confidence === undefined, q).toBe(csp === undefined);
    const nodeless = matches.every(({ csp }) => csp === undefined);
    expect(envelope.confidence === 'none', q).toBe(nodeless);
    const why = none.length > 0 ? texts.noMapping(slugs(none)) : texts.valueUnmapped(slugs(matches));
    expect(reason, q).toBe(nodeless && matches.length > 0 ? why : undefined);
    const ofValue = matches.filter(
      ({ slug, csp, valueName }) => mappedBySlug.get(slug) && !csp && valueName !== undefined,
    );
    const expected = [
      ...(none.length > 0 && !all ? [texts.noMapping(slugs(none))] : []),
      ...(ofValue.length > 0 ? [texts.valueUnmapped(slugs(ofValue))] : []),
    ];
    const said = envelope.warnings.filter((each) => each.startsWith('No MDM'));
    expect(said, q).toEqual(expected);
    seen.whole += Number(all);
    seen.mixed += Number(none.length > 0 && !all);
    seen.value += Number(ofValue.length > 0);
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
});

test.each(['the of and', '?!…', 'zzzzqqqqxx', '更新プログラム', 'אבטחה של המחשב', 'CIS 18.9.5.2'])(
  'nothing for %s: none, with a reason',
  async (q) => {
    const { envelope, matches, total, reason } = await ask(corpus.dataset, q);
    expect({ matches, total, confidence: envelope.confidence }).toEqual({
      matches: [],
      total: 0,
      confidence: 'none',
    });
    expect(reason).toBeTruthy();
  },
);

test('nothing, but a typo is likely: known terms', async () => {
  const { matches, suggestions } = await ask(corpus.dataset, 'bitlokr');
  expect(matches).toEqual([]);
  expect(suggestions).toContain('bitlocker');
});

const anything = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }),
  fc.string({
    unit: fc.constantFrom('a', 'e', ' ', 'Win', '\\', '更', 'ا', '\u0301', "l'", '4'),
    minLength: 1,
    maxLength: 120,
  }),
  fc
    .array(fc.constantFrom('windows', 'the', 'alow', 'policie', 'NoAuto', 'microsft', 'x'), {
      minLength: 1,
      maxLength: 40,
    })
    .map((all) => all.join(' ')),
);

test('any text is answered within the limit, the same each time, never with everything', async () => {
  const count = corpus.items.length;
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom('en-US', 'fr-FR'),
      async (text, limit, lang) => {
        const q = text.slice(0, 256);
        const [first, again] = [
          await ask(corpus.dataset, q, { lang, limit }),
          await ask(corpus.dataset, q, { lang, limit }),
        ];
        expect(again).toEqual(first);
        expect(first.matches.length).toBe(Math.min(limit, first.total));
        expect(first.total).toBeLessThan(count);
        expect(new Set(first.matches.map(({ slug }) => slug)).size).toBe(first.matches.length);
        expect(first.suggestions.length).toBeLessThanOrEqual(first.total === 0 ? 3 : 0);
        expect(first.reason === undefined).toBe(first.envelope.confidence !== 'none');
      },
    ),
    { numRuns: 150 },
  );
});
