/** What a `targetOs` names: one build, several releases, or nothing that can be recognized. */
import { type Build, isWindows10OrLater } from './builds.ts';
import { editionWords, maskEditions, readEditions } from './editions.ts';
import type { Reason, ReleaseName, TargetName } from './reasons.ts';
import type { IndexedRelease, NamedEdition, ProductLine, Releases } from './releases.ts';
import { readWords, type TargetWords } from './words.ts';

const SERVER = 'Windows Server';

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
  /** The whole release table: what the build is compared by. */
  table: Releases;
}

/** A target whose build is not known. */
export interface OpenTarget extends Editions {
  kind: 'none' | 'unreadable' | 'ambiguous' | 'contradictory';
  reason: Reason;
  /** What it may mean; where it contradicts itself, the releases of the family, or those that have the build. */
  candidates: readonly IndexedRelease[];
}

export type Target = OpenTarget | ResolvedTarget;

const NO_TARGET: OpenTarget = { kind: 'none', reason: { code: 'noTarget' }, candidates: [] };
const UNREADABLE: OpenTarget = { kind: 'unreadable', reason: { code: 'unreadableTarget' }, candidates: [] };

/** Reads a target OS in any of the forms that people and tools write. Never throws. */
export function readTarget(text: string | null | undefined, releases: Releases): Target {
  if (text === null || text === undefined || text.trim() === '') return NO_TARGET;
  if (text.length > MAX_LENGTH) return UNREADABLE;
  const read = readEditions(editionWords(text), releases);
  const { editions } = read;
  // `Team` and `HoloLens` are words of editions alone; LTSC is the name of releases too.
  const words =
    readWords(text, releases) ??
    (editions.length > 0 ? readWords(maskEditions(text, read), releases) : undefined);
  if (words === undefined) return UNREADABLE;
  const target = findTarget({ ...words, ...choiceOf(words, text, editions) }, editions, releases);
  return target.kind === 'unreadable' || editions.length === 0 ? target : { ...target, editions };
}

function findTarget(words: ReadWords, editions: readonly NamedEdition[], releases: Releases): Target {
  const { build } = words;
  const isHoloLens = editions.length > 0 && editions.every(({ device }) => device === 'HoloLens');
  // The table has no release of HoloLens, whose labels stand for other builds than those of a PC.
  if (isHoloLens && build !== undefined && !saysLabel(words))
    return resolve(build, [], releases, lineOf(words));
  if (build !== undefined) return byBuild(words, build, releases);
  if (isHoloLens || !saysRelease(words)) {
    if (editions.length === 0) return UNREADABLE;
    const reason: Reason = { code: 'editionAlone', editions: editions.map(({ name }) => name) };
    return { kind: 'ambiguous', reason, candidates: [] };
  }
  return byName(words, releases);
}

interface ReadWords extends TargetWords {
  /** What an edition word chooses where no family is named. */
  choice?: Choice;
}

interface Choice {
  line: ProductLine;
  /** The edition, as it can be printed. */
  said: string;
}

/** Words of Windows Server editions; `Azure` alone is also that of a virtual desktop. */
const SERVER_WORDS = /\b(?:datacenter|standard|essentials|foundation|azure edition)\b/i;
/** Those that no client is called; people write “Windows 10 Standard”. */
const NO_CLIENT_WORDS = /\b(?:datacenter|azure edition)\b/i;
const CLIENT_WORDS = /\b(?:client|workstations?)\b/i;

/** Releases of Windows Server are LTSC releases as well. */
const CHANNELS: ReadonlySet<string> = new Set(['LTSC', 'LTSC Evaluation']);

function choiceOf(
  { family }: TargetWords,
  text: string,
  editions: readonly NamedEdition[],
): { choice?: Choice } {
  const ofClient = family !== undefined && family !== SERVER;
  const server = (ofClient ? NO_CLIENT_WORDS : SERVER_WORDS).exec(text)?.[0];
  if (server !== undefined) return { choice: { line: 'server', said: server } };
  // Windows Server IoT 2022 is a server.
  const ofClients = editions.filter(
    ({ name }) => !CHANNELS.has(name) && !(name === 'IoT' && family === SERVER),
  );
  const said = ofClients.map(({ name }) => name).join(', ') || CLIENT_WORDS.exec(text)?.[0];
  return said === undefined ? {} : { choice: { line: 'client', said } };
}

/** Windows Server had an edition of this name until 2008 R2. */
const isOldEnterprise = ({ parsed }: IndexedRelease, { said }: Choice) =>
  said === 'Enterprise' && !isWindows10OrLater(parsed);

