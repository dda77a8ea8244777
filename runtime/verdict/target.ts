/** Reads a `targetOs`: it names one build, several releases, or nothing that can be recognized. */

import type { NamedEdition } from '../format/format.ts';
import { type Build, isWindows10OrLater, parseBuild, targetBuild } from './builds.ts';
import { editionWords, maskEditions, readEditions } from './editions.ts';
import type { Reason, ReleaseName, TargetName } from './reasons.ts';
import type { IndexedRelease, ProductLine, Releases } from './releases.ts';
import { readWords, type TargetWords } from './words.ts';

const SERVER = 'Windows Server';

/** Longer texts are refused at the edge; what comes here regardless is not read. */
const MAX_LENGTH = 128;

/** The editions of Windows that the text names; several are several targets. Absent: none. */
type Editions = { editions?: readonly NamedEdition[] };

export interface ResolvedTarget extends Editions {
  kind: 'build';
  build: Build;
  /** The name that sentences use. */
  name: TargetName;
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
  /** Releases that it may mean; if it contradicts itself, the releases of the family, or those that have the build. */
  candidates: readonly IndexedRelease[];
}

export type Target = OpenTarget | ResolvedTarget;

const UNREADABLE: OpenTarget = { kind: 'unreadable', reason: { code: 'unreadableTarget' }, candidates: [] };

/** Reads a target OS in any of the forms that people and tools write. Never throws. */
export function readTarget(text: string | null | undefined, table: Releases): Target {
  if (!text?.trim()) return { kind: 'none', reason: { code: 'noTarget' }, candidates: [] };
  if (text.length > MAX_LENGTH) return UNREADABLE;
  // A build alone needs no reading of words, which took a fifth of the time of an answer.
  const plain = targetBuild(parseBuild(text));
  if (plain !== undefined) return resolve(plain, table.of(plain.order), table);
  const { editions, rest } = readEditions(editionWords(text), table);
  const masked = maskEditions(text, rest);
  const words = readWords(masked, table);
  if (words === undefined) return UNREADABLE;
  const target = findTarget({ ...words, choice: choiceOf(words, text, editions) }, editions, table);
  // An installation of a server; of a client Windows itself calls Home so (EditionID).
  if (target.kind === 'build' && target.line !== 'server' && /\bcore\b/i.test(masked)) return UNREADABLE;
  return target.kind === 'unreadable' || editions.length === 0 ? target : { ...target, editions };
}

function findTarget(words: ReadWords, editions: readonly NamedEdition[], table: Releases): Target {
  const { build } = words;
  // The table has no release of HoloLens, whose labels stand for other builds than those of a PC.
  const isHoloLens = editions.length > 0 && editions.every(({ device }) => device === 'HoloLens');
  if (isHoloLens && build !== undefined && !saysLabel(words)) return resolve(build, [], table, lineOf(words));
  if (build !== undefined) return byBuild(words, build, table);
  const saysRelease = words.family !== undefined || words.labels.size > 0 || words.ltsc;
  if (!isHoloLens && saysRelease) return byName(words, table);
  if (editions.length === 0) return UNREADABLE;
  const reason: Reason = { code: 'editionAlone', editions: editions.map(({ name }) => name) };
  return { kind: 'ambiguous', reason, candidates: [] };
}

interface ReadWords extends TargetWords {
  /** The product line that an edition word chooses if no family is named; `said`: the edition, as it can be printed. */
  choice?: { line: ProductLine; said: string } | undefined;
}

/** Words of Windows Server editions; `Azure` alone is also that of a virtual desktop. */
const SERVER_WORDS = /\b(?:datacenter|standard|essentials|foundation|azure edition)\b/i;
/** Edition words of servers alone. “Standard” is not one: people write “Windows 10 Standard”. */
const NO_CLIENT_WORDS = /\b(?:datacenter|azure edition)\b/i;
const CLIENT_WORDS = /\b(?:client|workstations?)\b/i;
/** Releases of Windows Server are LTSC releases as well. */
const CHANNELS: ReadonlySet<string> = new Set(['LTSC', 'LTSC Evaluation']);

function choiceOf(words: TargetWords, text: string, editions: readonly NamedEdition[]): ReadWords['choice'] {
  const line = lineOf(words);
  const server = (line === 'client' ? NO_CLIENT_WORDS : SERVER_WORDS).exec(text)?.[0];
  if (server !== undefined) return { line: 'server', said: server };
  const names = editions.map(({ name }) => name).filter((name) => !CHANNELS.has(name));
  // Windows Server IoT 2022 is a server.
  const ofClients = names.filter((name) => line !== 'server' || name !== 'IoT');
  const said = ofClients.join(', ') || CLIENT_WORDS.exec(text)?.[0];
  return said === undefined ? undefined : { line: 'client', said };
}

