/** What is served beside the endpoints: the index, the OpenAPI document and the pages of the problems. */
import type { H3Event } from 'h3';
import { Problem } from './problem.ts';
import { isProblemName, problemPage } from './problem-page.ts';
import { getReply, type TierHeaders } from './reply.ts';

export interface Page {
  path: string;
  answer(event: H3Event, headers: TierHeaders): Response | Promise<Response>;
}

/** These texts change with the program only, so the tag is bound to no dataset. */
const VERSION = 'page';

export const INDEX = {
  service: 'hivecheck',
  about:
    'Verification service for automated agents: which documented setting writes this Windows registry value, is it valid for the target OS, and is there an MDM equivalent.',
  openapi: '/openapi.json',
  endpoints: {
    resolve: 'POST /v1/resolve',
    csp: 'POST /v1/csp',
    search: 'POST /v1/search',
    setting: 'GET /v1/setting/{slug}',
    health: 'GET /v1/health',
  },
  keyed: 'The same endpoints under /k/v1/ with the header X-API-Key.',
};

export function pages(): Page[] {
  return [
    { path: '/', answer: (event, headers) => json(event, headers, JSON.stringify(INDEX)) },
    { path: '/openapi.json', answer: async (event, headers) => json(event, headers, await openApiText()) },
    { path: '/problems/:name', answer: problem },
  ];
}

let document: Promise<string> | undefined;

/** Built when first asked for: most processes never are, and it brings a converter with it. */
function openApiText(): Promise<string> {
  document ??= import('./openapi/document.ts').then(({ openApiDocument }) =>
    JSON.stringify(openApiDocument()),
  );
  return document;
}

function json(event: H3Event, headers: TierHeaders, body: string): Response {
  const contentType = 'application/json; charset=utf-8';
  return getReply(headers, event.req, { body, contentType, version: VERSION, caching: 'public' });
}

function problem(event: H3Event, headers: TierHeaders): Response {
  const name = event.context.params?.name ?? '';
  if (!isProblemName(name)) throw new Problem('unknown-endpoint', 'There is no problem of this name.');
  return getReply(headers, event.req, {
    body: problemPage(name),
    contentType: 'text/html; charset=utf-8',
    version: VERSION,
    caching: 'public',
  });
}
