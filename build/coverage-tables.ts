/** The figures of a dataset as tables: for the command, and in Markdown for the README. */
import type { Coverage } from './compile/coverage.ts';

export interface CoverageTable {
  title: string;
  head: string[];
  rows: (string | number)[][];
}

export function coverageTables(coverage: Coverage): CoverageTable[] {
  const { totals, mdm, basis, supportedOn, products, contents, ddf } = coverage;
  const ranged = Object.values(products.ranges).reduce((total, each) => total + each, 0);
  const share = (part: number) => `${((part / totals.settings) * 100).toFixed(1)} %`;
  return [
    {
      title: 'Dataset',
      head: ['Indicator', 'Value'],
      rows: [
        ['settings', totals.settings],
        ['registry key + value pairs (setting × pair)', totals.registryPairs],
        ['distinct registry pairs', totals.distinctPairs],
        ['list elements (the administrator makes the value names)', totals.listElements],
        [
          'settings with an MDM (CSP) mapping',
          `${mdm.official + mdm.derived} (${share(mdm.official + mdm.derived)})`,
        ],
        ['… official / derived', `${mdm.official} / ${mdm.derived}`],
        ['settings with no MDM equivalent', mdm.none],
        [
          'active sources',
          `${coverage.sources.filter((each) => each.active).length} of ${coverage.sources.length} declared`,
        ],
        ['verdict drawn from an MDM minimum', `${basis.csp} (${share(basis.csp)})`],
        ['verdict drawn from the supported-on text', `${basis.supportedOn} (${share(basis.supportedOn)})`],
        ['no documented minimum that can be read', `${basis.none} (${share(basis.none)})`],
        [
          'settings with a client / server minimum in their supported-on text',
          `${supportedOn.client} / ${supportedOn.server}`,
        ],
        [
          'settings whose text names another product / with a readable range of its versions',
          `${products.named} / ${ranged}`,
        ],
        ...Object.entries(products.noRange).map(([why, count]) => [`… no range: ${why}`, count]),
        ...Object.entries(products.seen).map(([product, { settings, several }]) => [
          `settings of ${product} with the versions whose templates have them / of several versions`,
          `${settings} / ${several}`,
        ]),
        ...Object.entries(products.lifecycle).map(([state, count]) => [
          `settings that the vendor marks as ${state}`,
          count,
        ]),
        [
          'settings whose values all / in part stay when the policy is removed',
          `${contents.tattoos.all} / ${contents.tattoos.some}`,
        ],
        ['pairs whose contents are sums of flags', contents.flags],
        ['values whose contents have several types', contents.typesApart.length],
        ['settings that write below Wow6432Node (32-bit view)', contents.view32],
        ['security options with a content or type that another source adds', contents.otherSources],
        ['pairs with contents of some versions alone', contents.documentedIn],
        ['pairs with a content whose label is too long', contents.labelOmitted],
        ['MDM nodes mapped to a setting', `${ddf.mapped} of ${ddf.nodes}`],
        ...Object.entries(ddf.stated).map(([member, count]) => [`MDM nodes with ${member}`, count]),
        ['MDM nodes with an allowed value whose description is too long', ddf.labelOmitted],
        ...Object.entries(ddf.unmatched).map(([reason, count]) => [
          `MDM nodes without one: ${reason}`,
          count,
        ]),
      ],
    },
    {
      title: 'Languages',
      head: ['Language', 'Settings', 'Registry pairs', 'MDM mappings', 'Settings without a title'],
      rows: Object.entries(coverage.languages).map(([lang, each]) => [
        lang,
        each.settings,
        each.registryPairs,
        each.cspMappings,
        each.missingTexts,
      ]),
    },
    {
      title: 'Values whose contents have several types',
      head: ['Value', 'Types (documented by)'],
      rows: contents.typesApart.map(({ key, valueName, types }) => [
        `${key} + ${valueName}`,
        Object.entries(types)
          .map(([by, all]) => `${all.join(', ')} (${by})`)
          .join('; '),
      ]),
    },
    {
      title: 'Sources',
      head: ['Source', 'Versions (date)', 'Licence', 'Settings', 'Pairs', 'Active'],
      rows: coverage.sources.map((each) => [
        each.id,
        each.versions
          .map(({ version, date }) => (date === undefined ? version : `${version} (${date})`))
          .join(', '),
        each.licence,
        each.counts.settings,
        each.counts.registryPairs,
        each.active ? 'yes' : 'no',
      ]),
    },
  ];
}

/** The rows in which two datasets differ, with both values. A row is identified by its first cell. */
export function coverageChanges(before: Coverage, after: Coverage): CoverageTable[] {
  const old = coverageTables(before);
  return coverageTables(after).flatMap(({ title, head, rows }, at) => {
    const [was, is] = [byFirstCell(old[at]?.rows ?? []), byFirstCell(rows)];
    const names = [...new Set([...is.keys(), ...was.keys()])];
    const changed = names.flatMap((name) => {
      const [left, right] = [was.get(name), is.get(name)];
      const cells = head.slice(1).map((_, index) => changeOf(left?.[index], right?.[index]));
      return JSON.stringify(left) === JSON.stringify(right) ? [] : [[name, ...cells]];
    });
    return changed.length > 0 ? [{ title, head, rows: changed }] : [];
  });
}

function byFirstCell(rows: CoverageTable['rows']): Map<string, (string | number)[]> {
  return new Map(rows.map(([name, ...cells]) => [String(name), cells]));
}

function changeOf(before: string | number = '–', after: string | number = '–'): string {
  return before === after ? String(after) : `${before} → ${after}`;
}
