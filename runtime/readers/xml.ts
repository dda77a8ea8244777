/** XML as events with lines, on saxes. Entities that a document declares are undefined, so that none expands. */
import { SaxesParser } from 'saxes';
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';

interface XmlHandler {
  /** `depth` of the root is 1. Prefixes are dropped. */
  open(name: string, depth: number, line: number, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string, depth: number): void;
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
  let depth = 0;
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
    depth++;
    if (depth > MAX_DEPTH) throw new ReadFault(`elements nest more than ${MAX_DEPTH} deep`, { line });
    handler.open(local(tag.name), depth, line, tag.attributes);
  });
  const text = (data: string) => {
    collector?.count({ line: parser.line });
    handler.text(data);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', (tag) => {
    handler.close(local(tag.name), depth);
    depth--;
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
  parser.close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
