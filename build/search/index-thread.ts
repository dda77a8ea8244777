/** The indexes of the languages: on a thread of their own in the bundle, which has a file for it. */
import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PhraseRow } from '../../runtime/search/files.ts';
import { ROOT } from '../paths.ts';
import type { SearchDocument } from './documents.ts';
import { languageIndex } from './language.ts';

export type LanguageDocuments = [lang: string, documents: SearchDocument[], phrases: PhraseRow[]];
/** Language → the JSON of its index. */
export type LanguageTexts = ReadonlyMap<string, string>;

/** `index-worker.ts`, bundled. */
const WORKER = join(ROOT, 'lib', 'cli', 'index-worker.js');

export function indexAll(all: Iterable<LanguageDocuments>): LanguageTexts {
  return new Map([...all].map(textOf));
}

export function textOf([lang, documents, phrases]: LanguageDocuments): [lang: string, text: string] {
  return [lang, JSON.stringify(languageIndex(documents, lang, phrases))];
}

/** A third of a compilation: on a second core nobody waits for it. The sources are read by loaders that a thread lacks. */
export async function indexApart(all: Iterable<LanguageDocuments>): Promise<LanguageTexts> {
  if (import.meta.url.endsWith('.ts') || !existsSync(WORKER)) return indexAll(all);
  const worker = new Worker(WORKER);
  try {
    // Rejects where the worker fails.
    const answers = on(worker, 'message');
    let left = 0;
    for (const each of all) {
      worker.postMessage(each);
      left++;
    }
    const texts = new Map<string, string>();
    for (; left > 0; left--) texts.set(...((await answers.next()).value[0] as [string, string]));
    return texts;
  } finally {
    await worker.terminate();
  }
}
