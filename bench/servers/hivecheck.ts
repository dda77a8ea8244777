/**
 * hivecheck as it is served, or with one of its optimizations taken back. Arguments: dist folder, then `as-is`,
 * `logging`, `envelopes` (answers are built as objects, then serialized) or `web-body` (bodies come as web streams).
 */
import { csp } from '../../runtime/answer/csp.ts';
import { resolve } from '../../runtime/answer/resolve.ts';
import { setting } from '../../runtime/answer/setting.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { datasetStore } from '../../runtime/entry/dataset-source.ts';
import { addressOf, listenOn } from '../../runtime/entry/listener.ts';
import { createLog } from '../../runtime/entry/log.ts';
import { readNodeBody } from '../../runtime/entry/serve-body.ts';
import { createApp } from '../../runtime/http/app.ts';
import type { Service } from '../../runtime/http/service.ts';
import { createService } from '../../runtime/service.ts';
import { createReleases, type ReleaseTable } from '../../runtime/verdict/index.ts';
import { announce } from '../child.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const app = createApp(variant === 'envelopes' ? await withEnvelopes(service) : service, {
  log: createLog(variant === 'logging' ? 'info' : 'silent', '/dev/null'),
  client: (request) => request.runtime?.node?.req.socket?.remoteAddress ?? '',
  ...(variant === 'web-body' ? {} : { readBody: readNodeBody }),
});
const server = await listenOn(app, { host: '127.0.0.1', port: 0 });
announce(`http://127.0.0.1:${addressOf(server).port}`);

async function withEnvelopes(plain: Service): Promise<Service> {
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  const snapshot = plain.snapshot();
  if (snapshot === undefined) throw new Error('no dataset');
  const built = {
    ...snapshot,
    resolve: (request: Parameters<typeof resolve>[2]) => resolve(dataset, releases, request),
    csp: (request: Parameters<typeof csp>[1]) => csp(dataset, request),
    setting: (request: Parameters<typeof setting>[1]) => setting(dataset, request),
  };
  return { snapshot: () => built };
}
