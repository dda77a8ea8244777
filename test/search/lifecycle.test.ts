/** Where the search puts what the vendor calls deprecated, and what matches say of it. */

import { expect, test } from 'vitest';
import { SETTINGS_FILE, type SearchSettings } from '../../runtime/search/files.ts';
import { titleKey } from '../../runtime/search/tokens.ts';
import { ask, builtInFiles, type Corpus, datasetOf, lookUpsOf, wholeCorpus } from './corpus.ts';

const corpus = await wholeCorpus();
const files = await builtInFiles(['en-US']);
const known = JSON.parse(files.get(SETTINGS_FILE) ?? '') as SearchSettings;
const without = { ...known, shares: [] };
/** The same index, but nothing is known of lifecycles. */
const plain = Object.assign(
  await datasetOf(
    [...files].map(([path, text]) => [path, path === SETTINGS_FILE ? without : JSON.parse(text)]),
  ),
  lookUpsOf(corpus.dataset),
);

const titleOf = ({ setting }: Corpus['items'][number]) => setting.text['en-US']?.displayName;
const deprecated = () => corpus.items.filter(({ lifecycle }) => lifecycle !== undefined);

test('a deprecated setting that is asked for by its name, policy id or title is the first hit', async () => {
  expect(deprecated().length).toBeGreaterThan(600);
  for (const item of deprecated().filter((_, at) => at % 7 === 0)) {
    for (const q of [item.setting.slug, item.setting.policyId]) {
      expect((await ask(corpus.dataset, q)).matches[0]?.slug, q).toBe(item.setting.slug);
    }
    const title = titleOf(item);
    if (title === undefined) continue;
    const [first] = (await ask(corpus.dataset, title)).matches;
    expect(titleKey(first?.displayName ?? ''), title).toBe(titleKey(title));
  }
});

test('a deprecated setting comes later: living hits keep their order, and none of the deprecated moves up', async () => {
  let moved = 0;
  let compared = 0;
  const old = new Set(deprecated().map(({ setting }) => setting.slug));
  const queries = [...deprecated(), ...corpus.items.filter((_, at) => at % 97 === 0)].flatMap(
    (item) => titleOf(item)?.split(/\s+/).slice(0, 3).join(' ') ?? [],
  );
  for (const q of new Set(queries)) {
    const [before, after] = [await ask(plain, q), await ask(corpus.dataset, q)];
    const [was = [], is = []] = [before, after].map(({ matches }) => matches.map(({ slug }) => slug));
    // Of the same title the later ones are put down, whichever comes first.
    const titles = [
      ...new Map([...before.matches, ...after.matches].map((each) => [each.slug, each])).values(),
    ];
    if (new Set(titles.map(({ displayName }) => displayName)).size < titles.length) continue;
    compared++;
    const living = (slugs: string[]) => slugs.filter((slug) => !old.has(slug));
    expect(living(is).slice(0, living(was).length), q).toEqual(living(was));
    for (const [place, slug] of is.entries())
      if (old.has(slug)) expect(was.slice(0, place + 1), q).toContain(slug);
    if (`${is}` !== `${was}`) moved++;
  }
  expect(moved).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(60);
});

test('a deprecated setting is the first of fewer hits only where it is the first of more', async () => {
  for (const item of deprecated().filter((_, at) => at % 9 === 0)) {
    const q = titleOf(item)?.split(/\s+/).slice(0, 4).join(' ') ?? item.setting.slug;
    const all = await ask(corpus.dataset, q, { limit: 30 });
    for (const limit of [1, 3, 10, 17]) {
      const { matches, total } = await ask(corpus.dataset, q, { limit });
      expect([matches, total], `${q}, ${limit}`).toEqual([all.matches.slice(0, limit), all.total]);
    }
  }
});

test('a deprecated setting whose title a living setting has too comes after it', async () => {
  const titles = (old: boolean) =>
    corpus.items.flatMap((item) =>
      (item.lifecycle !== undefined) === old ? (titleOf(item)?.toLowerCase() ?? []) : [],
    );
  const living = new Set(titles(false));
  const shared = new Set(titles(true).filter((title) => living.has(title)));
  expect(shared.size).toBeGreaterThan(0);
  for (const title of shared) {
    const { matches } = await ask(corpus.dataset, title, { limit: 50 });
    const named = matches.filter(({ displayName }) => displayName?.toLowerCase() === title);
    const states = named.map(({ lifecycle }) => lifecycle !== undefined);
    expect(states, title).toEqual([...states].sort((a, b) => Number(a) - Number(b)));
  }
});
