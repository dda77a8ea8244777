/** Indexes the languages: in the bundle on a separate thread, which needs a file of its own. */
import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { languageFile, type PhraseRow } from '../../runtime/search/files.ts';
import { ROOT } from '../paths.ts';
import type { SearchDocument } from './documents.ts';
import { languageIndex } from './language.ts';

export type LanguageDocuments = [lang: string, documents: SearchDocument[], phrases: PhraseRow[]];
export type File = [path: string, text: string];

/** `index-worker.ts`, bundled. */
const WORKER = join(ROOT, 'lib', 'cli', 'index-worker.js');

export function indexed([lang, documents, phrases]: LanguageDocuments): File {
  return [languageFile(lang), JSON.stringify(languageIndex(documents, lang, phrases))];
}

/**
 * Indexing is a third of a compilation: on a second core it costs the caller no time. A thread lacks the loaders of the
 * sources. `documentsOf` is called for one language after the other: those of all would take much memory at once.
 */
export async function indexApart(
  languages: readonly string[],
  documentsOf: (lang: string) => LanguageDocuments,
): Promise<File[]> {
  if (import.meta.url.endsWith('.ts') || !existsSync(WORKER))
    return languages.map((lang) => indexed(documentsOf(lang)));
  const worker = new Worker(WORKER);
  try {
    // Rejects if the worker fails.
    const answers = on(worker, 'message');
    for (const lang of languages) worker.postMessage(documentsOf(lang));
    const files: File[] = [];
    while (files.length < languages.length) files.push((await answers.next()).value[0]);
    return files;
  } finally {
    await worker.terminate();
  }
}
