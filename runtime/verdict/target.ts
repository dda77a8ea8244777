/** What a `targetOs` names: one build, several releases, or nothing that can be recognised. */
import type { Build } from './builds.ts';
import type { ReleaseName, TargetName } from './reasons.ts';
import type { IndexedRelease, ProductLine, Releases } from './releases.ts';
import { readWords, type TargetWords } from './words.ts';

/** Longer texts are refused at the edge; what comes here regardless is not read. */
const MAX_LENGTH = 128;

export interface ResolvedTarget {
  kind: 'build';
  build: Build;
  /** Lowest revision that its release ever had; stands in for a revision that was not given. */
  firstRevision?: number;
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
  const words = readWords(text, releases);
  if (words === undefined) return { kind: 'unreadable' };
  return words.build === undefined ? byName(words, releases) : byBuild(words, words.build, releases);
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

const saysLabel = (words: TargetWords) => words.labels.size > 0 || words.ltsc || words.r2 || words.update;

function byName(words: TargetWords, releases: Releases): Target {
  const fits = releases.all.filter((release) => matches(release, words));
  const [first] = fits;
  if (first === undefined) {
    const { family } = words;
    if (family === undefined) return { kind: 'unreadable' };
    const candidates = releases.all.filter((release) => release.family === family);
    return { kind: 'contradictory', why: 'label', family, label: printLabel(words), candidates };
  }
  if (fits.every((release) => release.parsed.order === first.parsed.order))
    return resolve(first.parsed, fits);
  const why = words.labels.has('2009') ? 'frozen' : saysLabel(words) ? 'label' : 'family';
  return { kind: 'ambiguous', why, candidates: fits };
}

function byBuild(words: TargetWords, build: Build, releases: Releases): Target {
  const known = releases.of(build.order);
  if (words.family === undefined && !saysLabel(words)) return resolve(build, known);
  const fits = known.filter((release) => matches(release, words));
  if (fits.length > 0) return resolve(build, fits);
  if (known.length === 0 && !saysLabel(words)) {
    const line = words.family === 'Windows Server' ? 'server' : 'client';
    return resolve(build, [], line);
  }
  const contradiction: ContradictoryTarget = {
    kind: 'contradictory',
    why: 'build',
    label: printLabel(words),
    build,
    candidates: known,
  };
  if (words.family !== undefined) contradiction.family = words.family;
  return contradiction;
}

function matches(release: IndexedRelease, words: TargetWords): boolean {
  if (words.family !== undefined && release.family !== words.family) return false;
  if (words.ltsc && release.ltsc === undefined) return false;
  // "Server 2012" is not "Server 2012 R2"; a family alone is either.
  if (words.r2 !== release.r2 && (words.r2 || words.labels.size > 0)) return false;
  for (const label of words.labels) if (!matchesLabel(release, label, words)) return false;
  return !words.update || release.update !== undefined;
}

function matchesLabel(release: IndexedRelease, label: string, words: TargetWords): boolean {
  if (words.update && release.update === label) return true;
  if (release.words.has(label)) return true;
  // "2019" alone is also the year of an LTSC release; "Windows 10 2019" is not one of its names.
  return release.ltsc === label && (words.ltsc || words.family === undefined);
}

function printLabel(words: TargetWords): string {
  const parts = [...words.labels].map((label) => label.toUpperCase());
  if (words.ltsc) parts.unshift('LTSC');
  if (words.r2) parts.push('R2');
  if (words.update) parts.push('Update');
  return parts.join(' ');
}

export function nameOf(target: ResolvedTarget): TargetName {
  return { build: target.build.text, releases: target.releases.map(nameOfRelease) };
}

export function nameOfRelease({ family, label }: ReleaseName): string {
  return `${family} ${label}`;
}
