/** The files of the search in a dataset version. */
import { SETTINGS_FILE } from '../../runtime/search/files.ts';
import { compare } from '../collections.ts';
import type { CompileContext, Item } from '../compile/context.ts';
import { documentOf } from './documents.ts';
import { indexApart } from './index-thread.ts';
import { searchSettings } from './settings.ts';
import { phraseRows } from './words.ts';

/** Path → text. In the bundle the languages are indexed in parallel with the caller's further work. */
export async function searchFiles(context: CompileContext): Promise<Map<string, string>> {
  const { facts, languages } = context;
  const items = [...context.items].sort((a, b) => compare(a.setting.slug, b.setting.slug));
  const keywords = new Map(facts.keywords.map((each) => [each.slug, each]));
  const indexed = indexApart(languages, (lang) => {
    const of = (item: Item) => documentOf(item, keywords.get(item.setting.slug), lang, facts);
    return [lang, items.map(of), phraseRows(facts, lang)];
  });
  return new Map([[SETTINGS_FILE, JSON.stringify(searchSettings(items, context))], ...(await indexed)]);
}
