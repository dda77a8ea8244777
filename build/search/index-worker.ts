/** A thread that indexes: the documents of a language come in, the JSON of its index goes out. */
import { parentPort } from 'node:worker_threads';
import type { LanguageDocuments } from './index-thread.ts';
import { languageIndex } from './language.ts';
import { TermNumbers } from './term-numbers.ts';

const numbers = new TermNumbers();

parentPort?.on('message', ([lang, documents]: LanguageDocuments) => {
  parentPort?.postMessage([lang, JSON.stringify(languageIndex(documents, lang, numbers))]);
});
