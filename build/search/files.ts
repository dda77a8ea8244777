/** The search's files of a dataset version. */

import { languageFile, SETTINGS_FILE } from '../../runtime/search/files.ts';
import { compare } from '../collections.ts';
import type { CompileContext, Item } from '../compile/context.ts';
import type { Files } from '../compile/shards.ts';
import { documentOf } from './documents.ts';
import { indexAll, indexApart, type LanguageDocuments, type LanguageTexts } from './index-thread.ts';
import { searchSettings } from './settings.ts';
import { phraseRows } from './words.ts';

export function addSearchFiles(files: Files, context: CompileContext): void {
  addSearchSettings(files, context);
  addLanguages(files, indexAll(documentsOf(context)));
}

export function addSearchSettings(files: Files, context: CompileContext): void {
  files.set(SETTINGS_FILE, JSON.stringify(searchSettings(bySlug(context), context)));
}

export function addLanguages(files: Files, texts: LanguageTexts): void {
  for (const [lang, text] of texts) files.set(languageFile(lang), text);
}

/** The indexes of all languages, made beside what the caller goes on with where the package is bundled. */
export function languageTexts(context: CompileContext): Promise<LanguageTexts> {
  return indexApart(documentsOf(context));
}

/** One language after the other: the documents of all would take much memory at once. */
function* documentsOf(context: CompileContext): Generator<LanguageDocuments> {
  const { facts, languages } = context;
  const items = bySlug(context);
  const keywords = new Map(facts.keywords.map((each) => [each.slug, each]));
  for (const lang of languages) {
    const of = (item: Item) => documentOf(item, keywords.get(item.setting.slug), lang, facts.products);
    yield [lang, items.map(of), phraseRows(facts, lang)];
  }
}

/** The order in which `search/settings.json` numbers the settings. */
function bySlug({ items }: CompileContext): Item[] {
  return [...items].sort((a, b) => compare(a.setting.slug, b.setting.slug));
}
