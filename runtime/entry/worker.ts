/**
 * The worker: bundle this file for its host (`export default { fetch }`, no `node:` import) and bind
 * `HIVECHECK_DATASET` to the URL of a mounted `dist`.
 */
import { createService } from '../service.ts';
import { workerHandler } from './worker-handler.ts';

export default workerHandler(createService);
