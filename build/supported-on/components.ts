/**
 * `facts/windows-components.json`: the versions of other products in each release of Windows. A row needs a source of
 * the vendor; without one there is no row, and texts about the product alone stay undecided.
 */
import * as v from 'valibot';
import type { NamedBuilds, SupportedOnFloor } from '../../runtime/format/format.ts';
import { isWindows10OrLater, orderOf, parseBuild } from '../../runtime/verdict/builds.ts';
import type { ProductLine, Releases } from '../../runtime/verdict/releases.ts';
import { parseVersion, placeIn } from '../../runtime/verdict/versions.ts';
import { checked } from '../checked.ts';
import { repeated } from '../collections.ts';
import type { DefinitionReading } from './table.ts';

const ROW = v.strictObject({
  /** As in `windows-releases.json`. */
  family: v.string(),
  label: v.string(),
  product: v.string(),
  /** The lowest and the highest version that the release had. */
  from: v.string(),
  to: v.string(),
  /** `false`: only its engine is present, for other programs. */
  application: v.boolean(),
  source: v.strictObject({ title: v.string(), url: v.pipe(v.string(), v.url()) }),
});
export type ComponentRow = v.InferOutput<typeof ROW>;

const FILE = v.strictObject({ components: v.array(ROW) });

/** Throws on an invalid file. */
export function parseComponents(json: unknown): ComponentRow[] {
  return checked(FILE, json, 'windows-components.json').components;
}

/** Reports rows of unknown releases, repeated rows, and versions that cannot be read. */
export function checkComponents(rows: readonly ComponentRow[], { all }: Releases): string[] {
  const nameOf = ({ product, family, label }: ComponentRow) => `${product} in ${family} ${label}`;
  const faulty = rows.flatMap((row) => {
    const { family, label, from, to } = row;
    const isKnown = all.some((release) => release.family === family && release.label === label);
    const faults = [
      ...(isKnown ? [] : ['no such release']),
      ...([from, to].every(parseVersion) ? [] : ['a version that cannot be read']),
    ];
    return faults.map((fault) => `${nameOf(row)}: ${fault}`);
  });
  return [...faulty, ...repeated(rows.map(nameOf)).map((name) => `${name}: given twice`)];
}

/**
 * A text that names a version of a component is decided if the release contains the application from a higher version
 * on, and the text's own condition on the host allows the release: that condition alone decides what is excluded.
 */
export function withComponents(
  reading: DefinitionReading,
  rows: readonly ComponentRow[],
  releases: Releases,
): DefinitionReading {
  const [range, ...others] = reading.products?.products ?? [];
  if (rows.length === 0 || range?.from === undefined || range.to !== undefined || others.length > 0)
    return reading;
  const { floor } = reading;
  const line = (of: ProductLine): Partial<SupportedOnFloor> => {
    const host = floor[of];
    if (typeof host === 'string' || (host?.named ?? []).length > 0) return {};
    const builds = releases.all.flatMap(({ family, label, line: own, build }) => {
      const row = rows.find(
        (each) => each.family === family && each.label === label && each.product === range.product,
      );
      const isBelow = orderOf(build) < orderOf(host?.starts ?? '');
      return own === of && row?.application && !isBelow && contains(row, range.from ?? '', host)
        ? [build]
        : [];
    });
    const named = [...new Set(builds)].map((build) => ({ from: build, to: build }));
    return named.length === 0 ? {} : { [of]: { ...host, named } };
  };
  const lines = { ...line('client'), ...line('server') };
  if (Object.keys(lines).length === 0) return reading;
  return { ...reading, floor: { ...floor, ...lines, component: range.product } };
}

/** An equal version decides nothing, unless the text also demands Windows 10, which introduced it. */
function contains({ from }: ComponentRow, named: string, host: NamedBuilds | undefined): boolean {
  const [own, first] = [parseVersion(from), parseVersion(named)];
  if (own === undefined || first === undefined || placeIn(own, first, undefined) !== 'inside') return false;
  const starts = parseBuild(host?.starts ?? '');
  return placeIn(own, undefined, first) === 'above' || (starts !== undefined && isWindows10OrLater(starts));
}
