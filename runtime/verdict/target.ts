/** What a `targetOs` names: one build, several releases, or nothing that can be recognised. */
import type { Build } from './builds.ts';
import { editionWords, type NamedEdition, readEditions } from './editions.ts';
import type { ReleaseName, TargetName } from './reasons.ts';
import type { IndexedRelease, ProductLine, Releases } from './releases.ts';
import { readWords, type TargetWords } from './words.ts';

/** Longer texts are refused at the edge; what comes here regardless is not read. */
const MAX_LENGTH = 128;

interface Editions {
  /** The editions of Windows that the text names; several are several targets. Absent: none. */
  editions?: readonly NamedEdition[];
}

export interface ResolvedTarget extends Editions {
  kind: 'build';
  build: Build;
  /** Lowest revision that its release ever had; stands in for a revision that was not given. */
  firstRevision?: number;
  /** Absent where client and server share the build, or no table has it. */
  line?: ProductLine;
  /** The releases that the text can mean; they all have this build. Empty for a build in no table. */
  releases: readonly IndexedRelease[];
}

export interface AmbiguousTarget extends Editions {
  kind: 'ambiguous';
  /** `frozen`: ReleaseId 2009, which Windows shows in every release from 20H2 on. */
  why: 'label' | 'family' | 'frozen';
  candidates: readonly IndexedRelease[];
}

export interface ContradictoryTarget extends Editions {
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
  const { editions, rest } = readEditions(editionWords(text));
  // `Team` and `HoloLens` are words of editions alone; LTSC is the name of releases too.
  const words = readWords(text, releases) ?? readWords(rest.join(' '), releases);
  if (words === undefined) return { kind: 'unreadable' };
  const line = words.family === undefined ? lineOf(text, editions) : undefined;
  const asked: Named = line === undefined ? words : { ...words, line };
  const target = words.build === undefined ? byName(asked, releases) : byBuild(asked, words.build, releases);
  const named = target.kind === 'build' || target.kind === 'ambiguous' || target.kind === 'contradictory';
  return named && editions.length > 0 ? { ...target, editions } : target;
}

interface Named extends TargetWords {
  /** What an edition word says where no family is named. */
  line?: ProductLine;
}

/** Words of Windows Server editions; `Azure` alone is also that of a virtual desktop. */
const SERVER_WORDS = /\b(?:datacenter|standard|essentials|foundation|azure edition)\b/i;

function lineOf(text: string, editions: readonly NamedEdition[]): ProductLine | undefined {
  if (SERVER_WORDS.test(text)) return 'server';
  return editions.length > 0 ? 'client' : undefined;
}

/** The target that one release stands for, when a candidate is judged. */
export function releaseTarget(
  release: IndexedRelease,
  editions: readonly NamedEdition[] | undefined,
): ResolvedTarget {
  const target = resolve(release.parsed, [release]);
  return editions === undefined ? target : { ...target, editions };
}

/** The target as it is where it is known to be of one product line. */
export function onLine(target: ResolvedTarget, line: ProductLine): ResolvedTarget {
  const releases = target.releases.filter((release) => release.line === line);
  return { ...resolve(target.build, releases, line), ...(target.editions && { editions: target.editions }) };
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

function byName(words: Named, releases: Releases): Target {
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

function byBuild(words: Named, build: Build, releases: Releases): Target {
  const known = releases.of(build.order);
  if (words.family === undefined && !saysLabel(words)) {
    const fits = words.line === undefined ? known : known.filter(({ line }) => line === words.line);
    if (fits.length > 0 || known.length === 0) return resolve(build, fits, fits[0]?.line ?? words.line);
  }
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

function matches(release: IndexedRelease, words: Named): boolean {
  if (words.line !== undefined && release.line !== words.line) return false;
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
