/**
 * Product versions: numeric parts separated by dots, compared part by part, and sometimes a build after a dash
 * (`8.12.26-40` of 1Password, `6.0-27` of Collabora Office).
 */

export interface Version {
  parts: readonly number[];
  /** The number after a dash; it says something only beside another one of the same version. */
  build?: number;
}

/** Where a version lies against a range; `imprecise`: the parts that it leaves out decide. */
export type RangePlace = 'below' | 'inside' | 'above' | 'imprecise';

const SHAPE = /^\d{1,10}(?:\.\d{1,10}){0,7}(?:-\d{1,10})?$/;

/** Reads `120`, `120.0.2210.133` (one to eight parts), `8.12.26-40`. Undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  if (!SHAPE.test(text)) return undefined;
  const [dotted = '', build] = text.split('-');
  const parts = dotted.split('.').map(Number);
  return build === undefined ? { parts } : { parts, build: Number(build) };
}

/**
 * Where a version lies against a documented first and last version, both inclusive. `137` as the last version is
 * all of 137; `7` reaches `7.0`, for no 7 is below it; whether `149` reaches `149.0.2` cannot be told.
 */
export function placeIn(version: Version, from: Version | undefined, to: Version | undefined): RangePlace {
  const above = from === undefined ? 0 : distance(version, from, true);
  const beyond = to === undefined ? 0 : distance(version, to, false);
  if (above < 0) return 'below';
  if (beyond > 0) return 'above';
  return Number.isNaN(above + beyond) ? 'imprecise' : 'inside';
}

/** Negative below the bound, zero where the version is the bound, NaN where the parts that it leaves out decide. */
function distance({ parts, build }: Version, bound: Version, isFirst: boolean): number {
  const at = bound.parts.findIndex((part, index) => part !== parts[index]);
  if (at >= 0) {
    const isLowest = bound.build === undefined && bound.parts.slice(at).every((part) => part === 0);
    return (parts[at] ?? (isFirst && isLowest ? 0 : Number.NaN)) - (bound.parts[at] ?? 0);
  }
  // 137.0.3-5 is a 137: a build behind further parts does not matter.
  const isLonger = parts.length > bound.parts.length;
  if (bound.build === undefined) return build === undefined || isLonger ? 0 : Number.NaN;
  // `6.0.10.27` may be `6.0-27`: a build compares only in the same form.
  return isLonger || build === undefined ? Number.NaN : build - bound.build;
}
