/**
 * Requests that cost a server the most for their size: the worst files for each reader, and what JSON, JSON-RPC and search
 * have to count, nest, unescape or split, repeated up to the limit of a body.
 */
import { MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import { MAX_BODY_BYTES } from '../../runtime/http/body.ts';
import { worstFiles } from '../hostile/patterns.ts';
import type { Request } from './client.ts';

export interface Hostile extends Request {
  what: string;
}

/** A beginning, what is repeated (with its number where it has to differ), an end. */
type Pattern = [name: string, head: string, unit: string | ((n: number) => string), tail?: string];

const numbered = (before: string, after: string) => (n: number) => before + n.toString(36) + after;

/** Bodies of a verify request themselves; the arguments of a call have the same. */
const VERIFY: Pattern[] = [
  ['empty items', '{"items":[{}', ',{}', ']}'],
  ['empty files', '{"files":[{}', ',{}', ']}'],
  ['nested lists', '{"items":', '['],
  ['nested items', '{"items":', '[{"a":'],
  ['unknown members', '{"items":[{"key":"a","value":"b"}]', numbered(',"', '":1'), '}'],
  ['unknown members of an item', '{"items":[{"key":"a","value":"b"', numbered(',"', '":1'), '}]}'],
  ['products', '{"items":[{"key":"a","value":"b"}],"targetProducts":{"a":"1"', numbered(',"', '":"1"'), '}}'],
  ['a long key', '{"items":[{"key":"HKLM', '\\\\', '","value":"b"}]}'],
  ['half pairs', '{"items":[{"key":"', '\\ud800', '","value":"b"}]}'],
  ['texts of one item', '{"items":[{"key":"HKLM\\\\a","value":"b","data":[""', ',""', ']}]}'],
  [
    'items of one pair',
    '{"items":[{"key":"HKLM\\\\a","value":"b"}',
    numbered(',{"key":"HKLM\\\\a","value":"b","data":"', '"}'),
    ']}',
  ],
  ['items of an OMA-URI', '{"items":[{"omaUri":"./a"}', numbered(',{"omaUri":"./a","data":"', '"}'), ']}'],
  [
    'an ADMX payload',
    '{"items":[{"omaUri":"./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd","data":"',
    '<a/>',
    '"}]}',
  ],
];

const MESSAGES: Pattern[] = [
  [
    'members of a ping',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1',
    numbered(',"', '":1'),
    '}}',
  ],
  ['nested lists', '', '['],
  ['empty messages', '[{}', ',{}', ']'],
  [
    'members beside a call',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify","arguments":{},"_meta":{"a":1',
    numbered(',"', '":1'),
    '}}}',
  ],
];

const QUERIES: Pattern[] = [
  ['letters', '', 'a'],
  ['words', '', 'a '],
  ['different words', '', numbered('', ' ')],
  ['backslashes', '', '\\\\'],
  ['negations', '', 'not '],
  ['colons', '', 'a:'],
  ['dots', '', 'a.'],
  ['accents', '', 'é'],
];

function filled([, head, unit, tail = '']: Pattern, bytes: number): string {
  const length = (text: string) => Buffer.byteLength(text);
  let left = bytes - length(head) - length(tail);
  if (typeof unit === 'string') return head + unit.repeat(Math.floor(left / length(unit))) + tail;
  const units: string[] = [];
  for (let n = 0; ; n++) {
    left -= length(unit(n));
    if (left < 0) return head + units.join('') + tail;
    units.push(unit(n));
  }
}

const post = (path: string, what: string, body: string): Hostile => ({ what, method: 'POST', path, body });

const callOf = (request: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify","arguments":${request}}}`;

/** Each as large as its limit allows, or that part of it. */
export function* hostileBodies(part = 1): Generator<Hostile> {
  const most = Math.floor(MAX_VERIFY_BYTES * part);
  for (const { label, name, content } of worstFiles(Math.floor(((most - 200) * 3) / 4))) {
    const files = [{ name, content: Buffer.from(content).toString('base64') }];
    yield post('/v1/verify', label, JSON.stringify({ files }));
  }
  const wrapped = callOf('').length;
  for (const pattern of VERIFY) {
    yield post('/v1/verify', `verify: ${pattern[0]}`, filled(pattern, most));
    yield post('/mcp', `tool verify: ${pattern[0]}`, callOf(filled(pattern, most - wrapped)));
  }
  for (const pattern of MESSAGES) {
    yield post('/mcp', `MCP: ${pattern[0]}`, filled(pattern, most));
    yield post('/mcp', `MCP, short: ${pattern[0]}`, filled(pattern, MAX_BODY_BYTES));
  }
  for (const pattern of QUERIES) {
    yield post('/v1/search', `search: ${pattern[0]}`, `{"q":"${filled(pattern, 512)}"}`);
    yield post(
      '/v1/search',
      `search, long: ${pattern[0]}`,
      `{"q":"${filled(pattern, MAX_BODY_BYTES - 20)}"}`,
    );
    yield post(
      '/v1/resolve',
      `resolve: ${pattern[0]}`,
      `{"key":"HKLM\\\\${filled(pattern, 1000)}","value":"a"}`,
    );
  }
}
