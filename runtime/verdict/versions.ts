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

const MAX_PARTS = 8;
const SHAPE = /^\d{1,10}(?:\.\d{1,10}){0,7}(?:-\d{1,10})?$/;
/** Longer than any version of the shape. */
const MAX_LENGTH = MAX_PARTS * 11 + 11;

/** Reads `120`, `120.0.2210.133` (one to eight parts), `8.12.26-40`. Undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_LENGTH || !SHAPE.test(text)) return undefined;
  const [dotted = '', build] = text.split('-');
  const parts = dotted.split('.').map(Number);
  return build === undefined ? { parts } : { parts, build: Number(build) };
}

/**
 * Where a version lies against a documented first and last version, both inclusive. `137` as the last version is
 * all of 137; `7` reaches `7.0`, for no 7 is below it; whether `149` reaches `149.0.2` cannot be told.
 */
export function placeIn(version: Version, from: Version | undefined, to: Version | undefined): RangePlace {
  const lower = from === undefined ? 'inside' : against(version, from, true);
  if (lower === 'below') return lower;
  const upper = to === undefined ? 'inside' : against(version, to, false);
  if (upper === 'above' || upper === 'imprecise') return upper;
  return lower === 'imprecise' ? lower : 'inside';
}

/** `inside`: it is the bound. */
function against(version: Version, bound: Version, isFirst: boolean): RangePlace {
  for (const [index, part] of bound.parts.entries()) {
    const own = version.parts[index];
    if (own === undefined) return isFirst && isLowest(bound, index) ? 'inside' : 'imprecise';
    if (own !== part) return own < part ? 'below' : 'above';
  }
  return againstBuild(version, bound);
}

/** Whether nothing that continues the version's first parts is below it. */
function isLowest(version: Version, from: number): boolean {
  return version.build === undefined && version.parts.slice(from).every((part) => part === 0);
}

/** All parts of the bound are equal. `6.0.10.27` may be `6.0-27`: a build compares only in the same form. */
function againstBuild(version: Version, bound: Version): RangePlace {
  if (version.build === undefined && bound.build === undefined) return 'inside';
  // 137.0.3-5 is a 137: a build behind further parts does not matter.
  if (bound.build === undefined) return version.parts.length > bound.parts.length ? 'inside' : 'imprecise';
  if (version.build === undefined || version.parts.length !== bound.parts.length) return 'imprecise';
  if (version.build === bound.build) return 'inside';
  return version.build < bound.build ? 'below' : 'above';
}
