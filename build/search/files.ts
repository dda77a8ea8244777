/** The search's files of a dataset version. */

import { languageFile, SETTINGS_FILE } from '../../runtime/search/files.ts';
import { compare } from '../collections.ts';
import type { CompileContext } from '../compile/context.ts';
import type { Files } from '../compile/shards.ts';
import { languageIndex } from './language.ts';
import { searchSettings } from './settings.ts';
import { Vocabulary } from './vocabulary.ts';

export function addSearchFiles(files: Files, context: CompileContext): void {
  const items = [...context.items].sort((a, b) => compare(a.setting.slug, b.setting.slug));
  files.set(SETTINGS_FILE, JSON.stringify(searchSettings(items, context)));
  const keywords = new Map(context.facts.keywords.map((each) => [each.slug, each]));
  const vocabulary = new Vocabulary();
  for (const lang of context.languages)
    files.set(languageFile(lang), JSON.stringify(languageIndex(items, keywords, lang, vocabulary)));
}
