/** XML as events with lines, on saxes. Entities that a document declares are undefined, so that none expands. */
import { SaxesParser } from 'saxes';
import { ReadFault } from './fault.ts';
import { MAX_DEPTH, type Pieces } from './types.ts';

interface XmlHandler {
  /** `depth` of the root is 1. Prefixes are dropped. */
  open(name: string, depth: number, line: number, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string, depth: number): void;
}

/** Characters. Parsing them takes a few milliseconds at most; files have up to a million. */
export const XML_PIECE = 32 * 1024;

/** `text` has no root: its elements, at depth 1, may be several. */
export function parseXmlFragment(text: string, handler: XmlHandler): void {
  const pieces = parseXmlInPieces(text, handler, { fragment: true });
  while (!pieces.next().done);
}

export function* parseXmlInPieces(text: string, handler: XmlHandler, { fragment = false } = {}): Pieces {
  const parser = new SaxesParser({ fragment, xmlns: false });
  let depth = 0;
  let line = 1;
  parser.on('error', (error) => {
    throw new ReadFault(`not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`, {
      line: parser.line,
    });
  });
  parser.on('opentagstart', () => {
    // saxes tells of a tag after the character that ends its name, which may be a line break.
    line = parser.column === 0 ? parser.line - 1 : parser.line;
  });
  parser.on('opentag', (tag) => {
    depth++;
    if (depth > MAX_DEPTH) throw new ReadFault(`elements nest more than ${MAX_DEPTH} deep`, { line });
    handler.open(local(tag.name), depth, line, tag.attributes);
  });
  parser.on('text', (data) => handler.text(data));
  parser.on('cdata', (data) => handler.text(data));
  parser.on('closetag', (tag) => {
    handler.close(local(tag.name), depth);
    depth--;
  });
  for (let at = 0; at < text.length; at += XML_PIECE) {
    if (at > 0) yield;
    parser.write(text.slice(at, at + XML_PIECE));
  }
  parser.close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
