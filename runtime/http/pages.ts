/** What is served beside the endpoints: the index, the OpenAPI document and the pages of the problems. */
import { type ByteString, encode } from '../bytes.ts';
import { Problem } from './problem.ts';
import { isProblemName, problemPage } from './problem-page.ts';
import { getReply, type TierHeaders } from './reply.ts';
import type { EdgeReply, EdgeRequest } from './request.ts';

export interface Page {
  path: string;
  answer(request: EdgeRequest, headers: TierHeaders): EdgeReply | Promise<EdgeReply>;
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
    { path: '/', answer: (request, headers) => json(request, headers, encode(JSON.stringify(INDEX))) },
    {
      path: '/openapi.json',
      answer: async (request, headers) => json(request, headers, await openApiText()),
    },
    { path: '/problems/:name', answer: problem },
  ];
}

let document: Promise<ByteString> | undefined;

/** Built when first asked for: most processes never are, and it brings a converter with it. */
function openApiText(): Promise<ByteString> {
  document ??= import('./openapi/document.ts').then(({ openApiDocument }) =>
    encode(JSON.stringify(openApiDocument())),
  );
  return document;
}

function json(request: EdgeRequest, headers: TierHeaders, body: ByteString): EdgeReply {
  const contentType = 'application/json; charset=utf-8';
  return getReply(headers, request, body, { contentType, version: VERSION, caching: 'public' });
}

function problem(request: EdgeRequest, headers: TierHeaders): EdgeReply {
  const name = request.param;
  if (!isProblemName(name)) throw new Problem('unknown-endpoint', 'There is no problem of this name.');
  return getReply(headers, request, encode(problemPage(name)), {
    contentType: 'text/html; charset=utf-8',
    version: VERSION,
    caching: 'public',
  });
}
