/**
 * Hostile files by pattern, for every reader: a sound beginning of a format, then one fragment repeated up to the size
 * asked for. Pure ECMAScript: tests and the soak share it.
 */

import { FRAGMENTS, WORST } from './fragments.ts';

export interface HostileFile {
  /** What it is made of: the beginning and the fragment. */
  label: string;
  /** The file's name, as a request gives it. */
  name: string;
  content: Uint8Array;
}

/** The beginning, and what ends the file. */
interface Frame {
  name: string;
  head: string;
  tail?: string;
}

const REG = 'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\A]\r\n';
const RULE = '<PolicyRules><ComputerConfig><Key>A</Key><Value>b</Value><RegType>REG_SZ</RegType>';
const SETTING = '{"@odata.type":"x","settings":[{"settingInstance":{"settingDefinitionId":"id"';

const FRAMES: Record<string, Frame> = {
  reg: { name: 'a.reg', head: REG },
  'reg key': { name: 'a.reg', head: `${REG}[HKEY_LOCAL_MACHINE\\`, tail: ']\r\n' },
  'reg name': { name: 'a.reg', head: `${REG}"`, tail: '"=dword:1\r\n' },
  'reg text': { name: 'a.reg', head: `${REG}"a"="`, tail: '"\r\n' },
  'reg bytes': { name: 'a.reg', head: `${REG}"a"=hex:`, tail: '00\r\n' },
  'reg entries': { name: 'a.reg', head: `${REG}"a"=hex(7):`, tail: '00,00\r\n' },
  gpttmpl: { name: 'GptTmpl.inf', head: '[Unicode]\r\nUnicode=yes\r\n[Registry Values]\r\n' },
  'gpttmpl other': { name: 'GptTmpl.inf', head: '[Unicode]\r\n[System Access]\r\n' },
  'gpttmpl data': { name: 'GptTmpl.inf', head: '[Unicode]\r\n[Registry Values]\r\nMACHINE\\A\\b=7,' },
  lgpo: { name: 'lgpo.txt', head: 'Computer\nA\nb\nDWORD:1\n\n' },
  'lgpo data': { name: 'lgpo.txt', head: 'Computer\nA\nb\nMULTISZ:' },
  rules: { name: 'a.PolicyRules', head: '<PolicyRules>', tail: '</PolicyRules>' },
  'rules data': {
    name: 'a.PolicyRules',
    head: `${RULE}<RegData>`,
    tail: '</RegData></ComputerConfig></PolicyRules>',
  },
  'rules name': { name: 'a.PolicyRules', head: '<PolicyRules><', tail: '/></PolicyRules>' },
  'rules attribute': { name: 'a.PolicyRules', head: '<PolicyRules a="', tail: '"></PolicyRules>' },
  'rules attributes': { name: 'a.PolicyRules', head: '<PolicyRules ', tail: '></PolicyRules>' },
  'rules doctype': { name: 'a.PolicyRules', head: '<!DOCTYPE PolicyRules [', tail: ']><PolicyRules/>' },
  preferences: { name: 'Registry.xml', head: '<RegistrySettings>', tail: '</RegistrySettings>' },
  'preferences entries': {
    name: 'Registry.xml',
    head: '<RegistrySettings><Registry><Properties hive="HKLM" key="A" name="b" type="REG_MULTI_SZ"><Values>',
    tail: '</Values></Properties></Registry></RegistrySettings>',
  },
  backup: {
    name: 'bkupInfo.xml',
    head: '<BackupInst><GPODisplayName>',
    tail: '</GPODisplayName></BackupInst>',
  },
  powershell: { name: 'a.ps1', head: 'Set-ItemProperty HKLM:\\A b 1 -Type DWord\n' },
  'powershell path': { name: 'a.ps1', head: "Set-ItemProperty -Path 'HKLM:\\", tail: "' -Name b -Value 1\n" },
  'powershell text': { name: 'a.ps1', head: 'Set-ItemProperty HKLM:\\A b "', tail: '"\n' },
  'powershell list': {
    name: 'a.ps1',
    head: 'Set-ItemProperty HKLM:\\A b -Type Binary -Value (',
    tail: '1)\n',
  },
  'powershell arguments': { name: 'a.ps1', head: 'Set-ItemProperty HKLM:\\A b 1 ', tail: '\n' },
  'powershell here': { name: 'a.ps1', head: "$a = @'\n", tail: "\n'@\n" },
  'powershell resource': {
    name: 'a.ps1',
    head: "Registry A {\nKey = 'HKLM:\\A'\nValueName = 'b'\n",
    tail: '\n}\n',
  },
  batch: { name: 'a.cmd', head: 'reg add HKLM\\A /v b /t REG_DWORD /d 1 /f\r\n' },
  'batch line': { name: 'a.cmd', head: 'reg add HKLM\\A /v b /d ', tail: ' /f\r\n' },
  'batch text': { name: 'a.cmd', head: 'reg add "HKLM\\A', tail: '" /v b /d 1 /f\r\n' },
  'reg query': { name: 'query.txt', head: 'HKEY_LOCAL_MACHINE\\A\r\n    b    REG_SZ    1\r\n' },
  'reg query line': {
    name: 'query.txt',
    head: 'HKEY_LOCAL_MACHINE\\A\r\n    b    REG_MULTI_SZ    ',
    tail: '\r\n',
  },
  tasks: { name: 'a.yml', head: '- win_regedit:\n    path: HKLM:\\A\n    name: b\n' },
  'tasks text': { name: 'a.yml', head: '- win_regedit:\n    path: "HKLM:\\\\', tail: '"\n    name: b\n' },
  'tasks plain': { name: 'a.yml', head: '- win_regedit:\n    path: HKLM:\\', tail: '\n    name: b\n' },
  'tasks flow': { name: 'a.yml', head: '- win_regedit: {path: HKLM:\\A, name: b, data: [', tail: ']}\n' },
  'tasks block': { name: 'a.yml', head: '- win_regedit:\n    path: |\n      ' },
  'tasks list': { name: 'a.yml', head: '- win_regedit:\n    path: HKLM:\\A\n    data:\n' },
  'dsc document': {
    name: 'a.dsc.yaml',
    head: 'resources:\n- type: Microsoft.Windows/Registry\n  properties:\n    keyPath: ',
  },
  csv: { name: 'a.csv', head: 'key,value,data\n' },
  'csv head': { name: 'a.csv', head: 'key,value,data,' },
  'csv before': { name: 'a.csv', head: '', tail: '\nkey,value,data\n' },
  'csv row': { name: 'a.csv', head: 'key,value,data\nHKLM\\A,b,' },
  'csv deletion': { name: 'a.csv', head: 'key,value,data\nHKLM\\A,**DeleteValues,' },
  tsv: { name: 'a.tsv', head: 'key\tvalue\tdata\n' },
  json: { name: 'a.json', head: '[', tail: '{}]' },
  'json members': { name: 'a.json', head: '[{"key":"HKLM\\\\A","value":"b",', tail: '"z":0}]' },
  'json data': { name: 'a.json', head: '[{"key":"HKLM\\\\A","value":"b","data":[', tail: '""]}]' },
  'json text': { name: 'a.json', head: '[{"key":"HKLM\\\\A","value":"b","data":"', tail: '"}]' },
  'json number': { name: 'a.json', head: '[{"key":"HKLM\\\\A","value":"b","data":1', tail: '}]' },
  'json lines': {
    name: 'a.jsonl',
    head: '{"key":"HKLM\\\\A","value":"b","data":1}\n{"key":"HKLM\\\\A","value":"b"}\n',
  },
  intune: { name: 'intune.json', head: `${SETTING}}}`, tail: ']}' },
  'intune children': {
    name: 'intune.json',
    head: `${SETTING},"choiceSettingValue":{"children":[`,
    tail: '{}]}}}]}',
  },
  'intune choices': {
    name: 'intune.json',
    head: `${SETTING},"choiceSettingCollectionValue":[`,
    tail: '{}]}}]}',
  },
  'oma settings': { name: 'intune.json', head: '{"@odata.type":"x","omaSettings":[', tail: '{}]}' },
  nothing: { name: 'a.txt', head: '' },
};

