/** Loads the search's files; those of a language when it is first queried. */
import { type Dataset, DatasetUnavailable } from '../dataset/dataset.ts';
import { parseJsonFile } from '../dataset/manifest.ts';
import type { ReleaseTable } from '../format/format.ts';
import { createReleases } from '../verdict/releases.ts';
import {
  languageFile,
  SEARCH_VERSION,
  SETTINGS_FILE,
  type SearchLanguage,
  type SearchSettings,
} from './files.ts';
import { Phrases } from './phrases.ts';
import { Terms } from './terms.ts';

export type SearchIndex = Awaited<ReturnType<typeof searchIndex>>;

/** Throws {@link DatasetUnavailable} where the index is missing, altered or made by another configuration. */
export async function searchIndex(dataset: Dataset, lang: string) {
  const settings = await opened(dataset, SETTINGS_FILE, ({ names, ...shared }: SearchSettings) => ({
    shared,
    names: new Terms(names, shared.settings.length),
  }));
  const { length } = settings.shared.settings;
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  return opened(dataset, languageFile(lang), ({ map, stems, phrases, ...language }: SearchLanguage) => {
    if (language.sameTitle.length !== length)
      throw new RangeError(`The index has ${language.sameTitle.length} titles instead of ${length}.`);
    return {
      ...settings,
      lang,
      language,
      terms: new Terms(map, length),
      stems: new Map(stems.map(([stem, ...words]) => [stem, words])),
      phrases: new Phrases(phrases, lang),
      releases,
    };
  });
}

/** The dataset caches the result of `open` for the file. */
function opened<File extends { version: number }, T>(
  dataset: Dataset,
  path: string,
  open: (file: File) => T,
): Promise<T> {
  const full = `${dataset.manifest.version}/${path}`;
  return dataset.file(path, (bytes) => {
    const file = parseJsonFile(bytes, full) as File;
    try {
      if (file.version === SEARCH_VERSION) return open(file);
      throw new RangeError(`The search reads version ${SEARCH_VERSION} of its files, not ${file.version}.`);
    } catch (cause) {
      const fault = `${full} is not a search index that this hivecheck reads: compile the dataset anew, or update hivecheck.`;
      throw new DatasetUnavailable(full, fault, { cause });
    }
  });
}
