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

  it('tells the folder of a GPO backup', () => {
    expect(backupFolder('b/{G}/DomainSysvol/GPO/Machine/registry.pol')).toBe('b/{G}');
    expect(backupFolder('b\\{G}\\domainsysvol\\GPO\\User\\registry.pol')).toBe('b\\{G}');
    expect(backupFolder('b/{G}/bkupInfo.xml')).toBe('b/{G}');
    expect(backupFolder('DomainSysvol/GPO/x')).toBe('');
    expect(backupFolder('b/Machine/registry.pol')).toBeUndefined();
  });
});
