/** The index of the Windows releases that the verdict knows. */
import type { EditionName, Release, ReleaseTable } from '../format/release-table.ts';
import { type Build, parseBuild } from './builds.ts';

export type ProductLine = Release['line'];

/** A release with its names taken apart, as {@link readTarget} compares them. */
export interface IndexedRelease extends Release {
  parsed: Build;
  /** {@link Build.order} of its branch. */
  branchOrder: number;
  /** Lower-case words of the label and the aliases. */
  words: ReadonlySet<string>;
  r2: boolean;
  /** The year of its LTSC/LTSB name. */
  ltsc?: string;
  /** The year of its “<year> Update” name. */
  update?: string;
}

export interface Releases {
  readonly all: readonly IndexedRelease[];
  /** Every word that is part of some label. */
  readonly words: ReadonlySet<string>;
  /** Names of editions by each of their words, so that a text is compared only with those that it may hold. */
  readonly editionsWith: ReadonlyMap<string, readonly EditionName[]>;
  readonly editionSynonyms: ReadonlyMap<string, string>;
  /** All releases of a build (client and server may share one). */
  of(order: number): readonly IndexedRelease[];
  /** {@link Build.order} of the build whose updates this one shares; itself where the table has none. */
  branch(order: number): number;
  /** The day on which the build was first released. */
  released(order: number): string | undefined;
}

function indexRelease(release: Release): IndexedRelease {
  const name = `${release.family} ${release.label}`;
  const parsed = parseBuild(release.build);
  const branch = parseBuild(release.branch);
  if (parsed === undefined || parsed.revision !== undefined)
    throw new Error(`Release table: "${release.build}" of ${name} is not a build; write it as 10.0.22631`);
  if (branch === undefined) throw new Error(`Release table: "${release.branch}" is not a branch build`);
  const words = new Set<string>();
  const indexed: IndexedRelease = { ...release, parsed, branchOrder: branch.order, words, r2: false };
  for (const each of [release.label, ...(release.aliases ?? [])]) {
    const parts = each.toLowerCase().split(' ');
    const [first = '', second = ''] = parts;
    if (first === 'ltsc' || first === 'ltsb') indexed.ltsc = second;
    else if (second === 'update') indexed.update = first;
    else for (const part of parts) words.add(part);
  }
  indexed.r2 = words.delete('r2');
  return indexed;
}

/** Indexes a release table once; throws on a row whose build or branch cannot be read. */
export function createReleases(
  table: Pick<ReleaseTable, 'releases' | 'editionNames' | 'editionSynonyms'>,
): Releases {
  const all = table.releases.map(indexRelease);
  const byOrder = grouped(all, ({ parsed }) => [parsed.order]);
  const of = (order: number) => byOrder.get(order) ?? [];
  const firstDays = new Map(
    [...byOrder].map(([order, those]) => [order, those.flatMap(({ released }) => released ?? []).sort()[0]]),
  );
  return {
    all,
    editionsWith: grouped(table.editionNames, ({ words }) => words),
    editionSynonyms: new Map(Object.entries(table.editionSynonyms)),
    words: new Set(all.flatMap(({ words }) => [...words])),
    of,
    branch: (order) => of(order)[0]?.branchOrder ?? order,
    released: (order) => firstDays.get(order),
  };
}

function grouped<K, V>(values: readonly V[], keysOf: (value: V) => readonly K[]): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    for (const key of keysOf(value)) groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
