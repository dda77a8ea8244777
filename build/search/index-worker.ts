/** A thread that receives the documents of a language and returns its index as a file. */
import { parentPort } from 'node:worker_threads';
import { indexed, type LanguageDocuments } from './index-thread.ts';

parentPort?.on('message', (documents: LanguageDocuments) => parentPort?.postMessage(indexed(documents)));
