/** The Windows releases that the verdict knows: `releases.json` of the dataset, and its index. */
import { type Build, parseBuild } from './builds.ts';

export type ProductLine = 'client' | 'server';

export interface Release {
  /** `Windows 10`, `Windows Server`, … */
  family: string;
  line: ProductLine;
  /** `22H2`, `2022`, `2008 R2 SP1`, … */
  label: string;
  /** Further names; the same name on several releases is ambiguous on purpose (`2009`). */
  aliases?: string[];
  /** Dotted, without a revision. */
  build: string;
  /** The lowest revision that was ever generally available. */
  firstRevision?: number;
  /** The build whose cumulative updates (and so revisions) this one shares. */
  branch: string;
  /** YYYY-MM-DD; absent where no source dates it. */
  released?: string;
}

/** An edition that a text names. */
export interface NamedEdition {
  /** The name that answers print: `Pro`, `LTSC`. */
  name: string;
  /** The product types of GetProductInfo that it may be, by code, with their names; several where no text tells which. */
  codes: Record<string, string>;
  /** The device that it runs on, if that is not a PC: no supported-on text is about it. */
  device?: string;
}

export interface EditionName extends NamedEdition {
  /** Words that people write for it, lower case, in any order. */
  words: string[];
}

export interface ReleaseTable {
  sources: { gives: string; title: string; version?: string; url?: string }[];
  releases: Release[];
  /** Where several have the same words closely together, the first one counts. */
  editionNames: EditionName[];
  /** Other spellings of their words. */
  editionSynonyms: Record<string, string>;
  /** Templates of product lines whose versions document different contents; oldest first. */
  templates?: Template[];
}

/** A version of a vendor's templates, and what it is for. */
export interface Template {
  line: string;
  source: string;
  sourceVersion: string;
  title: string;
  /** For templates of Windows: the family and the build of the release. */
  family?: string;
  build?: string;
  /** The product whose version `sourceVersion` is. */
  product?: string;
}

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
export function createReleases(table: Omit<ReleaseTable, 'sources' | 'templates'>): Releases {
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
