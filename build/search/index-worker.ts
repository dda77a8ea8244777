/** A thread that indexes all languages of the facts that it is started with, and sends the JSON of the indexes. */
import { parentPort, workerData } from 'node:worker_threads';
import { openContext } from '../compile/compile.ts';
import { documentsOf } from './files.ts';
import { type FactsPlace, indexAll } from './index-thread.ts';

const { facts, builtIn } = workerData as FactsPlace;
parentPort?.postMessage(indexAll(documentsOf(await openContext(facts, builtIn))));
