/** Documents that follow from the program alone: `build/documents` writes them; the first request for one loads them. */
import { base64Bytes } from '../format/text.ts';
import { acceptsGzip, type Cacheable, etag } from './responses.ts';

/** As the build stores it: a text, or where that is long its gzip. */
export interface StoredDocument extends Omit<Cacheable, 'text' | 'vary' | 'encoding'> {
  text?: string;
  /** Base64. */
  gzip?: string;
}

const compressed = new WeakMap<StoredDocument, Uint8Array<ArrayBuffer>>();

export async function storedDocument(name: string): Promise<StoredDocument | undefined> {
  const { default: documents } = await import('#documents/pages.json', { with: { type: 'json' } });
  return Object.hasOwn(documents, name) ? documents[name] : undefined;
}

/** In the form that the client accepts: each has an entity tag of its own. */
export async function documentFor({ headers }: Request, document: StoredDocument): Promise<Cacheable> {
  const { text = '', gzip, ...form } = document;
  if (gzip === undefined) return { ...form, text };
  const bytes = compressed.get(document) ?? base64Bytes(gzip);
  compressed.set(document, bytes);
  const vary = 'Accept-Encoding';
  if (acceptsGzip(headers.get('accept-encoding')))
    return { ...form, vary, tag: form.tag.replace(/"$/, '-gzip"'), text: bytes, encoding: 'gzip' };
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return { ...form, vary, text: await new Response(plain).text() };
}

/** What only the server knows stands in the places that the build left for it: `{{name}}`. */
export function filledDocument(
  { text = '', ...document }: StoredDocument,
  values: Readonly<Record<string, string>>,
): Cacheable {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
  return { ...document, text: filled, tag: etag('page', filled) };
}
