/** The search's files of a dataset version. */

import { languageFile, SETTINGS_FILE } from '../../runtime/search/files.ts';
import { terms } from '../../runtime/search/tokens.ts';
import { compare } from '../collections.ts';
import type { CompileContext } from '../compile/context.ts';
import type { Files } from '../compile/shards.ts';
import { languageIndex } from './language.ts';
import { searchSettings } from './settings.ts';

export function addSearchFiles(files: Files, context: CompileContext): void {
  const items = [...context.items].sort((a, b) => compare(a.setting.slug, b.setting.slug));
  files.set(SETTINGS_FILE, JSON.stringify(searchSettings(items, context)));
  const keywords = new Map(context.facts.keywords.map((each) => [each.slug, each]));
  // Names, keys and paths come again in every language, and one key in many settings.
  const termsOf = memoized((text) => [...new Set(terms(text))]);
  for (const lang of context.languages)
    files.set(languageFile(lang), JSON.stringify(languageIndex(items, keywords, lang, termsOf)));
}

function memoized<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}
