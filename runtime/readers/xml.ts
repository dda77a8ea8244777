/** XML as events with lines, on saxes. Entities that a document declares are undefined, so that none expands. */
import { SaxesParser } from 'saxes';
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';

/** `depth` of the root is 1. Prefixes are dropped. `contentLine`: on which the tag ends. */
export interface XmlHandler {
  open?(
    name: string,
    depth: number,
    line: number,
    attributes: Record<string, string>,
    contentLine: number,
  ): void;
  text?(text: string): void;
  /** Of a CDATA section; without it that is text. */
  cdata?(text: string): void;
  /** `text`: of the element itself, without that of others in it. */
  close?(name: string, depth: number, text: string): void;
}

/** Attributes of an element; those of preferences have ten. */
const MAX_ATTRIBUTES = 256;

/** Characters of a tag with its attributes. */
const MAX_TAG = 128 * 1024;

/** Characters. Parsing them takes a few milliseconds at most; files have up to a million. */
export const XML_PIECE = 8 * 1024;

/** `text` has no root: its elements, at depth 1, may be several. */
export function parseXmlFragment(text: string, handler: XmlHandler): void {
  const pieces = parseXmlInPieces(text, undefined, handler, true);
  while (!pieces.next().done);
}

/** Every element, attribute and part of a text is counted by `collector`. */
export function* parseXmlInPieces(
  source: string,
  collector: Collector | undefined,
  handler: XmlHandler,
  fragment = false,
): Pieces {
  const parser = new SaxesParser({ fragment, xmlns: false });
  /** Of the elements that are open, and of the document. */
  const texts = [''];
  let attributes = 0;
  /** Where the piece begins in which the tag that is open does. */
  let tagAt: number | undefined;
  let at = 0;
  let line = 1;
  parser.on('error', (error) => {
    throw new ReadFault(`not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`, {
      line: parser.line,
    });
  });
  parser.on('opentagstart', () => {
    // saxes reports a tag after the character that ends its name, which may be a line break.
    line = parser.column === 0 ? parser.line - 1 : parser.line;
    tagAt = at;
  });
  parser.on('attribute', () => {
    collector?.count({ line: parser.line });
    if (++attributes > MAX_ATTRIBUTES)
      throw new ReadFault(`an element has more than ${MAX_ATTRIBUTES} attributes`, { line });
  });
  parser.on('opentag', (tag) => {
    collector?.count({ line });
    attributes = 0;
    tagAt = undefined;
    const depth = texts.push('') - 1;
    if (depth > MAX_DEPTH) throw new ReadFault(`elements nest more than ${MAX_DEPTH} deep`, { line });
    handler.open?.(local(tag.name), depth, line, tag.attributes, parser.line);
  });
  const text = (data: string) => {
    collector?.count({ line: parser.line });
    texts.push(`${texts.pop()}${data}`);
    handler.text?.(data);
  };
  parser.on('text', text);
  parser.on('cdata', handler.cdata ?? text);
  parser.on('closetag', (tag) => {
    const own = texts.pop() ?? '';
    handler.close?.(local(tag.name), texts.length, own);
  });
  while (at < source.length) {
    if (at > 0) yield;
    let end = at + XML_PIECE;
    if (source.charAt(end) === '\n') end++;
    // XML reads them as one line break; saxes is slow with many carriage returns.
    parser.write(source.slice(at, end).replaceAll(/\r\n?/g, '\n'));
    at = end;
    if (tagAt !== undefined && at - tagAt > MAX_TAG)
      throw new ReadFault(`a tag has more than ${MAX_TAG} characters`, { line });
  }
  try {
    parser.close();
  } catch (error) {
    // Behind `<!` saxes takes half a surrogate pair at the end for a character.
    if (!(error instanceof RangeError)) throw error;
    throw new ReadFault('not well-formed XML: disallowed character.', { line: parser.line });
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
