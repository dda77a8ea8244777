/** One sound file of every format, with several values, for the tests of damage and of work. */
import { encode, type WrittenValue, writePol, writeReg, writeRules } from './writers.ts';

export interface SoundFile {
  name: string;
  content: Uint8Array;
}

const TYPED: Pick<WrittenValue, 'type' | 'data'>[] = [
  { type: 'REG_SZ', data: 'some "text"\\' },
  { type: 'REG_DWORD', data: 0xfedcba98 },
  { type: 'REG_MULTI_SZ', data: ['one', 'two'] },
  { type: 'REG_BINARY', data: '00112233445566778899aabbccddeeff'.repeat(3) },
];

/** `count` values, each below a key of its own. */
export function valuesOf(count: number): WrittenValue[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `HKLM\\Software\\Key${at}`,
    value: `Value${at}`,
    ...TYPED[at % TYPED.length],
  }));
}

function rows(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `HKLM\\Key${at},Value${at},REG_DWORD,${at}`);
}

function omaSetting(at: number): object {
  const type = '#microsoft.graph.omaSetting';
  return at % 2 === 0
    ? { '@odata.type': `${type}String`, omaUri: `./Device/Area${at}/Policy`, value: `<enabled/>${at}` }
    : { '@odata.type': `${type}Integer`, omaUri: `./Device/Area${at}/Policy`, value: at };
}

/** By format; each file has `count` items. */
export function soundFiles(count: number): SoundFile[] {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const of = (name: string, text: string): SoundFile => ({ name, content: encode(text, 'utf-8') });
  const template = numbers.map((at) => `MACHINE\\Key${at}\\Value=7,a","b,${at}\r\n`).join('');
  const preferences = numbers.map(
    (at) =>
      `<Registry><Properties hive="HKEY_LOCAL_MACHINE" key="Key${at}" name="V" type="REG_DWORD" value="${at.toString(16).padStart(8, '0')}"/></Registry>\n`,
  );
  const settings = numbers.map((at) => ({
    settingInstance: {
      settingDefinitionId: `id_${at}`,
      choiceSettingValue: { value: `id_${at}_1`, children: [] },
    },
  }));
  return [
    { name: 'a.reg', content: writeReg(valuesOf(count)) },
    {
      name: 'narrow.reg',
      content: writeReg(valuesOf(count), { version: 5, encoding: 'utf-8', lineBreak: '\n' }),
    },
    { name: 'Machine/Registry.pol', content: writePol(valuesOf(count)) },
    {
      name: 'GptTmpl.inf',
      content: encode(`[Unicode]\r\nUnicode=yes\r\n[Registry Values]\r\n${template}`, 'utf-16le'),
    },
    of(
      'a.PolicyRules',
      writeRules(numbers.map((at) => ({ key: `Key${at}`, value: 'V', data: `&lt;${at}` }))),
    ),
    of(
      'Registry.xml',
      `<?xml version="1.0"?>\n<RegistrySettings>\n${preferences.join('')}</RegistrySettings>\n`,
    ),
    of('lgpo.txt', numbers.map((at) => `Computer\nKey${at}\nValue\nDWORD:${at}\n\n`).join('')),
    of(
      'a.ps1',
      numbers
        .map((at) => `Set-ItemProperty -Path 'HKLM:\\Key${at}' -Name "Value" -Type DWord -Value ${at}\n`)
        .join(''),
    ),
    of(
      'a.cmd',
      numbers.map((at) => `reg add "HKLM\\Key${at}" /v "Value" /t REG_DWORD /d ${at} /f\r\n`).join(''),
    ),
    of(
      'query.txt',
      numbers
        .map((at) => `\r\nHKEY_LOCAL_MACHINE\\Key${at}\r\n    Value    REG_DWORD    0x${at.toString(16)}\r\n`)
        .join(''),
    ),
    of(
      'tasks.yml',
      numbers
        .map(
          (at) =>
            `- name: Value ${at}\n  ansible.windows.win_regedit:\n    path: HKLM:\\Key${at}\n    name: "Value"\n    data: ${at}\n    type: dword\n`,
        )
        .join(''),
    ),
    of('a.csv', ['key,value,type,data', ...rows(count), ''].join('\n')),
    of('a.jsonl', numbers.map((at) => `{"key":"HKLM\\\\Key${at}","value":"V","data":${at}}\n`).join('')),
    of('a.json', JSON.stringify(numbers.map((at) => ({ key: `HKLM\\Key${at}`, value: 'V', data: `${at}` })))),
    of('profile.json', JSON.stringify({ omaSettings: numbers.map((at) => omaSetting(at)) })),
    of('intune.json', JSON.stringify({ '@odata.type': 'x', settings })),
  ];
}