function chosen(fits: readonly IndexedRelease[], { choice }: ReadWords): readonly IndexedRelease[] {
  if (choice === undefined) return fits;
  // Windows Server had an edition of this name until 2008 R2.
  const isEnterprise = choice.said === 'Enterprise';
  return fits.filter(
    ({ line, parsed }) => line === choice.line || (isEnterprise && !isWindows10OrLater(parsed)),
  );
}

/** The target of a build that all of these releases have. */
export function resolve(
  build: Build,
  fits: readonly IndexedRelease[],
  table: Releases,
  line = fits[0]?.line,
): ResolvedTarget {
  const name = { build: build.text, releases: fits.map(nameOfRelease) };
  const target: ResolvedTarget = { kind: 'build', build, name, releases: fits, table };
  if (line !== undefined && fits.every((release) => release.line === line)) target.line = line;
  const first = Math.min(...fits.map(({ firstRevision = -1 }) => firstRevision));
  if (fits.length > 0 && first >= 0) target.firstRevision = first;
  return target;
}

const saysLabel = ({ labels, ltsc, r2, update }: TargetWords) => labels.size > 0 || ltsc || r2 || update;

function byName(words: ReadWords, table: Releases): Target {
  const named = table.all.filter(matching(words));
  const fits = chosen(named, words);
  const candidates = fits.length > 0 ? fits : named;
  const [first] = candidates;
  if (first === undefined) return noSuchLabel(words, table);
  const isOneBuild = candidates.every(({ build }) => build === first.build);
  if (isOneBuild && fits.length === 0) return contradictoryBuild(words, first.parsed, named);
  // A label of a client and of a server stays open, though they share the build: only a build number decides.
  const isOneLine = candidates.every(({ line }) => line === first.line);
  if (isOneBuild && isOneLine) return resolve(first.parsed, fits, table);
  const names = candidates.map(({ family, label, build }) => ({ family, label, build }));
  const code = saysLabel(words) ? 'ambiguousLabel' : 'ambiguousFamily';
  return { kind: 'ambiguous', reason: { code, candidates: names }, candidates };
}

function byBuild(words: ReadWords, build: Build, table: Releases): Target {
  const known = table.of(build.order);
  const fits = chosen(known.filter(matching(words)), words);
  if (fits.length > 0) return resolve(build, fits, table);
  const line = lineOf(words);
  const contradicts = words.choice !== undefined && words.choice.line !== line;
  if (known.length === 0 && !saysLabel(words) && !contradicts) return resolve(build, [], table, line);
  return contradictoryBuild(words, build, known);
}

function lineOf({ family, choice }: ReadWords): ProductLine | undefined {
  if (family === undefined) return choice?.line;
  return family === SERVER ? 'server' : 'client';
}

function noSuchLabel({ family, ...words }: TargetWords, table: Releases): OpenTarget {
  if (family === undefined) return UNREADABLE;
  const candidates = table.all.filter((release) => release.family === family);
  const labels = candidates.map(({ label }) => label);
  const reason: Reason = { code: 'noSuchLabel', family, label: printLabel(words), labels };
  return { kind: 'contradictory', reason, candidates };
}

/** The build is not that of what is named beside it. */
function contradictoryBuild(
  words: ReadWords,
  { text: build }: Build,
  candidates: readonly IndexedRelease[],
): OpenTarget {
  const named = [words.family, printLabel(words), words.choice?.said].filter(Boolean).join(' ');
  const releases = candidates.map(nameOfRelease);
  const reason: Reason = { code: 'contradictoryBuild', named, build, releases };
  return { kind: 'contradictory', reason, candidates };
}

const matching = (words: ReadWords) => (release: IndexedRelease) => {
  if (words.family !== undefined && release.family !== words.family) return false;
  if (words.ltsc && release.ltsc === undefined) return false;
  if (words.update && release.update === undefined) return false;
  // "Server 2012" is not "Server 2012 R2"; a family alone is either.
  if (words.r2 !== release.r2 && (words.r2 || words.labels.size > 0)) return false;
  // "2019" alone is also the year of an LTSC release; "Windows 10 2019" and "2019 Pro" are no names of it.
  const mayBeYear = words.ltsc || (words.family === undefined && words.choice === undefined);
  return [...words.labels].every(
    (label) =>
      release.words.has(label) ||
      (words.update && release.update === label) ||
      (mayBeYear && release.ltsc === label),
  );
};

function printLabel({ labels, ltsc, r2, update }: TargetWords): string {
  const parts = [...labels].map((label) => label.toUpperCase());
  return [ltsc && 'LTSC', ...parts, r2 && 'R2', update && 'Update'].filter(Boolean).join(' ');
}

export const nameOfRelease = ({ family, label }: ReleaseName) => `${family} ${label}`;
