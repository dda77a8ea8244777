/**
 * The worker: bundle this file for its host (`export default { fetch }`, no `node:` import) and bind
 * `HIVECHECK_DATASET` to the URL of a mounted `dist`.
 */

import { workerHandler } from './http/worker-handler.ts';
import { createService } from './service.ts';

export default workerHandler(createService);
