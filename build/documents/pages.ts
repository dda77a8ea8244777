/** Every document that `runtime/http/routes/pages.ts` serves, by name. */
import { gzipSync } from 'node:zlib';
import { AS_JSON, etag, MIN_COMPRESSED_BYTES } from '../../runtime/http/responses.ts';
import type { StoredDocument } from '../../runtime/http/routes/pages.ts';
import { aboutPage, frontPage } from './front-page.ts';
import { EXAMPLES, llmsText } from './guide.ts';
import { PAGE_POLICY } from './html.ts';
import { openApiDocument } from './openapi/document.ts';
import { problemPages, unknownProblemPage } from './problems.ts';
import service from './service.json' with { type: 'json' };

const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const { about: ABOUT, rule: RULE, disclaimer: DISCLAIMER, endpoints: ENDPOINTS, link: LINK } = service;

const INDEX = {
  service: 'hivecheck',
  about: ABOUT,
  rule: RULE,
  guide: '/llms.txt',
  openapi: '/openapi.json',
  endpoints: ENDPOINTS,
  keyed: service.keyed,
  examples: EXAMPLES,
};

/** The server fills in what only it knows. */
const ABOUT_JSON = {
  service: 'hivecheck',
  about: ABOUT,
  rule: RULE,
  ...service.filled,
  disclaimer: DISCLAIMER,
};

type Headers = StoredDocument['headers'];

const LINKS: Headers = [['link', LINK]];
const LINKED: Headers = [AS_JSON, ...LINKS];
const HTML: Headers = [
  ['content-type', 'text/html; charset=utf-8'],
  ['content-security-policy', PAGE_POLICY],
];

export function documentPages(): Record<string, StoredDocument> {
  const { mcp: _, ...endpoints } = ENDPOINTS;
  const problems = Object.entries(problemPages()).map(
    ([name, page]) => [`problems/${name}`, stored(HTML, page)] as const,
  );
  return {
    'openapi.json': stored([AS_JSON], JSON.stringify(openApiDocument())),
    'api-catalog.json': stored([['content-type', LINKSET_TYPE], ...LINKS], JSON.stringify(service.catalog)),
    'index.json': stored(LINKED, JSON.stringify(INDEX)),
    'index.html': stored([...HTML, ...LINKS], frontPage(ENDPOINTS)),
    'index-without-mcp.json': stored(LINKED, JSON.stringify({ ...INDEX, endpoints })),
    'index-without-mcp.html': stored([...HTML, ...LINKS], frontPage(endpoints)),
    'about.json': unfilled(LINKED, JSON.stringify(ABOUT_JSON)),
    'about.html': unfilled([...HTML, ...LINKS], aboutPage()),
    'llms.txt': unfilled([['content-type', 'text/markdown; charset=utf-8']], llmsText()),
    ...Object.fromEntries(problems),
    'no-such-problem': unfilled(HTML, unknownProblemPage()),
  };
}

/** These texts change with the program only, so their tags do not depend on a dataset. */
function unfilled(headers: Headers, text: string): StoredDocument {
  return { headers, tag: etag('page', text), text };
}

function stored(headers: Headers, text: string): StoredDocument {
  if (Buffer.byteLength(text) < MIN_COMPRESSED_BYTES) return unfilled(headers, text);
  return { headers, tag: etag('page', text), gzip: gzipSync(text, { level: 9 }).toString('base64') };
}
