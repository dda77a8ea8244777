/** `facts/windows-components.json`: texts about a product that some releases of Windows contain. */
import { expect, it } from 'vitest';
import {
  type ComponentRow,
  checkComponents,
  parseComponents,
  withComponents,
} from '../../build/supported-on/components.ts';
import type { DefinitionReading } from '../../build/supported-on/table.ts';
import type { ProductRange } from '../../runtime/contract/product.ts';
import { judge, type Rules, readTarget } from '../../runtime/verdict/index.ts';
import { corpus } from '../corpus/dist.ts';
import { vectors } from '../vectors.ts';
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

interface Row {
  what: string;
  range: ProductRange;
  /** What the text says of Windows. */
  host: object;
  target: string;
  verdict: string;
}

const reading = ({ host, range }: Pick<Row, 'host' | 'range'>): DefinitionReading => ({
  floor: { ...host, why: 'product' },
  products: { products: [range] },
});

it.each(vectors<Row>('components'))(
  'a text that names a version, and $what',
  ({ target, verdict, ...text }) => {
    const { floor } = withComponents(reading(text), ROWS, releases);
    const found = judge({ supportedOn: 'x', floor }, readTarget(target, releases), tables);
    expect(found.verdict).toBe(verdict);
    const { component } = { component: undefined, ...found.reason };
    expect(component).toBe(verdict === 'supported' ? 'Internet Explorer' : undefined);
  },
);

it('a text stays as it is without a row', () => {
  const given = reading({ range: { product: 'Internet Explorer', from: '7.0' }, host: {} });
  expect(withComponents(given, [], releases)).toBe(given);
  expect(withComponents(given, [row('Windows 10', '1809', '6')], releases)).toBe(given);
});

/** The releases whose Internet Explorer 11 the pages named in the file list, read off by hand. */
const LISTED =
  /^Windows (8\.1|10 (1507|1511|1607|1703|1709|1803|1809|1903|1909|2004)|Server (2012 R2|2016|2019|1809|2022))( |$)/;

it('every text of the dataset from a version below 11 on is supported in these releases alone', async () => {
  const { dataset } = await corpus();
  const { rules } = await dataset.file<Rules>('rules.json');
  let decided = 0;
  for (const { nodes: _, ...facts } of rules) {
    const { supportedOn = '', floor, addedFrom, removedFrom } = facts;
    if (!/Internet Explorer/.test(supportedOn) || floor?.why === 'explained' || addedFrom || removedFrom)
      continue;
    const isOpen =
      /^At least Internet Explorer ([5-9]|10)\.0(?! in Windows 2003)|^At least Internet Explorer 11\.0 on Windows 10/;
    for (const { family, label } of releases.all) {
      const name = `${family} ${label}`;
      const { verdict } = judge(facts, readTarget(name, releases), tables);
      const least = Number(/Windows 10, ver[st]ion (\d+)/.exec(supportedOn)?.[1] ?? 0);
      const isHost = !/Windows 10/.test(supportedOn) || (family === 'Windows 10' && Number(label) >= least);
      const isListed = LISTED.test(`${name} `) && isHost && !/Not supported/.test(supportedOn);
      expect(verdict === 'supported', `${supportedOn}: ${name}`).toBe(isOpen.test(supportedOn) && isListed);
      decided += verdict === 'supported' ? 1 : 0;
    }
  }
  expect(decided).toBeGreaterThan(100);
});

it('the file is refused with a row without a source, or with another member', () => {
  const { source: _, ...bare } = row('Windows 10', '1809', '11');
  expect(() => parseComponents({ components: [bare] })).toThrow(/components\.0\.source/);
  expect(() => parseComponents({ components: [{ ...ROWS[0], note: '' }] })).toThrow(/components\.0\.note/);
});

it('the file is checked against the table of releases', () => {
  expect(checkComponents(ROWS, releases)).toEqual([]);
  expect(
    checkComponents([row('Windows 11', '1809', 'x'), ...ROWS, row('Windows 10', '1809', '11')], releases),
  ).toEqual([
    'Internet Explorer in Windows 11 1809: no such release',
    'Internet Explorer in Windows 11 1809: a version that cannot be read',
    'Internet Explorer in Windows 10 1809: given twice',
  ]);
});
