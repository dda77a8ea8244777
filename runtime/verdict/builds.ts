/** Build numbers as Windows counts them: `major.minor.build[.revision]`. */

export interface Build {
  /** Orders builds of all NT versions, without the revision. */
  order: number;
  revision?: number;
  /** Dotted, with the revision where there is one. */
  text: string;
}

/** NT version → the builds that it can have; what lies outside is a typo or a placeholder, not a build. */
const NT_VERSIONS = new Map([
  // Only floors of `supportedOn` texts use those before 6.0; no target of their time is in the release table.
  ['5.0', { rank: 50, from: 2000, to: 2999 }],
  ['5.1', { rank: 51, from: 2000, to: 2999 }],
  ['5.2', { rank: 52, from: 3000, to: 3999 }],
  ['6.0', { rank: 60, from: 6000, to: 6999 }],
  ['6.1', { rank: 61, from: 7000, to: 7999 }],
  ['6.2', { rank: 62, from: 8000, to: 9399 }],
  ['6.3', { rank: 63, from: 9400, to: 9799 }],
  ['10.0', { rank: 100, from: 9800, to: 99_999 }],
]);

const RANK_WIDTH = 100_000;

/** The value of a decimal of 1–5 digits without leading zeros, else undefined. */
function smallDecimal(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads `6.1.7601`, `10.0.22631` or `10.0.22631.3007`. Undefined for anything else, for NT versions that do
 * not exist (`11.0`), and for the vendor's placeholders (`99.9.99999`).
 */
export function parseBuild(text: string): Build | undefined {
  const parts = text.split('.');
  if (parts.length < 3 || parts.length > 4) return undefined;
  const [major = '', minor = '', build = '', revision] = parts;
  const nt = `${major}.${minor}`;
  return makeBuild(nt, build, revision);
}

/** As {@link parseBuild}, from its parts; `nt` is `major.minor`. */
export function makeBuild(nt: string, build: string, revision?: string): Build | undefined {
  const version = NT_VERSIONS.get(nt);
  const number = smallDecimal(build);
  if (version === undefined || number === undefined) return undefined;
  if (number < version.from || number > version.to) return undefined;
  const order = version.rank * RANK_WIDTH + number;
  if (revision === undefined) return { order, text: `${nt}.${build}` };
  const value = smallDecimal(revision);
  if (value === undefined) return undefined;
  return { order, revision: value, text: `${nt}.${build}.${revision}` };
}

/** Whether a target can have this NT version: the release table starts with Windows Vista. */
export function isTargetVersion(build: Build): boolean {
  return build.order >= 60 * RANK_WIDTH;
}

export function isWindows10OrLater(build: Build): boolean {
  return build.order >= 100 * RANK_WIDTH;
}

/** Ascending; a build without a revision comes before the same build with one. */
export function compareBuilds(a: Build, b: Build): number {
  return a.order - b.order || (a.revision ?? -1) - (b.revision ?? -1);
}

/** The build without its revision. */
export function baseText(build: Build): string {
  return build.revision === undefined ? build.text : build.text.slice(0, build.text.lastIndexOf('.'));
}
