/** The files of the search: the same bytes each time, and refused where they are not of this configuration. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { searchFiles } from '../../build/search/files.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import {
  CORE,
  FIELDS,
  languageFile,
  NAME_KIND,
  SEARCH_VERSION,
  SETTINGS_FILE,
  type SearchLanguage,
  type SearchSettings,
  TOKEN,
} from '../../runtime/search/files.ts';
import { stemsOf, terms } from '../../runtime/search/tokens.ts';
import { vectors } from '../vectors.ts';
import { ask, datasetOf, fewSettings } from './corpus.ts';

const corpus = await fewSettings();

test('built twice: the same bytes', async () => {
  const again = await searchFiles({ ...corpus.context, items: [...corpus.context.items].reverse() });
  expect([...again.keys()]).toEqual([...corpus.files.keys()]);
  for (const [path, text] of again) expect(text === corpus.files.get(path), path).toBe(true);
});

/**
 * Where this fails, raise `SEARCH_VERSION`: an index that was built before would be read wrongly. Raise `SCHEMA_MINOR` with
 * it: an older program then keeps the version in service, and its search.
 */
test('what an index and its reader share is that of the version', () => {
  const text =
    "Turn off Configure l’accès à d'été “NoAutoUpdate” WSUSServer KB4023057 22H2 IPv6 œuvre 更新プログラム {0AA79349-F334-4859-96E8-B4AB43E9FEA0} ./Device/Vendor a\\b_c user's updates Richtlinien désactivées";
  const words = terms(text);
  const stems = ['en', 'fr', 'de'].map((lang) => words.map((word) => stemsOf(word, lang)));
  const shared = JSON.stringify([FIELDS, NAME_KIND, TOKEN, CORE, words, stems]);
  const digest = createHash('sha256').update(shared).digest('hex');
  expect([SEARCH_VERSION, digest.slice(0, 16)]).toEqual([16, 'cbfe9a44fa75dea2']);
});

function parsed<T>(path: string): T {
  return JSON.parse(corpus.files.get(path) ?? '') as T;
}

/** In the files of an index as parsed: `set` stands at the path, or the last item of the list there is gone. */
interface Spoiled {
  what: string;
  file: 'settings' | 'language';
  path: string[];
  set?: unknown;
}

function spoil(file: object, { path, set }: Spoiled): void {
  const member = path.at(-1) ?? '';
  const owner = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (from, name) => from[name] as Record<string, unknown>,
      file as Record<string, unknown>,
    );
  expect(owner).toHaveProperty(member);
  if (set === undefined) (owner[member] as unknown[]).pop();
  else owner[member] = set;
}

test.each(vectors<Spoiled>('spoilt-search'))('$what: refused by name, without an answer', async (row) => {
  const settings = parsed<SearchSettings>(SETTINGS_FILE);
  const language = parsed<SearchLanguage>(languageFile('de-DE'));
  spoil({ settings, language }[row.file], row);
  const dataset = await datasetOf([
    [SETTINGS_FILE, settings],
    [languageFile('de-DE'), language],
  ]);
  const failed = ask(dataset, 'update', { lang: 'de-DE' });
  await expect(failed).rejects.toThrow(DatasetUnavailable);
  await expect(failed).rejects.toThrow(/compile the dataset anew, or update hivecheck/);
});

test('a file that is missing is unavailable, and so is null', async () => {
  await expect(ask(await datasetOf([]), 'update')).rejects.toThrow(DatasetUnavailable);
  const dataset = await datasetOf([
    [SETTINGS_FILE, null],
    [languageFile('en-US'), null],
  ]);
  await expect(ask(dataset, 'update')).rejects.toThrow(DatasetUnavailable);
});
