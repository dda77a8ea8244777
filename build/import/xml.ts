/**
 * Text → a small tree of elements with their places, by the streaming parser saxes. Prefixes are dropped: the files use
 * four different namespaces, or none, for the same vocabulary. Attribute names are lower-cased: vendors write
 * `maxvalue` and `Key`. DTDs are never resolved, so an entity that a file declares itself (a billion laughs) is an
 * undefined entity and stops the file.
 */
import { SaxesParser } from 'saxes';
import { FileProblem } from './problems.ts';

export interface XmlElement {
  name: string;
  attrs: Record<string, string>;
  children: XmlElement[];
  /** The element's own character data, joined; not trimmed. */
  text: string;
  line: number;
  column: number;
}

/** Elements nest a dozen deep at most; a malicious file may nest deeper. */
const MAX_DEPTH = 200;
/** The largest file (inetres.admx) has 22,000; each takes some 300 bytes of memory. */
const MAX_ELEMENTS = 500_000;

export function parseXml(text: string, file: string): XmlElement {
  const parser = new SaxesParser();
  const stack: XmlElement[] = [];
  let elements = 0;
  let root: XmlElement | undefined;
  let start = { line: 1, column: 1 };
  const fail = (message: string, place = start): never => {
    throw new FileProblem({ file, ...place, message });
  };
  parser.on('error', ({ message }) =>
    // Without the place before it, which the problem has already.
    fail(message.replace(/^\d+:\d+: |\.$/g, ''), { line: parser.line, column: parser.column + 1 }),
  );
  parser.on('opentagstart', (tag) => {
    start = startOf(parser, text, tag.name);
  });
  parser.on('opentag', (tag) => {
    const element: XmlElement = { name: local(tag.name), attrs: {}, children: [], text: '', ...start };
    for (const [name, value] of Object.entries(tag.attributes)) {
      const own = local(name).toLowerCase();
      if (Object.hasOwn(element.attrs, own)) fail(`attribute "${name}" is there twice`);
      element.attrs[own] = value;
    }
    if (stack.length >= MAX_DEPTH) fail(`elements nest deeper than ${MAX_DEPTH}`);
    if (++elements > MAX_ELEMENTS) fail(`more than ${MAX_ELEMENTS} elements`);
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  const append = (data: string): void => {
    const open = stack.at(-1);
    if (open) open.text += data;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(text).close();
  return root ?? fail('no root element');
}

/** saxes reports a tag after the character that ends its name; people look for its `<`. */
function startOf(parser: SaxesParser, text: string, name: string): { line: number; column: number } {
  const column = parser.column - name.length - 1;
  if (column > 0) return { line: parser.line, column };
  // A line break ended the name, so saxes is on the next line.
  const at = text.lastIndexOf(`<${name}`, parser.position);
  return { line: parser.line - 1, column: at - text.lastIndexOf('\n', at) };
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((each) => each.name === name);
}

export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((each) => each.name === name) ?? [];
}

/** The value of an attribute that counts from 0. */
export function index(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
