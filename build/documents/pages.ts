/** Every document that `runtime/http/routes/pages.ts` serves, by name. */
import { gzipSync } from 'node:zlib';
import { etag, JSON_TYPE, MIN_COMPRESSED_BYTES } from '../../runtime/http/responses.ts';
import type { StoredDocument } from '../../runtime/http/routes/pages.ts';
import { aboutPage, frontPage } from './front-page.ts';
import { API_CATALOG, EXAMPLES, LINK, llmsText, RULE } from './guide.ts';
import { PAGE_POLICY } from './html.ts';
import { openApiDocument } from './openapi/document.ts';
import { problemPages, unknownProblemPage } from './problems.ts';

const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const ABOUT =
  'Verification service for automated agents: which documented setting writes this Windows registry value, is it valid for the target OS, and is there an MDM equivalent.';

const ENDPOINTS = {
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
};

const INDEX = {
  service: 'hivecheck',
  about: ABOUT,
  rule: RULE,
  guide: '/llms.txt',
  openapi: '/openapi.json',
  endpoints: ENDPOINTS,
  keyed: 'The same endpoints under /k/v1/ with the header X-API-Key; /mcp takes the header too.',
  examples: EXAMPLES,
};

const DISCLAIMER =
  'The data is provided as is, without warranty. The service is independent of the vendors whose products it documents. Test a setting before you roll it out.';

/** The server fills in what only it knows. */
const ABOUT_JSON = {
  service: 'hivecheck',
  about: ABOUT,
  rule: RULE,
  limits: {
    window: 'one minute, per client address',
    anonymous: '{{anonymous}}',
    withKey: '{{withKey}}',
  },
  keys: '{{keys}}',
  contact: '{{contact}}',
  disclaimer: DISCLAIMER,
};

type Form = Omit<StoredDocument, 'text' | 'gzip' | 'tag'>;

const JSON_FORM: Form = { contentType: JSON_TYPE };
const LINKED: Form = { ...JSON_FORM, link: LINK };
const HTML: Form = { contentType: 'text/html; charset=utf-8', policy: PAGE_POLICY };

export function documentPages(): Record<string, StoredDocument> {
  const { mcp: _, ...endpoints } = ENDPOINTS;
  const problems = Object.entries(problemPages()).map(
    ([name, page]) => [`problems/${name}`, stored(HTML, page)] as const,
  );
  return {
    'openapi.json': stored(JSON_FORM, JSON.stringify(openApiDocument())),
    'api-catalog.json': stored({ contentType: LINKSET_TYPE, link: LINK }, JSON.stringify(API_CATALOG)),
    'index.json': stored(LINKED, JSON.stringify(INDEX)),
    'index.html': stored({ ...HTML, link: LINK }, frontPage(ABOUT, ENDPOINTS)),
    'index-without-mcp.json': stored(LINKED, JSON.stringify({ ...INDEX, endpoints })),
    'index-without-mcp.html': stored({ ...HTML, link: LINK }, frontPage(ABOUT, endpoints)),
    'about.json': unfilled(LINKED, JSON.stringify(ABOUT_JSON)),
    'about.html': unfilled(
      { ...HTML, link: LINK },
      aboutPage({ about: ABOUT, rule: RULE, disclaimer: DISCLAIMER }),
    ),
    'llms.txt': unfilled({ contentType: 'text/markdown; charset=utf-8' }, llmsText()),
    ...Object.fromEntries(problems),
    'no-such-problem': unfilled(HTML, unknownProblemPage()),
  };
}

/** These texts change with the program only, so their tags do not depend on a dataset. */
function unfilled(form: Form, text: string): StoredDocument {
  return { ...form, tag: etag('page', text), text };
}

function stored(form: Form, text: string): StoredDocument {
  if (Buffer.byteLength(text) < MIN_COMPRESSED_BYTES) return unfilled(form, text);
  return { ...form, tag: etag('page', text), gzip: gzipSync(text, { level: 9 }).toString('base64') };
}
