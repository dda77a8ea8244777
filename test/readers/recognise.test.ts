import { describe, expect, it } from 'vitest';
import { backupFolder } from '../../cli/verify/collect.ts';
import { recognise } from '../../runtime/readers/recognise.ts';
import { soundFiles } from './corpus.ts';
import { itemsOf, read } from './generators.ts';
import { encode, type RegForm } from './writers.ts';

const FORMATS: Record<string, string> = {
  'a.reg': 'reg',
  'narrow.reg': 'reg',
  'Machine/Registry.pol': 'registry-pol',
  'GptTmpl.inf': 'gpttmpl',
  'a.PolicyRules': 'policy-rules',
  'Registry.xml': 'preferences',
  'lgpo.txt': 'lgpo-text',
  'a.ps1': 'powershell',
  'a.cmd': 'batch',
  'query.txt': 'reg-query',
  'tasks.yml': 'tasks',
  'a.csv': 'csv',
  'a.jsonl': 'json-lines',
  'a.json': 'json',
  'intune.json': 'intune',
  'profile.json': 'intune',
};

/** The header of a zip file's first entry. */
function zipEntry(name: string): Uint8Array {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(`${name}content`)]);
}

describe('recognise', () => {
  it('tells every format by its content, under any name', () => {
    for (const { name, content } of soundFiles(3)) {
      for (const other of [name, 'stdin', 'x.txt', 'x.bin'])
        expect(recognise(content, other), name).toBe(FORMATS[name]);
    }
  });

  it('tells text in every encoding', () => {
    const encodings: RegForm['encoding'][] = ['utf-8', 'utf-8-mark', 'utf-16le', 'utf-16be'];
    for (const encoding of encodings) {
      expect(recognise(encode('Computer\r\nK\r\nv\r\nDWORD:1\r\n', encoding), 'x')).toBe('lgpo-text');
      const withoutMark = encode('REGEDIT4\r\n', encoding).subarray(encoding.startsWith('utf-16') ? 2 : 0);
      expect(recognise(withoutMark, 'x')).toBe('reg');
    }
  });

  it('takes a list of registry values for one, whatever else its entries name', () => {
    const value = { key: 'HKLM\\Software\\A', value: 'v', type: 'REG_DWORD', data: 1 };
    for (const name of ['settingDefinitionId', 'omaSettings', '@odata.type']) {
      for (const list of [[value], { items: [value] }, value]) {
        const more = JSON.stringify(list).replace('"data":1', `"data":1,"${name}":"device_vendor_msft_x"`);
        expect(itemsOf(read('a.json', more)), more).toMatchObject([value]);
      }
      const profile = { [name]: 'device_vendor_msft_x', id: '1', name: 'v', value: 1 };
      expect(recognise(Buffer.from(JSON.stringify([profile])), 'a.json')).toBe('intune');
    }
  });

  it.each([
    ['zip', [0x50, 0x4b, 0x03, 0x04]],
    ['cab', [0x4d, 0x53, 0x43, 0x46]],
    ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
    ['gz', [0x1f, 0x8b, 0x08]],
    ['tar', [...new Array(257).fill(0x61), 0x75, 0x73, 0x74, 0x61, 0x72]],
  ])('refuses an archive: %s', (_name, bytes) => {
    const result = read('a.reg', Uint8Array.from([...bytes, 0, 0, 0]));
    expect(result).toMatchObject({
      format: 'archive',
      problem: { file: 'a.reg', message: expect.stringContaining('unpack') },
    });
  });

  it.each(['[Content_Types].xml', 'docProps/app.xml', 'mimetype'])(
    'takes an Office document for no archive, and says what to do: first entry %s',
    (entry) => {
      const result = read('a.xlsx', zipEntry(entry));
      expect(result).not.toHaveProperty('format');
      expect(result.problem?.message).toBe('the file is an Office document; save its table as CSV');
      for (const other of ['a.reg', `x${entry}`])
        expect(read('a.zip', zipEntry(other))).toMatchObject({ format: 'archive' });
    },
  );

  it('refuses a file that is too large, and one with too many values', () => {
    const [file] = soundFiles(10);
    expect(file && read('x', file.content, { maxBytes: 100 }).problem).toMatchObject({
      message: expect.stringContaining('at most 100'),
    });
    for (const each of soundFiles(10)) {
      const place = each.name.endsWith('pol') ? { offset: expect.any(Number) } : { line: expect.any(Number) };
      expect(read(each.name, each.content, { maxItems: 9 }).problem, each.name).toMatchObject({
        ...place,
        message: expect.stringContaining('more than 9'),
      });
      expect(read(each.name, each.content, { maxItems: 10 }).problem, each.name).toBeUndefined();
    }
  });

  it('reads no value that is too large, in every format, and reads the others', () => {
    const text = 'x'.repeat(50);
    const files: [string, string][] = [
      ['a.reg', `REGEDIT4\n[HKLM\\A]\n"b"="${text}"\n`],
      ['a.reg', `REGEDIT4\n[HKLM\\A]\n"b"=hex:${'00,'.repeat(99)}00\n`],
      ['a.reg', `REGEDIT4\n[HKLM\\A]\n"b"=hex(2):${'00,'.repeat(109)}00\n"c"=hex:01\n`],
      ['a.inf', `[Registry Values]\nMACHINE\\A\\b=7,${text}\n`],
      [
        'a.PolicyRules',
        `<PolicyRules><UserConfig><Key>A</Key><Value>b</Value><RegType>REG_SZ</RegType><RegData>${text}</RegData></UserConfig></PolicyRules>`,
      ],
      ['a.txt', `User\nA\nb\nSZ:${text}\n`],
      ['a.csv', `key,value,data\nSYSTEM,b,${text}\n`],
      ['a.json', `[{"key":"SYSTEM","value":"b","data":"${text}"}]`],
      ['a.json', `{"omaSettings":[{"omaUri":"./A","value":"${text}"}]}`],
    ];
    for (const [name, content] of files) {
      const unread = 'the value has more than 99 bytes of data';
      const result = read(name, content, { maxValueBytes: 99 });
      const [large, ...others] = itemsOf(result);
      expect(large, content).toMatchObject({ unread });
      expect(large, content).not.toHaveProperty('data');
      expect(others.map(({ unread: why }) => why)).toEqual(others.map(() => undefined));
      const note = { kind: 'unreadable-data', message: unread, value: expect.any(String) };
      expect(result.problem ?? result.notes, content).toContainEqual(expect.objectContaining(note));
      expect(itemsOf(read(name, content, { maxValueBytes: 110 }))[0], content).toHaveProperty('data');
    }
  });

  it('tells the folder of a GPO backup', () => {
    expect(backupFolder('b/{G}/DomainSysvol/GPO/Machine/registry.pol')).toBe('b/{G}');
    expect(backupFolder('b\\{G}\\domainsysvol\\GPO\\User\\registry.pol')).toBe('b\\{G}');
    expect(backupFolder('b/{G}/bkupInfo.xml')).toBe('b/{G}');
    expect(backupFolder('DomainSysvol/GPO/x')).toBe('');
    expect(backupFolder('b/Machine/registry.pol')).toBeUndefined();
  });
});
