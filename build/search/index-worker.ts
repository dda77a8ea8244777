/** A thread that indexes: the documents of a language come in, its index goes out as a file. */
import { parentPort } from 'node:worker_threads';
import { indexed, type LanguageDocuments } from './index-thread.ts';

parentPort?.on('message', (documents: LanguageDocuments) => parentPort?.postMessage(indexed(documents)));