const encoder = new TextEncoder();

/** Files of about `bytes`, one of each beginning and fragment. `only`: of the frame that is called so. */
export function* hostileFiles(bytes: number, only?: string): Generator<HostileFile> {
  for (const [frame, { tail }] of Object.entries(FRAMES)) {
    if (only !== undefined && only !== frame) continue;
    for (const fragment of [...FRAGMENTS, ...(WORST[frame] ?? [])]) {
      yield filled(frame, fragment, bytes);
      if (tail !== undefined) yield filled(frame, fragment, bytes, true);
    }
  }
  if (only === undefined || only === 'pol') yield* hostilePols(bytes);
}

export const FRAME_NAMES = [...Object.keys(FRAMES), 'pol'];

/** For a server: few enough to send each, of the full size. */
export function* worstFiles(bytes: number): Generator<HostileFile> {
  for (const [frame, fragments] of Object.entries(WORST)) {
    for (const fragment of fragments) yield filled(frame, fragment, bytes);
  }
  yield* hostilePols(bytes);
}

function filled(frame: string, fragment: string, bytes: number, cutOff = false): HostileFile {
  const { name, head, tail = '' } = FRAMES[frame] ?? { name: frame, head: '' };
  const text = head + repeated(fragment, bytes - head.length - tail.length);
  const label = `${frame}: ${JSON.stringify(fragment.slice(0, 40))}${cutOff ? ', cut off' : ''}`;
  return { label, name, content: encoder.encode(cutOff ? text : text + tail) };
}

