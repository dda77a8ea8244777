/** The indexes of the languages, on this thread or on another. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../paths.ts';
import type { SearchDocument } from './documents.ts';
import { languageIndex } from './language.ts';
import { Vocabulary } from './vocabulary.ts';

export type LanguageDocuments = [lang: string, documents: SearchDocument[]];
/** Language → the JSON of its index. */
export type LanguageTexts = ReadonlyMap<string, string>;

/** Folder of facts, and of those that it may lack. */
export interface FactsPlace {
  facts: string;
  builtIn: string;
}

/** `index-worker.ts`, bundled. */
const WORKER = join(ROOT, 'lib', 'cli', 'index-worker.js');

export function indexAll(all: Iterable<LanguageDocuments>): LanguageTexts {
  const vocabulary = new Vocabulary();
  const texts = new Map<string, string>();
  for (const [lang, documents] of all)
    texts.set(lang, JSON.stringify(languageIndex(documents, lang, vocabulary)));
  return texts;
}

/** The same on a thread of its own, which reads the facts by itself: to hand the documents over takes as long. */
export function indexApart({ facts, builtIn }: FactsPlace): Promise<LanguageTexts> {
  const worker = new Worker(WORKER, { workerData: { facts, builtIn } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
}

/** Only the bundle has a file for the thread: the sources are read by loaders that a thread lacks. */
export const canIndexApart = (): boolean => !import.meta.url.endsWith('.ts') && existsSync(WORKER);
