/** Real files, each read twice: by its reader, and by a naive second reading written here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseKey } from '../../runtime/format/keys.ts';
import { type Item, readFile } from '../../runtime/readers/index.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/samples');
const present = existsSync(FOLDER);
if (!present) console.log('skipped: readers against real files (no ../shared/samples here)');

function filesOf(pattern: RegExp): { path: string; bytes: Buffer }[] {
  if (!present) return [];
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    pattern.test(path),
  );
  return paths.sort().map((path) => ({ path, bytes: readFileSync(join(FOLDER, path)) }));
}

function read(path: string, bytes: Uint8Array): { items: Item[]; kinds: string[] } {
  const result = readFile({ name: path, content: bytes });
  if (result.problem !== undefined) throw new Error(JSON.stringify(result.problem));
  return { items: result.items, kinds: result.notes.map((note) => note.kind) };
}

function textOf(bytes: Buffer): string {
  return bytes[0] === 0xff ? bytes.toString('utf16le', 2) : bytes.toString('utf8').replace('\ufeff', '');
}

/** `key|value|data` of every value, for comparison. */
function pairs(items: Item[]): string[] {
  return items.map((item) =>
    'key' in item ? `${item.key}|${item.value}|${item.delete ? 'deleted' : item.data}` : item.omaUri,
  );
}

describe.skipIf(!present)('real files', () => {
  it('.reg: the lines that set a value, below the keys that are not deleted', () => {
    const files = filesOf(/\.reg$/);
    expect(files.length).toBe(16);
    for (const { path, bytes } of files) {
      let deleted = false;
      let key = '';
      const expected: string[] = [];
      for (const line of textOf(bytes).split(/\r?\n/)) {
        if (line.startsWith('[')) {
          deleted = line.startsWith('[-');
          key = line.slice(1, -1);
        }
        const [, name = '', data = ''] = /^(@|".*?")=(.*)$/.exec(line) ?? [];
        if (name !== '' && !deleted)
          expected.push(`${key}|${name === '@' ? '' : name.slice(1, -1)}|${plainData(data)}`);
      }
      const { items } = read(path, bytes);
      expect(pairs(items), path).toEqual(expected);
      for (const item of items) expect('key' in item && parseKey(item.key).hive, path).not.toBe(null);
    }
  });

  function plainData(data: string): string {
    if (data === '-') return 'deleted';
    if (data.startsWith('dword:')) return String(Number.parseInt(data.slice(6), 16));
    return data.startsWith('hex:')
      ? data.slice(4).replaceAll(',', '')
      : data.slice(1, -1).replaceAll('\\\\', '\\');
  }

  it('Registry.pol: the records that a split of the whole text finds', () => {
    const files = filesOf(/registry\.pol$/i);
    expect(files.length).toBe(5);
    for (const { path, bytes } of files) {
      const records = bytes.toString('utf16le', 8).slice(1, -1).split('][');
      const fields = records.map((record) => record.split(';'));
      const instructions = fields.filter(([, name = '']) => name.startsWith('**'));
      const { items, kinds } = read(path, bytes);
      const hive = path.includes('Machine') ? 'HKLM' : 'HKCU';
      const expected = fields
        .filter(([, name = '']) => !/^\*\*delvals/i.test(name))
        .map(([key = '', name = '', type = '', , data = '']) => {
          const value = name.replace(/^\*\*del\./, '').replace('\0', '');
          const number = data.charCodeAt(0) + 65536 * data.charCodeAt(1);
          const text = type === '\x04\0' ? number : data.replace(/\0+$/, '').replaceAll('\0', ',');
          return `${hive}\\${key.replace('\0', '')}|${value}|${name.startsWith('**') ? 'deleted' : text}`;
        });
      expect(pairs(items), path).toEqual(expected);
      expect(kinds.length, path).toBe(instructions.length);
    }
  });

  it('GptTmpl.inf: the lines of [Registry Values]', () => {
    const files = filesOf(/GptTmpl\.inf$/i);
    expect(files.length).toBe(3);
    const counts = files.map(({ path, bytes }) => {
      const lines = textOf(bytes)
        .split(/\r?\n/)
        .filter((line) => line.startsWith('MACHINE\\'));
      const { items } = read(path, bytes);
      const expected = lines.map((line) => {
        const [, key, value, data = ''] = /^(.*)\\(.*?)=\d,(.*)$/.exec(line) ?? [];
        return `${key}|${value}|${data.replaceAll('"', '')}`;
      });
      expect(pairs(items), path).toEqual(expected);
      return items.length;
    });
    expect(counts).toContain(36);
  });

  it('PolicyRules: the elements that hold a key, and the lines of registry values', () => {
    const files = filesOf(/\.PolicyRules$/);
    expect(files.length).toBe(4);
    for (const { path, bytes } of files) {
      const text = textOf(bytes);
      const values = [...text.matchAll(/<Value>(.*?)<\/Value>/g)].map(([, value = '']) => value);
      const lines = text.match(/Section="Registry Values"/g) ?? [];
      const others = new Set([...text.matchAll(/Section="(.*?)"/g)].map(([, section]) => section));
      others.delete('Registry Values');
      if (text.includes('<AuditSubcategory>')) others.add('audit');
      const clearing = values.filter((value) => value === '**delvals.').length;
      const { items, kinds } = read(path, bytes);
      expect(items.length, path).toBe(values.length - clearing + lines.length);
      expect(items.filter((item) => 'delete' in item).length, path).toBe(
        values.filter((value) => value.startsWith('**del.')).length,
      );
      expect(kinds.filter((kind) => kind === 'delete-all-values').length, path).toBe(clearing);
      expect(kinds.filter((kind) => kind === 'no-registry-values').length, path).toBe(others.size);
      expect(kinds).not.toContain('unreadable-data');
    }
  });

  it('Intune: every settingDefinitionId, on its own line', () => {
    const files = filesOf(/intune[\\/].*\.json$/);
    expect(files.length).toBe(10);
    for (const { path, bytes } of files) {
      const lines = textOf(bytes).split('\n');
      const { items } = read(path, bytes);
      expect(pairs(items), path).toEqual(
        [...textOf(bytes).matchAll(/"settingDefinitionId": *"(.*?)"/g)].map(([, id]) => id),
      );
      for (const item of items) {
        // The place is the bracket that opens the setting; the identifier stands a few lines below.
        const near = lines.slice((item.at.line ?? 0) - 1, (item.at.line ?? 0) + 4).join('\n');
        expect('omaUri' in item && near.includes(`"${item.omaUri}"`), `${path}:${item.at.line}`).toBe(true);
      }
    }
  });

  it('the other files of a backup hold no registry values, and bkupInfo.xml names it', () => {
    for (const { path, bytes } of filesOf(/\.(?:cmtx|csv|xml)$/i)) {
      expect(read(path, bytes).items, path).toEqual([]);
    }
    const [info] = filesOf(/Excel.*bkupInfo\.xml$/);
    expect(info && readFile({ name: info.path, content: info.bytes })).toMatchObject({
      gpo: { name: 'DoD - Excel 2016', id: '{FDDB5B06-D280-4D44-AF30-61347477D1AE}' },
    });
  });

  it('the list of intents: a row each', () => {
    const [list] = filesOf(/intents\.tsv$/);
    const rows = list
      ? textOf(list.bytes)
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#'))
          .slice(1)
      : [];
    const expected = rows.map((row) => row.split('\t').slice(1).join('|'));
    expect(list && pairs(read(list.path, list.bytes).items)).toEqual(
      expected.map((row) => `${row}|undefined`),
    );
  });
});
