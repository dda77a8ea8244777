/**
 * hivecheck as it is served, or with one of its optimizations taken back. Arguments: dist folder, then `as-is`,
 * `logging`, `envelopes` (entries are kept parsed, answers are built as objects, judged anew and then serialized),
 * `web` (every request goes through h3), `singly` (each request is answered when it is read), `unbroken` (those of a turn
 * are answered together, but each in one step), `untuned` (V8 as it comes) or `modules` (as it is, but not in one file).
 */
import type { CspRequest, ResolveRequest, SettingRequest } from '../../../runtime/answer/types.ts';
import { openDataset } from '../../../runtime/dataset/open.ts';
import { appOf } from '../../../runtime/http/app.ts';
import { edgeRoutes } from '../../../runtime/http/edge.ts';
import type { Service } from '../../../runtime/http/service.ts';
import { datasetStore } from '../../../runtime/node/dataset-source.ts';
import { directListener } from '../../../runtime/node/direct.ts';
import { tuneHeap } from '../../../runtime/node/heap.ts';
import { addressOf, listenOn, nodeListener } from '../../../runtime/node/listener.ts';
import { createLog } from '../../../runtime/node/log.ts';
import { oneStep, type Schedule, together } from '../../../runtime/node/together.ts';
import { createService } from '../../../runtime/service.ts';
import { createReleases, type ReleaseTable } from '../../../runtime/verdict/index.ts';
import { plainCsp, plainResolve, plainSetting } from '../../answer/plain.ts';
import { announce } from '../child.ts';

const [dist = '', variant = 'as-is'] = process.argv.slice(2);
const dataset = await openDataset(await datasetStore(dist));
const service = createService({ snapshot: () => dataset });
const routes = edgeRoutes(variant === 'envelopes' ? await withEnvelopes(service) : service, {
  log: createLog(variant === 'logging' ? 'info' : 'silent', '/dev/null'),
});
const atOnce: Schedule = (task) => {
  while (task.step());
};
const schedules: Record<string, () => Schedule> = {
  singly: () => atOnce,
  unbroken: () => {
    const schedule = together();
    return (task) => schedule(oneStep(() => atOnce(task)));
  },
};
const schedule = (schedules[variant] ?? together)();
const throughH3 = nodeListener(appOf(routes));
const listener =
  variant === 'web'
    ? throughH3
    : directListener(routes, throughH3, (message) => message.socket.remoteAddress ?? '', schedule);
const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
if (variant !== 'untuned') tuneHeap();
announce(`http://127.0.0.1:${addressOf(server).port}`);

async function withEnvelopes(plain: Service): Promise<Service> {
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  const snapshot = plain.snapshot();
  if (snapshot === undefined) throw new Error('no dataset');
  const built = {
    ...snapshot,
    resolve: (request: ResolveRequest) => plainResolve(dataset, releases, request),
    csp: (request: CspRequest) => plainCsp(dataset, request),
    setting: (request: SettingRequest) => plainSetting(dataset, request),
  };
  return { snapshot: () => built };
}
