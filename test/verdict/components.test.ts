/** `facts/windows-components.json`: texts about a product that some releases of Windows contain. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ComponentRow,
  checkComponents,
  parseComponents,
  withComponents,
} from '../../build/supported-on/components.ts';
import type { DefinitionReading } from '../../build/supported-on/table.ts';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { releases, tables } from './releases.ts';

const row = (family: string, label: string, from: string, application = true): ComponentRow => ({
  family,
  label,
  product: 'Internet Explorer',
  from,
  to: '11',
  application,
  source: { title: 'A page', url: 'https://learn.microsoft.com/' },
});
const ROWS = [
  row('Windows 7', 'SP1', '8'),
  row('Windows 10', '1809', '11'),
  row('Windows 11', '24H2', '11', false),
  row('Windows Server', '2019', '11'),
];

const text = (from: string, host: object = {}, to?: string): DefinitionReading => ({
  floor: { ...host, why: 'product' },
  products: { products: [{ product: 'Internet Explorer', from, ...(to !== undefined && { to }) }] },
});
const hosted = (starts: string) => ({ client: { named: [], starts } });

function verdictOn(reading: DefinitionReading, target: string, rows: readonly ComponentRow[] = ROWS) {
  const { floor } = withComponents(reading, rows, releases);
  return judge({ supportedOn: 'At least Internet Explorer', floor }, readTarget(target, releases), tables);
}

describe('a text that names a version of Internet Explorer', () => {
  it.each([
    [text('7.0'), 'Windows 10 1809', 'supported'],
    [text('7.0'), 'Windows 7 SP1', 'supported'],
    [text('7.0'), 'Windows Server 2019', 'supported'],
    // The engine alone, and releases without a row.
    [text('7.0'), 'Windows 11 24H2', 'unverified'],
    [text('7.0'), 'Windows 10 22H2', 'unverified'],
    // The release may still have the lowest version.
    [text('9.0'), 'Windows 7 SP1', 'unverified'],
    [text('8.0'), 'Windows 7 SP1', 'unverified'],
    // Version 11 dates nothing, but beside a Windows 10.
    [text('11.0'), 'Windows 10 1809', 'unverified'],
    [text('11.0', hosted('10.0.10240')), 'Windows 10 1809', 'supported'],
    // The host's part comes first.
    [text('7.0', hosted('10.0.18362')), 'Windows 10 1809', 'unsupported'],
    [text('7.0', { client: { named: [], ends: '6.3.9600' } }), 'Windows 10 1809', 'unsupported'],
    [text('5.0', {}, '7.0'), 'Windows 10 1809', 'unverified'],
  ])('%j on %s is %s', (reading, target, expected) => {
    expect(verdictOn(reading, target).verdict).toBe(expected);
  });

  it('names the product as the reason', () => {
    expect(verdictOn(text('7.0'), 'Windows 10 1809').reason).toMatchObject({
      code: 'component',
      component: 'Internet Explorer',
    });
  });

  it('stays as it is without a row', () => {
    const reading = text('7.0');
    expect(withComponents(reading, [], releases)).toBe(reading);
    expect(withComponents(reading, [row('Windows 10', '1809', '6')], releases)).toBe(reading);
  });
});

describe('the file', () => {
  it('has no row: no document of the sources says which release contains which version', () => {
    const file = readFileSync(new URL('../../facts/windows-components.json', import.meta.url), 'utf8');
    expect(parseComponents(JSON.parse(file))).toEqual([]);
  });

  it('is refused with a row without a source, or with another member', () => {
    const { source: _, ...bare } = row('Windows 10', '1809', '11');
    expect(() => parseComponents({ components: [bare] })).toThrow(/components\.0\.source/);
    expect(() => parseComponents({ components: [{ ...ROWS[0], note: '' }] })).toThrow(/components\.0\.note/);
  });

  it('is checked against the table of releases', () => {
    expect(checkComponents(ROWS, releases)).toEqual([]);
    expect(
      checkComponents([row('Windows 11', '1809', 'x'), ...ROWS, row('Windows 10', '1809', '11')], releases),
    ).toEqual([
      'Internet Explorer in Windows 11 1809: no such release',
      'Internet Explorer in Windows 11 1809: a version that cannot be read',
      'Internet Explorer in Windows 10 1809: given twice',
    ]);
  });
});
