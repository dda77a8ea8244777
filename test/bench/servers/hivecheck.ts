/**
 * hivecheck as it is served, or with one of its optimizations taken back. Arguments: dist folder, then `as-is`,
 * `logging`, `envelopes` (entries are kept parsed, answers are built as objects, judged anew and then serialized),
 * `singly` (each request is answered when it is read), `untuned` (V8 as it comes) or `modules` (as it is, but not in one
 * file).
 */

import { openDataset } from '../../../runtime/dataset/open.ts';
import { createApp } from '../../../runtime/http/app.ts';
import type { Service } from '../../../runtime/http/service.ts';
import { batch } from '../../../runtime/node/batch.ts';
import { datasetStore } from '../../../runtime/node/dataset-source.ts';
import { tuneHeap } from '../../../runtime/node/heap.ts';
import { addressOf, listenOn, nodeListener } from '../../../runtime/node/listener.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { refuseUnsound } from '../../../runtime/node/request-check.ts';
import type { CspRequest, ResolveRequest, SettingRequest } from '../../../runtime/schema/requests.ts';
import { createService } from '../../../runtime/service.ts';
import { createReleases, type ReleaseTable } from '../../../runtime/verdict/index.ts';
import { plainCsp, plainResolve, plainSetting } from '../../answer/plain.ts';
import { announce } from '../child.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const app = createApp(variant === 'envelopes' ? await withEnvelopes(service) : service, {
  log: createLog(variant === 'logging' ? 'info' : 'silent', '/dev/null'),
  refuse: refuseUnsound,
});
const handler = nodeListener(app);
const listener = variant === 'singly' ? handler : batch(handler);
const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
if (variant !== 'untuned') tuneHeap();
announce(`http://127.0.0.1:${addressOf(server).port}`);

async function withEnvelopes(plain: Service): Promise<Service> {
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  const snapshot = plain.snapshot();
  if (snapshot === undefined) throw new Error('no dataset');
  const built = {
    ...snapshot,
    resolve: async (request: ResolveRequest) =>
      JSON.stringify(await plainResolve(dataset, releases, request)),
    csp: async (request: CspRequest) => JSON.stringify(await plainCsp(dataset, request)),
    setting: async (request: SettingRequest) => JSON.stringify(await plainSetting(dataset, request)),
  };
  return { snapshot: () => built };
}