function chosen(fits: readonly IndexedRelease[], { choice }: ReadWords): readonly IndexedRelease[] {
  if (choice === undefined) return fits;
  return fits.filter((release) => release.line === choice.line || isOldEnterprise(release, choice));
}

/** The target that one release stands for, when a candidate is judged. */
export function releaseTarget(
  release: IndexedRelease,
  editions: readonly NamedEdition[] | undefined,
  table: Releases,
): ResolvedTarget {
  const target = resolve(release.parsed, [release], table);
  return editions === undefined ? target : { ...target, editions };
}

function resolve(
  build: Build,
  fits: readonly IndexedRelease[],
  table: Releases,
  line = fits[0]?.line,
): ResolvedTarget {
  const target: ResolvedTarget = { kind: 'build', build, releases: fits, table };
  if (line !== undefined && fits.every((release) => release.line === line)) target.line = line;
  const revisions = fits.map((release) => release.firstRevision ?? -1);
  const first = Math.min(...revisions);
  if (fits.length > 0 && first >= 0) target.firstRevision = first;
  return target;
}

const saysLabel = (words: TargetWords) => words.labels.size > 0 || words.ltsc || words.r2 || words.update;

const saysRelease = ({ family, labels, ltsc }: TargetWords) =>
  family !== undefined || labels.size > 0 || ltsc;

const haveOneBuild = ([first, ...others]: readonly IndexedRelease[]) =>
  others.every((release) => release.parsed.order === first?.parsed.order);

function byName(words: ReadWords, releases: Releases): Target {
  const named = releases.all.filter((release) => matches(release, words));
  const [first] = named;
  if (first === undefined) {
    const { family } = words;
    if (family === undefined) return UNREADABLE;
    const candidates = releases.all.filter((release) => release.family === family);
    const labels = candidates.map(({ label }) => label);
    const reason: Reason = { code: 'noSuchLabel', family, label: printLabel(words), labels };
    return { kind: 'contradictory', reason, candidates };
  }
  const fits = chosen(named, words);
  const [chosenFirst] = fits;
  // A label of a client and of a server stays open, though they share the build: only a build number decides.
  const isOneLine = fits.every(({ line }) => line === chosenFirst?.line);
  if (chosenFirst !== undefined && haveOneBuild(fits) && isOneLine)
    return resolve(chosenFirst.parsed, fits, releases);
  if (chosenFirst === undefined && haveOneBuild(named))
    return contradictoryTarget(words, first.parsed, named);
  const candidates = chosenFirst === undefined ? named : fits;
  const names = candidates.map(({ family, label, build }) => ({ family, label, build }));
  return { kind: 'ambiguous', reason: { code: ambiguity(words), candidates: names }, candidates };
}

function byBuild(words: ReadWords, build: Build, releases: Releases): Target {
  const known = releases.of(build.order);
  const named = saysRelease(words) || saysLabel(words);
  const fits = chosen(named ? known.filter((release) => matches(release, words)) : known, words);
  if (fits.length > 0) return resolve(build, fits, releases);
  const line = lineOf(words);
  const contradicts = words.choice !== undefined && words.choice.line !== line;
  if (known.length === 0 && !saysLabel(words) && !contradicts) return resolve(build, [], releases, line);
  return contradictoryTarget(words, build, known);
}

function lineOf({ family, choice }: ReadWords): ProductLine | undefined {
  if (family === undefined) return choice?.line;
  return family === SERVER ? 'server' : 'client';
}

function ambiguity(words: TargetWords): 'ambiguousReleaseId' | 'ambiguousLabel' | 'ambiguousFamily' {
  if (words.labels.has('2009')) return 'ambiguousReleaseId';
  return saysLabel(words) ? 'ambiguousLabel' : 'ambiguousFamily';
}

/** The build is not that of what is named beside it. */
function contradictoryTarget(
  words: ReadWords,
  { text: build }: Build,
  candidates: readonly IndexedRelease[],
): OpenTarget {
  const parts = [words.family, printLabel(words), words.choice?.said];
  const named = parts.filter((part) => part !== undefined && part !== '').join(' ');
  const releases = candidates.map(nameOfRelease);
  return {
    kind: 'contradictory',
    reason: { code: 'contradictoryBuild', named, build, releases },
    candidates,
  };
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

export function targetName(target: ResolvedTarget): TargetName {
  return { build: target.build.text, releases: target.releases.map(nameOfRelease) };
}

export function nameOfRelease({ family, label }: ReleaseName): string {
  return `${family} ${label}`;
}
