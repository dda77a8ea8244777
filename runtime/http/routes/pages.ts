/** What is served beside the endpoints: the index, `/about`, the OpenAPI document and the pages of the problems. */
import type { EventHandler, H3 } from 'h3';
import { type About, aboutPage, frontPage } from '../front-page.ts';
import { API_CATALOG, EXAMPLES, LINK, llmsText, RULE } from '../guide.ts';
import { HTML_TYPE, isProblemName, PAGE_POLICY, problemPage, unknownProblemPage } from '../html.ts';
import { prefersHtml } from '../language.ts';
import type { AppOptions } from '../options.ts';
import { type Cacheable, cacheableResponse, etag, JSON_TYPE, notFoundPage } from '../responses.ts';
import { addRoute, type RoutePlace, unknownEndpoint } from './route.ts';

/** These texts change with the program only, so the tag is bound to no dataset. */
const VERSION = 'page';

const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const ABOUT =
  'Verification service for automated agents: which documented setting writes this Windows registry value, is it valid for the target OS, and is there an MDM equivalent.';

const INDEX = {
  service: 'hivecheck',
  about: ABOUT,
  rule: RULE,
  guide: '/llms.txt',
  openapi: '/openapi.json',
  endpoints: {
    resolve: 'POST /v1/resolve',
    verify: 'POST /v1/verify',
    convert: 'POST /v1/convert',
    csp: 'POST /v1/csp',
    search: 'POST /v1/search',
    setting: 'GET /v1/setting/{slug}',
    coverage: 'GET /v1/coverage',
    changes: 'GET /v1/changes?since={version}, POST /v1/changes for a list',
    health: 'GET /v1/health',
    mcp: 'POST /mcp (Model Context Protocol)',
    about: 'GET /about',
  },
  keyed: 'The same endpoints under /k/v1/ with the header X-API-Key; /mcp takes the header too.',
  examples: EXAMPLES,
};

export function addPages(app: H3, place: RoutePlace, options: AppOptions): void {
  const endpoints = { ...INDEX.endpoints, ...(!options.mcp && { mcp: undefined }) };
  const { headers } = place;
  const forBoth = (json: object, html: string): EventHandler => {
    const vary = 'Accept';
    const forPrograms = { ...page(JSON_TYPE, JSON.stringify(json)), vary, link: LINK };
    const forPeople = { ...htmlOf(html), vary, link: LINK };
    return ({ req }) => cacheableResponse(req, headers, wantsPage(req) ? forPeople : forPrograms);
  };
  const about = aboutOf(options);
  addRoute(app, place, 'GET', '/', forBoth({ ...INDEX, endpoints }, frontPage(ABOUT, endpoints)));
  addRoute(app, place, 'GET', '/about', forBoth(about, aboutPage(about)));
  const guide = page('text/markdown; charset=utf-8', llmsText(about.limits));
  addRoute(app, place, 'GET', '/llms.txt', ({ req }) => cacheableResponse(req, headers, guide));
  const catalog = { ...page(LINKSET_TYPE, JSON.stringify(API_CATALOG)), link: LINK };
  addRoute(app, place, 'GET', '/.well-known/api-catalog', ({ req }) =>
    cacheableResponse(req, headers, catalog),
  );
  addRoute(app, place, 'GET', '/openapi.json', async ({ req }) =>
    cacheableResponse(req, headers, await openApiPage()),
  );
  addRoute(app, place, 'GET', '/problems/:name', ({ req, context }) => {
    const name = context.params?.name ?? '';
    if (isProblemName(name)) return cacheableResponse(req, headers, htmlOf(problemPage(name)));
    if (!wantsPage(req)) return unknownEndpoint();
    context.exchange.problem = 'unknown-endpoint';
    return notFoundPage(req.method, headers, htmlOf(unknownProblemPage()));
  });
}

function wantsPage({ headers }: Request): boolean {
  return prefersHtml(headers.get('accept'));
}

function aboutOf({ contact, limiters }: AppOptions): { service: string } & About {
  const { anonymous, key } = limiters ?? {};
  return {
    service: 'hivecheck',
    about: ABOUT,
    rule: RULE,
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

function htmlOf(text: string): Cacheable {
  return { ...page(HTML_TYPE, text), policy: PAGE_POLICY };
}

let openApi: Promise<Cacheable> | undefined;

/** Made when first asked for: most processes never are, and it brings a converter with it. */
function openApiPage(): Promise<Cacheable> {
  openApi ??= import('../openapi/document.ts').then(({ openApiDocument }) =>
    page(JSON_TYPE, JSON.stringify(openApiDocument())),
  );
  return openApi;
}
