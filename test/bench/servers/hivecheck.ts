/**
 * hivecheck as it is served, or without an optimization. Arguments: dist folder, then `as-is` or `anew` (no answer is
 * kept).
 */
import { datasetStore } from '../../../cli/open.ts';
import { openDataset } from '../../../runtime/dataset/open.ts';
import { createHttpApp } from '../../../runtime/http/app.ts';
import { KEPT_BYTES } from '../../../runtime/http/kept-answers.ts';
import { loadMcp } from '../../../runtime/mcp/load.ts';
import { boundPipelines, nodeListener } from '../../../runtime/node/listener.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { refuseUnsound } from '../../../runtime/node/request-check.ts';
import { createService } from '../../../runtime/service.ts';
import { serve } from './serve.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const kept = variant !== 'anew';
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const app = createHttpApp(service, {
  log: createLog('silent', '/dev/null'),
  refuse: refuseUnsound,
  mcp: { load: loadMcp },
  keptBytes: kept ? KEPT_BYTES : 0,
});
await serve(boundPipelines(nodeListener(app)));