/** About `bytes` in UTF-8. */
function repeated(fragment: string, bytes: number): string {
  const length = encoder.encode(fragment).length;
  const count = Math.max(Math.floor(bytes / length), 0);
  if (!fragment.includes('#') || fragment === '#') return fragment.repeat(count);
  const parts: string[] = [];
  for (let left = bytes, at = 0; left > 0; at++) {
    const part = fragment.replaceAll('#', String(at));
    parts.push(part);
    left -= part.length;
  }
  return parts.join('');
}

function* hostilePols(bytes: number): Generator<HostileFile> {
  const record = (key: string, value: string, data = '') =>
    `[${key}\0;${value}\0;\u0001\0;${unsigned(2 * data.length)};${data}]`;
  const units = bytes / 2 - 40;
  const many = (text: string) => text.repeat(Math.max(Math.floor(units / text.length), 0));
  const patterns: Record<string, string> = {
    'empty records': many(record('', '')),
    'short records': many(record('a', 'b')),
    'a long key': record(many('a\\'), 'b'),
    'a long name': record('a', many('b')),
    'long data': record('a', 'b', many('x')),
    'data like records': record('a', 'b', many('][')),
    'data like heads': record('a', 'b', many('\0;')),
    brackets: many('['),
    'deletions of a key': many(record('a', '**delvals.', ' ')),
    'deletions by name': record('a', '**DeleteValues', many('b;')),
    'deletions of keys': record('a', '**DeleteKeys', many('b;')),
    NUL: many('\0'),
  };
  for (const [label, text] of Object.entries(patterns)) {
    const content = new Uint8Array(8 + 2 * text.length);
    content.set([0x50, 0x52, 0x65, 0x67, 1]);
    const view = new DataView(content.buffer);
    for (let at = 0; at < text.length; at++) view.setUint16(8 + 2 * at, text.charCodeAt(at), true);
    yield { label: `pol: ${label}`, name: 'Machine/Registry.pol', content };
  }
}

/** A number of 32 bits as two UTF-16 units. */
function unsigned(value: number): string {
  return String.fromCharCode(value & 0xffff, value >>> 16);
}
