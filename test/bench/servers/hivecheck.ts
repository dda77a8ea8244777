/**
 * hivecheck as it is served, or without its one optimization. Arguments: dist folder, then `as-is` or `singly` (each
 * request is answered when it is read).
 */
import { openDataset } from '../../../runtime/dataset/open.ts';
import { createApp } from '../../../runtime/http/app.ts';
import { loadMcp } from '../../../runtime/mcp/load.ts';
import { batch } from '../../../runtime/node/batch.ts';
import { datasetStore } from '../../../runtime/node/dataset-source.ts';
import { addressOf, listenOn, nodeListener } from '../../../runtime/node/listener.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { refuseUnsound } from '../../../runtime/node/request-check.ts';
import { createService } from '../../../runtime/service.ts';
import { announce } from './announce.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const app = createApp(service, {
  log: createLog('silent', '/dev/null'),
  refuse: refuseUnsound,
  mcp: { load: loadMcp },
});
const handler = nodeListener(app);
const server = await listenOn(variant === 'singly' ? handler : batch(handler), {
  host: '127.0.0.1',
  port: 0,
});
announce(`http://127.0.0.1:${addressOf(server).port}`);
