/** Documents beside the endpoints: the index, `/about`, `/llms.txt`, the OpenAPI document, the problems. */
import type { EventHandler, H3Event } from 'h3';
import { base64Bytes, escapeHtml } from '../../format/text.ts';
import { prefersHtml } from '../language.ts';
import type { AppOptions, Limiter } from '../options.ts';
import { acceptsGzip, type Cacheable, cacheableResponse, etag, NO_STORE, respond } from '../responses.ts';
import { addRoute, type RoutePlace, unknownEndpoint } from './route.ts';

/** Paths → documents. */
const FIXED = { '/openapi.json': 'openapi.json', '/.well-known/api-catalog': 'api-catalog.json' };

export function addPages(place: RoutePlace, options: AppOptions): void {
  const { headers } = place;
  const add = (path: string, find: (event: H3Event) => Promise<Cacheable>): void => {
    const answer: EventHandler = async (event) => cacheableResponse(event.req, headers, await find(event));
    addRoute(place, 'GET', path, answer);
  };
  for (const [path, name] of Object.entries(FIXED)) add(path, ({ req }) => fixed(req, name));
  const index = options.mcp ? 'index' : 'index-without-mcp';
  add('/', async ({ req }) => byAccept(await fixed(req, `${index}.${wantsPage(req) ? 'html' : 'json'}`)));
  add('/about', async ({ req }) =>
    byAccept(wantsPage(req) ? await aboutPage(options) : await aboutJson(options)),
  );
  add('/llms.txt', async () => filledDocument(await required('llms.txt'), limitTexts(options)));
  addRoute(place, 'GET', '/problems/:name', async ({ req, context }) => {
    const page = await storedDocument(`problems/${context.params?.name ?? ''}`);
    if (page !== undefined) return cacheableResponse(req, headers, await documentFor(req, page));
    if (!wantsPage(req)) return unknownEndpoint();
    context.exchange.problem = 'unknown-endpoint';
    const { text = '', headers: own } = await required('no-such-problem');
    return respond(req.method, 404, [...own, NO_STORE, ...headers.base], text);
  });
}

function wantsPage({ headers }: Request): boolean {
  return prefersHtml(headers.get('accept'));
}

async function required(name: string) {
  const document = await storedDocument(name);
  if (document === undefined) throw new Error(`the build wrote no document ${name}`);
  return document;
}

async function fixed(request: Request, name: string): Promise<Cacheable> {
  return documentFor(request, await required(name));
}

function byAccept(document: Cacheable): Cacheable {
  return { ...document, vary: document.vary === undefined ? 'Accept' : `Accept, ${document.vary}` };
}

function limitTexts({ limiters }: AppOptions) {
  const text = (limiter?: Limiter) => (limiter === undefined ? 'not limited' : `${limiter.limit} a minute`);
  return { anonymous: text(limiters?.anonymous), withKey: text(limiters?.key) };
}

/** @param shown The contact as the document shows it. */
function keysText({ contact }: AppOptions, shown = contact): string {
  if (contact === undefined) return 'The operator of this instance has not said where to ask for a key.';
  return `Ask ${shown} for a key. Say what it is for. Keys are free; one that is misused is revoked.`;
}

async function aboutPage(options: AppOptions): Promise<Cacheable> {
  const { contact = '' } = options;
  const address = escapeHtml(contact);
  const shown = /^https?:\/\//i.test(contact) ? `<a href="${address}">${address}</a>` : address;
  const keys = keysText(options, shown);
  return filledDocument(await required('about.html'), { ...limitTexts(options), keys });
}

/** A member without a value is left out. */
async function aboutJson(options: AppOptions): Promise<Cacheable> {
  const { anonymous, key } = options.limiters ?? {};
  const values = new Map<unknown, unknown>([
    ['{{anonymous}}', anonymous?.limit ?? null],
    ['{{withKey}}', key?.limit ?? null],
    ['{{keys}}', keysText(options)],
    ['{{contact}}', options.contact],
  ]);
  const { text: stored = '', ...document } = await required('about.json');
  const fill = (_name: string, value: unknown) => (values.has(value) ? values.get(value) : value);
  const text = JSON.stringify(JSON.parse(stored, fill));
  return { ...document, text, tag: etag('page', text) };
}

/** A document as the build stores it: a text, or if that is long its gzip. */
export interface StoredDocument extends Omit<Cacheable, 'text' | 'vary' | 'encoding'> {
  text?: string;
  /** Base64. */
  gzip?: string;
}

const compressed = new WeakMap<StoredDocument, Uint8Array<ArrayBuffer>>();
/** To decompress the OpenAPI document takes 3 ms: pipelined requests for it held up others for seconds. */
const decompressed = new WeakMap<StoredDocument, Promise<string>>();

async function storedDocument(name: string): Promise<StoredDocument | undefined> {
  const { default: documents } = await import('#documents/pages.json', { with: { type: 'json' } });
  return Object.hasOwn(documents, name) ? documents[name] : undefined;
}

/** The document in the form that the client accepts: each form has its own entity tag. */
async function documentFor({ headers }: Request, document: StoredDocument): Promise<Cacheable> {
  const { text = '', gzip, ...form } = document;
  if (gzip === undefined) return { ...form, text };
  const bytes = compressed.get(document) ?? base64Bytes(gzip);
  compressed.set(document, bytes);
  const vary = 'Accept-Encoding';
  if (acceptsGzip(headers.get('accept-encoding')))
    return { ...form, vary, tag: form.tag.replace(/"$/, '-gzip"'), text: bytes, encoding: 'gzip' };
  const plain = decompressed.get(document) ?? decompress(bytes);
  decompressed.set(document, plain);
  return { ...form, vary, text: await plain };
}

function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** Fills the placeholders `{{name}}` of the build with values that only the server has. */
function filledDocument(
  { text = '', ...document }: StoredDocument,
  values: Readonly<Record<string, string>>,
): Cacheable {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
  return { ...document, text: filled, tag: etag('page', filled) };
}
