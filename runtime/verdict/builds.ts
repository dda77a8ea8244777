/** Build numbers as Windows counts them: `major.minor.build[.revision]`. */

export interface Build {
  /** Orders builds of all NT versions, without the revision. */
  order: number;
  revision?: number;
  /** Dotted, with the revision where there is one. */
  text: string;
}

/** NT version → its rank and the builds that it can have; what lies outside is a typo or a placeholder, not a build. */
const NT_VERSIONS: ReadonlyMap<string, readonly [rank: number, from: number, to: number]> = new Map([
  // Only floors of `supportedOn` texts use those before 6.0; no target of their time is in the release table.
  ['5.0', [50, 2000, 2999]],
  ['5.1', [51, 2000, 2999]],
  ['5.2', [52, 3000, 3999]],
  ['6.0', [60, 6000, 6999]],
  ['6.1', [61, 7000, 7999]],
  ['6.2', [62, 8000, 9399]],
  ['6.3', [63, 9400, 9799]],
  ['10.0', [100, 9800, 99_999]],
]);
const RANK_WIDTH = 100_000;
const SHAPE = /^(\d+\.\d)\.([1-9]\d{3,4})(?:\.(0|[1-9]\d{0,4}))?$/;

/**
 * Reads `6.1.7601`, `10.0.22631` or `10.0.22631.3007`. Undefined for anything else, for NT versions that do
 * not exist (`11.0`), and for the vendor's placeholders (`99.9.99999`).
 */
export function parseBuild(text: string): Build | undefined {
  const [, nt = '', build, revision] = SHAPE.exec(text) ?? [];
  const [rank = 0, from = 0, to = 0] = NT_VERSIONS.get(nt) ?? [];
  const number = Number(build);
  if (!(number >= from && number <= to)) return undefined;
  const order = rank * RANK_WIDTH + number;
  return { order, text, ...(revision !== undefined && { revision: Number(revision) }) };
}

/** The build as that of a target, which can have no NT version before those of the release table. */
export function targetBuild(build: Build | undefined): Build | undefined {
  if (build === undefined || build.order < 60 * RANK_WIDTH) return undefined;
  // .NET's `OSVersion` ends in `.0` whatever the revision is: zero is a place left empty.
  return build.revision === 0 ? { order: build.order, text: build.text.slice(0, -2) } : build;
}

export const isWindows10OrLater = ({ order }: Build) => order >= 100 * RANK_WIDTH;

/** Ascending; a build without a revision comes before the same build with one. */
export const compareBuilds = (a: Build, b: Build) =>
  a.order - b.order || (a.revision ?? -1) - (b.revision ?? -1);

/** NaN, which is neither below nor above, where there is no build. */
export const orderOf = (build: string): number => parseBuild(build)?.order ?? Number.NaN;
