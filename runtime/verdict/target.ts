/** What a `targetOs` names: one build, several releases, or nothing that can be recognised. */
import type { Build } from './builds.ts';
import type { BuildTarget } from './compare.ts';
import type { IndexedRelease, ProductLine, Releases } from './releases.ts';
import { readWords, type Said } from './words.ts';

/** Longer texts are refused at the edge; what comes here regardless is not read. */
const MAX_LENGTH = 128;

export interface ResolvedTarget extends BuildTarget {
  kind: 'build';
  /** Absent where client and server share the build, or no table has it. */
  line?: ProductLine;
  /** The releases that the text can mean; they all have this build. Empty for a build in no table. */
  releases: readonly IndexedRelease[];
}

export interface AmbiguousTarget {
  kind: 'ambiguous';
  /** `frozen`: ReleaseId 2009, which Windows shows in every release from 20H2 on. */
  why: 'label' | 'family' | 'frozen';
  candidates: readonly IndexedRelease[];
}

export interface ContradictoryTarget {
  kind: 'contradictory';
  /** `label`: the family has no such label; `build`: what was named is another build. */
  why: 'label' | 'build';
  family?: string;
  /** As it can be printed: `23H2`, `LTSC 2021`. */
  label: string;
  build?: Build;
  /** The releases of the family, or those that have the build. */
  candidates: readonly IndexedRelease[];
}

export type Target =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | AmbiguousTarget
  | ContradictoryTarget
  | ResolvedTarget;

/** Reads a target OS in any of the forms that people and tools write. Never throws. */
export function readTarget(text: string | null | undefined, releases: Releases): Target {
  if (text === null || text === undefined || text.trim() === '') return { kind: 'none' };
  if (text.length > MAX_LENGTH) return { kind: 'unreadable' };
  const said = readWords(text, releases);
  if (said === undefined) return { kind: 'unreadable' };
  return said.build === undefined ? byName(said, releases) : byBuild(said, said.build, releases);
}

/** The target that one release stands for, when a candidate is judged. */
export function releaseTarget(release: IndexedRelease): ResolvedTarget {
  return resolve(release.parsed, [release]);
}

function resolve(build: Build, fits: readonly IndexedRelease[], line = fits[0]?.line): ResolvedTarget {
  const target: ResolvedTarget = { kind: 'build', build, releases: fits };
  if (line !== undefined && fits.every((release) => release.line === line)) target.line = line;
  const revisions = fits.map((release) => release.firstRevision ?? -1);
  const first = Math.min(...revisions);
  if (fits.length > 0 && first >= 0) target.firstRevision = first;
  return target;
}

const saysLabel = (said: Said) => said.labels.size > 0 || said.ltsc || said.r2 || said.update;

function byName(said: Said, releases: Releases): Target {
  const fits = releases.all.filter((release) => matches(release, said));
  const [first] = fits;
  if (first === undefined) {
    const { family } = said;
    if (family === undefined) return { kind: 'unreadable' };
    const candidates = releases.all.filter((release) => release.family === family);
    return { kind: 'contradictory', why: 'label', family, label: printLabel(said), candidates };
  }
  if (fits.every((release) => release.parsed.order === first.parsed.order))
    return resolve(first.parsed, fits);
  const why = said.labels.has('2009') ? 'frozen' : saysLabel(said) ? 'label' : 'family';
  return { kind: 'ambiguous', why, candidates: fits };
}

function byBuild(said: Said, build: Build, releases: Releases): Target {
  const known = releases.of(build.order);
  if (said.family === undefined && !saysLabel(said)) return resolve(build, known);
  const fits = known.filter((release) => matches(release, said));
  if (fits.length > 0) return resolve(build, fits);
  if (known.length === 0 && !saysLabel(said)) {
    const line = said.family === 'Windows Server' ? 'server' : 'client';
    return resolve(build, [], line);
  }
  const contradiction: ContradictoryTarget = {
    kind: 'contradictory',
    why: 'build',
    label: printLabel(said),
    build,
    candidates: known,
  };
  if (said.family !== undefined) contradiction.family = said.family;
  return contradiction;
}

function matches(release: IndexedRelease, said: Said): boolean {
  if (said.family !== undefined && release.family !== said.family) return false;
  if (said.ltsc && release.ltsc === undefined) return false;
  // "Server 2012" is not "Server 2012 R2"; a family alone is either.
  if (said.r2 !== release.r2 && (said.r2 || said.labels.size > 0)) return false;
  for (const label of said.labels) if (!matchesLabel(release, label, said)) return false;
  return !said.update || release.update !== undefined;
}

function matchesLabel(release: IndexedRelease, label: string, said: Said): boolean {
  if (said.update && release.update === label) return true;
  if (release.words.has(label)) return true;
  // "2019" alone is also the year of an LTSC release; "Windows 10 2019" is not one of its names.
  return release.ltsc === label && (said.ltsc || said.family === undefined);
}

function printLabel(said: Said): string {
  const words = [...said.labels].map((word) => word.toUpperCase());
  if (said.ltsc) words.unshift('LTSC');
  if (said.r2) words.push('R2');
  if (said.update) words.push('Update');
  return words.join(' ');
}

/** The build as the answer shows it, and the releases behind it: `10.0.19045 (Windows 10 22H2)`. */
export function describeTarget(target: ResolvedTarget): string {
  const names = target.releases.map((release) => `${release.family} ${release.label}`);
  return names.length === 0 ? target.build.text : `${target.build.text} (${names.join(', ')})`;
}
