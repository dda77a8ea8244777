/**
 * Requests that cost a server the most for their size: what readers, JSON and search have to count, nest, unescape or
 * split, repeated up to the limit of a body.
 */
import { MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import { MAX_BODY_BYTES } from '../../runtime/http/body.ts';
import type { Request } from './client.ts';

export interface Hostile extends Request {
  what: string;
}

/** A beginning, what is repeated (with its number where it has to differ), an end. */
type Pattern = [name: string, head: string, unit: string | ((n: number) => string), tail?: string];

/** Base64 takes a third more, the request around it a little. */
const FILE_BYTES = Math.floor(((MAX_VERIFY_BYTES - 200) * 3) / 4);

const HKLM = 'HKLM\\Software\\Policies\\a';
const REG = 'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\Software]\r\n';
const INF = '[Unicode]\r\nUnicode=yes\r\n[Version]\r\nsignature="$CHICAGO$"\r\n[Registry Values]\r\n';
const RULES = '<?xml version="1.0"?>\n<PolicyRules>';
const PREFERENCES =
  '<?xml version="1.0"?>\n<RegistrySettings clsid="{A3CCFC41-DFDB-43a5-8D26-0FE8B954DA51}">';
const POL = 'PReg\u0001\0\0\0';
const INTUNE = '{"@odata.type":"#microsoft.graph.deviceManagementConfigurationPolicy","settings":[';
const CHOICE =
  '{"settingInstance":{"@odata.type":"#microsoft.graph.deviceManagementConfigurationChoiceSettingInstance","settingDefinitionId":"a","choiceSettingValue":{"value":"a_1","children":[';
const COMPUTER = `<ComputerConfig><Key>Software\\a</Key><Value>b</Value><RegType>REG_DWORD</RegType><RegData>1</RegData></ComputerConfig>`;

const utf16 = (text: string): string => [...text].map((each) => `${each}\0`).join('');
const numbered = (before: string, after: string) => (n: number) => before + n.toString(36) + after;

/** By the name of the file that its reader knows. */
const FILES: Record<string, Pattern[]> = {
  'list.csv': [
    ['empty lines', 'key,value,data\n', '\n'],
    ['empty lines of CR LF', 'key,value,data\n', '\r\n'],
    ['one line of commas', 'key,value,data\n', ','],
    ['columns of the head', 'key,value,data', ',a'],
    ['different columns of the head', 'key,value,data', numbered(',', '')],
    ['short records', 'key,value,data\n', 'a\n'],
    ['long records', 'key,value,data\n', `${','.repeat(100)}\n`],
    ['records', 'key,value,data\n', `${HKLM},b,1\n`],
    ['different records', 'key,value,data\n', numbered(`${HKLM},b`, ',1\n')],
    ['quotes', 'key,value,data\n', '"'],
    ['quoted fields', 'key,value,data\n', '"",'],
    ['quoted lines', 'key,value,data\n', '""\n'],
    ['one quoted field', 'key,value,data\n"', 'a\n'],
    ['escaped quotes', 'key,value,data\n"', '""', '"\n'],
    ['semicolons', 'sep=;\nkey;value;data\n', ';'],
    ['tabs', 'key\tvalue\tdata\n', '\t'],
    ['blanks', 'key,value,data\n', ' '],
    ['backslashes', 'key,value,data\nHKLM', '\\'],
  ],
  'values.json': [
    ['nested lists', '', '['],
    ['nested objects', '', '{"a":'],
    ['empty objects', '[{}', ',{}', ']'],
    ['empty lists', '[[]', ',[]', ']'],
    ['numbers', '[1', ',1', ']'],
    ['empty texts', '[""', ',""', ']'],
    ['members', '[{"a":1', numbered(',"', '":1'), '}]'],
    ['equal members', '[{"a":1', ',"a":1', '}]'],
    ['short entries', `[{"key":"a"}`, ',{"key":"a"}', ']'],
    [
      'entries',
      `[{"key":"HKLM\\\\a","value":"b","data":1}`,
      ',{"key":"HKLM\\\\a","value":"b","data":1}',
      ']',
    ],
    ['escapes', '["', '\\u0000', '"]'],
    ['quotes', '["', '\\"', '"]'],
    ['data of many texts', '[{"key":"HKLM\\\\a","value":"b","data":[""', ',""', ']}]'],
    ['blanks', '[', ' ', ']'],
  ],
  'values.jsonl': [
    ['empty objects', '', '{}\n'],
    ['empty lines', '{"key":"HKLM\\\\a","value":"b"}\n', '\n'],
    ['quotes', '{"key":"HKLM\\\\a","value":"b"}\n', '"\n'],
    ['entries', '', '{"key":"HKLM\\\\a","value":"b"}\n'],
  ],
  'intune.json': [
    ['empty settings', `${INTUNE}{}`, ',{}', ']}'],
    ['nested choices', INTUNE, CHOICE],
    ['choices', `${INTUNE}${CHOICE}]}}}`, `,${CHOICE}]}}}`, ']}'],
  ],
  'a.reg': [
    ['empty lines', REG, '\n'],
    ['blanks', REG, ' '],
    ['comments', REG, ';\n'],
    ['brackets', REG, '['],
    ['keys', REG, '[HKEY_LOCAL_MACHINE\\a]\n'],
    ['deletions of keys', REG, '[-HKEY_LOCAL_MACHINE\\a]\n'],
    ['deletions of different keys', REG, numbered('[-HKEY_LOCAL_MACHINE\\', ']\n')],
    ['deletions', REG, '"a"=-\n'],
    ['escaped quotes of a name', `${REG}"`, '\\"'],
    ['backslashes of a name', `${REG}"`, '\\\\'],
    ['a long text', `${REG}"a"="`, '\\\\', '"\n'],
    ['quotes', REG, '"'],
    ['unclosed names', REG, '"\n'],
    ['equals signs', REG, '='],
    ['values', REG, '"a"=dword:00000001\n'],
    ['different values', REG, numbered('"', '"=dword:00000001\n')],
    ['bytes', `${REG}"a"=hex:00`, ',00', '\n'],
    ['bytes in lines', `${REG}"a"=hex:00`, ',\\\n  00', '\n'],
    ['continued lines', `${REG}"a"=hex:`, '\\\n'],
    ['parts of a key', `${REG}[HKEY_LOCAL_MACHINE`, '\\a', ']\n'],
  ],
  'Machine/Registry.pol': [
    ['brackets', POL, utf16('[')],
    ['semicolons', POL, utf16('[;')],
    ['zeros', POL, '\0'],
    ['empty values', POL, utf16('[\0;\0;\u0004\0;\u0000\0;]')],
    ['values', POL, utf16('[a\0;b\0;\u0001\0;\u0000\0;]')],
    ['deletions', POL, utf16('[a\0;**DeleteKeys\0;\u0001\0;\u0000\0;]')],
    ['a long key', `${POL}${utf16('[')}`, utf16('\\a')],
  ],
  'GptTmpl.inf': [
    ['empty lines', INF, '\n'],
    ['commas', INF, ','],
    ['commas of a value', `${INF}MACHINE\\a\\b=7,`, ','],
    ['equals signs', INF, '='],
    ['quotes', `${INF}MACHINE\\a\\b=7,`, '"'],
    ['sections', INF, '[a]\n'],
    ['brackets', INF, '[\n'],
    ['values', INF, 'MACHINE\\a\\b=4,1\n'],
  ],
  'lgpo.txt': [
    ['empty lines', 'Computer\nSoftware\\a\nb\nDWORD:1\n', '\n'],
    ['values', '', 'Computer\nSoftware\\a\nb\nDWORD:1\n\n'],
    ['comments', 'Computer\nSoftware\\a\nb\nDWORD:1\n\n', ';\n'],
    ['classes', 'Computer\nSoftware\\a\nb\nDWORD:1\n\n', 'Computer\n'],
    ['deletions', '', 'Computer\nSoftware\\a\n*\nDELETEALLVALUES\n\n'],
    ['texts', 'Computer\nSoftware\\a\nb\nMULTISZ:', 'a\\0'],
  ],
  'a.PolicyRules': [
    ['nested elements', RULES, '<a>'],
    ['elements', RULES, '<a/>', '</PolicyRules>'],
    ['entities', `${RULES}<ComputerConfig><Key>`, '&amp;', '</Key></ComputerConfig></PolicyRules>'],
    ['numbered entities', `${RULES}<ComputerConfig><Key>`, '&#65;', '</Key></ComputerConfig></PolicyRules>'],
    ['brackets', `${RULES}<ComputerConfig><Key>`, ']'],
    ['comments', RULES, '<!---->', '</PolicyRules>'],
    ['sections', RULES, '<![CDATA[]]>', '</PolicyRules>'],
    ['instructions', RULES, '<?a?>', '</PolicyRules>'],
    ['attributes', `${RULES}<a`, numbered(' a', '=""'), '/></PolicyRules>'],
    ['a long name', `${RULES}<`, 'a'],
    [
      'a declaration',
      '<?xml version="1.0"?>\n<!DOCTYPE a [',
      numbered('<!ENTITY a', ' "b">'),
      ']><PolicyRules/>',
    ],
    ['rules', RULES, COMPUTER, '</PolicyRules>'],
  ],
  'Registry.xml': [
    ['nested collections', PREFERENCES, '<Collection name="a">'],
    ['empty items', PREFERENCES, '<Registry/>', '</RegistrySettings>'],
    [
      'items',
      PREFERENCES,
      '<Registry name="a"><Properties action="U" hive="HKEY_LOCAL_MACHINE" key="a" name="b" type="REG_DWORD" value="00000001"/></Registry>',
      '</RegistrySettings>',
    ],
  ],
};

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

/** Each as large as its limit allows. */
export function* hostileBodies(): Generator<Hostile> {
  for (const [name, patterns] of Object.entries(FILES)) {
    for (const pattern of patterns) {
      const content = Buffer.from(filled(pattern, FILE_BYTES), 'latin1').toString('base64');
      yield post('/v1/verify', `${name}: ${pattern[0]}`, JSON.stringify({ files: [{ name, content }] }));
    }
  }
  const wrapped = callOf('').length;
  for (const pattern of VERIFY) {
    yield post('/v1/verify', `verify: ${pattern[0]}`, filled(pattern, MAX_VERIFY_BYTES));
    yield post('/mcp', `tool verify: ${pattern[0]}`, callOf(filled(pattern, MAX_VERIFY_BYTES - wrapped)));
  }
  for (const pattern of MESSAGES) {
    yield post('/mcp', `MCP: ${pattern[0]}`, filled(pattern, MAX_VERIFY_BYTES));
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
