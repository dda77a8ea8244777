/** What is served beside the endpoints: the index, `/about`, the OpenAPI document and the pages of the problems. */
import type { H3 } from 'h3';
import { etag } from '../etag.ts';
import type { AppOptions } from '../options.ts';
import { isProblemName, problemPage } from '../problem-page.ts';
import { type Cacheable, cacheableResponse, JSON_TYPE } from '../responses.ts';
import { addRoute, type RoutePlace, unknownEndpoint } from './route.ts';

/** These texts change with the program only, so the tag is bound to no dataset. */
const VERSION = 'page';

const ABOUT =
  'Verification service for automated agents: which documented setting writes this Windows registry value, is it valid for the target OS, and is there an MDM equivalent.';

const INDEX = {
  service: 'hivecheck',
  about: ABOUT,
  openapi: '/openapi.json',
  endpoints: {
    resolve: 'POST /v1/resolve',
    verify: 'POST /v1/verify',
    csp: 'POST /v1/csp',
    search: 'POST /v1/search',
    setting: 'GET /v1/setting/{slug}',
    coverage: 'GET /v1/coverage',
    changes: 'GET /v1/changes?since={version}',
    health: 'GET /v1/health',
    mcp: 'POST /mcp (Model Context Protocol)',
    about: 'GET /about',
  },
  keyed: 'The same endpoints under /k/v1/ with the header X-API-Key; /mcp takes the header too.',
};

export function addPages(app: H3, place: RoutePlace, options: AppOptions): void {
  const endpoints = { ...INDEX.endpoints, ...(!options.mcp && { mcp: undefined }) };
  const index = page(JSON_TYPE, JSON.stringify({ ...INDEX, endpoints }));
  const about = page(JSON_TYPE, JSON.stringify(aboutOf(options)));
  const { headers } = place;
  addRoute(app, place, 'GET', '/', ({ req }) => cacheableResponse(req, headers, index));
  addRoute(app, place, 'GET', '/about', ({ req }) => cacheableResponse(req, headers, about));
  addRoute(app, place, 'GET', '/openapi.json', async ({ req }) =>
    cacheableResponse(req, headers, await openApiPage()),
  );
  addRoute(app, place, 'GET', '/problems/:name', ({ req, context }) => {
    const name = context.params?.name ?? '';
    if (!isProblemName(name)) return unknownEndpoint();
    return cacheableResponse(req, headers, page('text/html; charset=utf-8', problemPage(name)));
  });
}

function aboutOf({ contact, limiters }: AppOptions): object {
  const { anonymous, key } = limiters ?? {};
  return {
    service: 'hivecheck',
    about: ABOUT,
    rule: 'An absence is never filled with an assumption: what is not documented is answered as none, unknown or ambiguous, with a reason.',
    limits: {
      window: 'one minute, per client address',
      anonymous: anonymous?.limit ?? null,
      withKey: key?.limit ?? null,
    },
    keys:
      contact === undefined
        ? 'The operator of this instance has not said where to ask for a key.'
        : `Ask ${contact} for a key.`,
    ...(contact !== undefined && { contact }),
    disclaimer:
      'The data is provided as is, without warranty. The service is independent of the vendors whose products it documents. Test a setting before you roll it out.',
  };
}

function page(contentType: string, text: string): Cacheable {
  return { text, tag: etag(VERSION, text), contentType };
}

let openApi: Promise<Cacheable> | undefined;

/** Made when first asked for: most processes never are, and it brings a converter with it. */
function openApiPage(): Promise<Cacheable> {
  openApi ??= import('../openapi/document.ts').then(({ openApiDocument }) =>
    page(JSON_TYPE, JSON.stringify(openApiDocument())),
  );
  return openApi;
}
