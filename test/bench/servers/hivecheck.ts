/** hivecheck as it is served. Arguments: dist folder, then perhaps `anew` (no answer is kept). */
import { openDataset } from '../../../runtime/dataset/open.ts';
import { createHttpApp } from '../../../runtime/http/app.ts';
import { KEPT_BYTES } from '../../../runtime/http/kept-answers.ts';
import { loadMcp } from '../../../runtime/mcp/load.ts';
import { boundPipelines, nodeListener } from '../../../runtime/node/listener.ts';
import { datasetStore } from '../../../runtime/node/location.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { refuseUnsound } from '../../../runtime/node/request-check.ts';
import { gzipAnswer } from '../../../runtime/node/serve.ts';
import { createService } from '../../../runtime/service.ts';
import { serve } from './serve.ts';

const [dist = '', variant] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const app = createHttpApp(service, {
  log: createLog('silent', '/dev/null'),
  refuse: refuseUnsound,
  gzip: gzipAnswer,
  mcp: { load: loadMcp },
  keptBytes: variant === 'anew' ? 0 : KEPT_BYTES,
});
await serve(boundPipelines(nodeListener(app)));
