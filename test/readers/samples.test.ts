/** Real files, each read twice: by its reader, and by a naive second reading written here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RegistryValue } from '../../runtime/convert/registry.ts';
import { parseKey } from '../../runtime/format/keys.ts';
import { type Item, readFile } from '../../runtime/readers/index.ts';
import { readPol } from '../convert/naive.ts';
import { kindsOf } from './generators.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/samples');
const present = existsSync(FOLDER);
if (!present) console.log('skipped: readers against real files (no ../shared/samples here)');

function textOf(bytes: Buffer): string {
  return bytes[0] === 0xff ? bytes.toString('utf16le', 2) : bytes.toString('utf8').replace('\ufeff', '');
}

/** The files whose names end so, with their items, each also as `key|value|data`, and the kinds of their notes. */
function samples(pattern: RegExp) {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    pattern.test(path),
  );
  return paths.sort().map((path) => {
    const bytes = readFileSync(join(FOLDER, path));
    const result = readFile({ name: path, content: bytes });
    const kinds = kindsOf(result);
    const items: Item[] = result.problem === undefined ? result.items : [];
    const pairs = items.map((item) =>
      'key' in item ? `${item.key}|${item.value}|${item.delete ? 'deleted' : item.data}` : item.omaUri,
    );
    const text = textOf(bytes);
    return { path, bytes, text, lines: text.split(/\r?\n/), result, items, pairs, kinds };
  });
}

type Sample = ReturnType<typeof samples>[0];

/** The lines that set a value, below the keys that are not deleted. */
function regValues({ lines }: Sample): string[] {
  let key = '';
  return lines.flatMap((line) => {
    if (line.startsWith('[')) key = line.slice(1, -1);
    const [, name = '', data = ''] = /^(@|".*?")=(.*)$/.exec(line) ?? [];
    if (name === '' || key.startsWith('-')) return [];
    return [`${key}|${name === '@' ? '' : name.slice(1, -1)}|${plainData(data)}`];
  });
}

function plainData(data: string): string {
  if (data === '-') return 'deleted';
  if (data.startsWith('dword:')) return String(Number.parseInt(data.slice(6), 16));
  return data.startsWith('hex:')
    ? data.slice(4).replaceAll(',', '')
    : data.slice(1, -1).replaceAll('\\\\', '\\');
}

/** As the reader has them that was written from the documentation alone. */
function polValues({ path, bytes, kinds }: Sample): string[] {
  const records = readPol(bytes) as RegistryValue[];
  const isInstruction = (each: RegistryValue) => each.delete === true || each.name.startsWith('**');
  expect(kinds.length, path).toBe(records.filter(isInstruction).length);
  const hive = path.includes('Machine') ? 'HKLM' : 'HKCU';
  return records
    .filter(({ name }) => !/^\*\*delvals/i.test(name))
    .map((each) => `${hive}\\${each.key}|${each.name}|${each.delete ? 'deleted' : each.data}`);
}

function templateValues({ lines }: Sample): string[] {
  return lines
    .filter((line) => line.startsWith('MACHINE\\'))
    .map((line) => {
      const [, key, value, data = ''] = /^(.*)\\(.*?)=\d,(.*)$/.exec(line) ?? [];
      return `${key}|${value}|${data.replaceAll('"', '')}`;
    });
}

/** The place of a setting is the bracket that opens it; the identifier stands a few lines below. */
function settingIds({ path, text, lines, items }: Sample): (string | undefined)[] {
  for (const item of items) {
    const near = lines.slice((item.at.line ?? 0) - 1, (item.at.line ?? 0) + 4).join('\n');
    expect('omaUri' in item && near.includes(`"${item.omaUri}"`), `${path}:${item.at.line}`).toBe(true);
  }
  return [...text.matchAll(/"settingDefinitionId": *"(.*?)"/g)].map(([, id]) => id);
}

function intents({ lines }: Sample): string[] {
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).slice(1);
  return rows.map((row) => `${row.split('\t').slice(1).join('|')}|undefined`);
}

describe.skipIf(!present)('real files', () => {
  it.each<[string, files: number, RegExp, expected: (sample: Sample) => (string | undefined)[]]>([
    ['.reg', 16, /\.reg$/, regValues],
    ['Registry.pol', 5, /registry\.pol$/i, polValues],
    ['GptTmpl.inf', 3, /GptTmpl\.inf$/i, templateValues],
    ['Intune', 10, /intune[\\/].*\.json$/, settingIds],
    ['the list of intents', 1, /intents\.tsv$/, intents],
  ])('%s: each value, as the second reading has it', (_, files, pattern, expected) => {
    const all = samples(pattern);
    expect(all.length).toBe(files);
    for (const sample of all) {
      expect(sample.pairs, sample.path).toEqual(expected(sample));
      for (const item of sample.items)
        if ('key' in item) expect(parseKey(item.key).hive, sample.path).not.toBe(null);
    }
    expect(all.flatMap(({ items }) => items).length).toBeGreaterThanOrEqual(36);
  });

  it('PolicyRules: the elements that hold a key, and the lines of registry values', () => {
    const all = samples(/\.PolicyRules$/);
    expect(all.length).toBe(4);
    for (const { path, text, items, kinds } of all) {
      const values = [...text.matchAll(/<Value>(.*?)<\/Value>/g)].map(([, value = '']) => value);
      const lines = text.match(/Section="Registry Values"/g) ?? [];
      const others = new Set([...text.matchAll(/Section="(.*?)"/g)].map(([, section]) => section));
      others.delete('Registry Values');
      if (text.includes('<AuditSubcategory>')) others.add('audit');
      const clearing = values.filter((value) => value === '**delvals.').length;
      const deleted = values.filter((value) => value.startsWith('**del.')).length;
      expect(items.length, path).toBe(values.length - clearing + lines.length);
      expect(items.filter((item) => 'delete' in item).length, path).toBe(deleted);
      const count = (kind: string) => kinds.filter((each) => each === kind).length;
      expect([count('delete-all-values'), count('no-registry-values')], path).toEqual([
        clearing,
        others.size,
      ]);
      expect(kinds).not.toContain('unreadable-data');
    }
  });

  it('the other files of a backup hold no registry values, and bkupInfo.xml names it', () => {
    expect(samples(/\.(?:cmtx|csv|xml)$/i).flatMap(({ items }) => items)).toEqual([]);
    expect(samples(/Excel.*bkupInfo\.xml$/)[0]?.result).toMatchObject({
      gpo: { name: 'DoD - Excel 2016', id: '{FDDB5B06-D280-4D44-AF30-61347477D1AE}' },
    });
  });
});
