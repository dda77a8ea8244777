/**
 * hivecheck as it is served, or without one of its optimizations. Arguments: dist folder, then `as-is`, `singly` (each
 * request is answered when it is read) or `untuned` (V8 with its own settings).
 */
import { openDataset } from '../../../runtime/dataset/open.ts';
import { appOf } from '../../../runtime/http/app.ts';
import { edgeRoutes } from '../../../runtime/http/edge.ts';
import { datasetStore } from '../../../runtime/node/dataset-source.ts';
import { directListener } from '../../../runtime/node/direct.ts';
import { tuneHeap } from '../../../runtime/node/heap.ts';
import { addressOf, listenOn, nodeListener } from '../../../runtime/node/listener.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { type Schedule, together } from '../../../runtime/node/together.ts';
import { createService } from '../../../runtime/service.ts';
import { announce } from './announce.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const routes = edgeRoutes(service, { log: createLog('silent', '/dev/null') });
const singly: Schedule = (task) => {
  while (task.step());
};
const schedule = variant === 'singly' ? singly : together();
const client = () => '127.0.0.1';
const listener = directListener(routes, nodeListener(appOf(routes)), client, schedule);
const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
if (variant !== 'untuned') tuneHeap();
announce(`http://127.0.0.1:${addressOf(server).port}`);
