/** A thread that indexes: the documents of a language come in, the JSON of its index goes out. */
import { parentPort } from 'node:worker_threads';
import { type LanguageDocuments, textOf } from './index-thread.ts';

parentPort?.on('message', (documents: LanguageDocuments) => parentPort?.postMessage(textOf(documents)));
