/** The fixtures as a worker; the header `x-fixture` says which one is asked. Bundled by matrix.ts. */
import { FIXTURE_NAMES, fixtureApp, isFixtureName } from './fixtures.ts';

const apps = Object.fromEntries(FIXTURE_NAMES.map((name) => [name, fixtureApp(name)]));

export default {
  fetch(request: Request): Response | Promise<Response> {
    const name = request.headers.get('x-fixture') ?? '';
    const app = isFixtureName(name) ? apps[name] : undefined;
    return app?.fetch(request) ?? new Response('no such fixture', { status: 500 });
  },
};
