/** The verdict on one setting for one target OS, by the vendor's documented minimums alone. */
import { parseBuild } from './builds.ts';
import { compare } from './compare.ts';
import { byMinimum, bySupportedOn } from './findings.ts';
import { parseMinOs } from './minimum.ts';
import type { Note, Reason } from './reasons.ts';
import type { IndexedRelease, Releases } from './releases.ts';
import {
  type AmbiguousTarget,
  type ContradictoryTarget,
  nameOf,
  nameOfRelease,
  type ResolvedTarget,
  releaseTarget,
  type Target,
} from './target.ts';
import type { Candidate, Facts, Finding, Judgement } from './types.ts';

/** Never throws. */
export function judge(facts: Facts, target: Target, releases: Releases): Judgement {
  switch (target.kind) {
    case 'none':
      return withoutBuild(facts, { code: 'noTarget' });
    case 'unreadable':
      return withoutBuild(facts, { code: 'unreadableTarget' });
    case 'ambiguous':
      return judgeCandidates(facts, ambiguity(target), target.candidates, releases);
    case 'contradictory':
      return judgeCandidates(facts, contradiction(target), target.candidates, releases);
    case 'build':
      return judgeBuild(facts, target, releases);
  }
}

function withoutBuild(facts: Facts, reason: Reason): Judgement {
  const notes: Note[] = facts.csp?.deprecatedFrom === true ? [{ code: 'deprecatedUndated' }] : [];
  return { verdict: 'unknown', reason, notes };
}

function judgeCandidates(
  facts: Facts,
  reason: Reason,
  fitting: readonly IndexedRelease[],
  releases: Releases,
): Judgement {
  const judgement = withoutBuild(facts, reason);
  const candidates = fitting.map((release) => judgeRelease(facts, release, releases));
  if (candidates.length > 0) judgement.candidates = candidates;
  return judgement;
}

function judgeRelease(facts: Facts, release: IndexedRelease, releases: Releases): Candidate {
  const { family, label, build } = release;
  const { verdict } = decidingFinding(facts, releaseTarget(release), releases);
  return { family, label, build, verdict };
}

/** By the MDM node's minimum where there is one, else by that of the registry policy. */
function decidingFinding(facts: Facts, target: ResolvedTarget, releases: Releases): Finding {
  const minOs = facts.csp?.minOs;
  return minOs === undefined
    ? bySupportedOn(facts, target, releases)
    : byMinimum(parseMinOs(minOs), minOs, target, releases);
}

function judgeBuild(facts: Facts, target: ResolvedTarget, releases: Releases): Judgement {
  const finding = decidingFinding(facts, target, releases);
  const notes = deprecation(facts, target, releases);
  const judgement: Judgement = { ...finding, target: nameOf(target), notes };
  const { supportedOn } = facts;
  const minOs = facts.csp?.minOs;
  if (minOs !== undefined) {
    judgement.basis = 'csp';
    const registry = bySupportedOn(facts, target, releases);
    judgement.registry = supportedOn === undefined ? registry : { ...registry, supportedOn };
    if (registry.verdict !== finding.verdict) {
      notes.push({ code: 'verdictsDiffer', mdm: finding.verdict, registry: registry.verdict });
    }
    notes.push(...unreadableAlternatives(minOs));
  } else if (supportedOn !== undefined) {
    judgement.basis = 'supportedOn';
    const { reason } = finding;
    if (reason.code === 'bothLines' && !reason.agree && target.releases.length > 0) {
      judgement.candidates = target.releases.map((release) => judgeRelease(facts, release, releases));
    }
  }
  return judgement;
}

function unreadableAlternatives(minOs: string): Note[] {
  const { builds, unreadable } = parseMinOs(minOs);
  return builds.length > 0 && unreadable.length > 0
    ? [{ code: 'unreadableAlternatives', alternatives: unreadable }]
    : [];
}

/** A deprecated node keeps its verdict. */
function deprecation(facts: Facts, target: ResolvedTarget, releases: Releases): Note[] {
  const since = facts.csp?.deprecatedFrom;
  if (since === undefined) return [];
  const build = since === true ? undefined : parseBuild(since);
  if (since === true || build === undefined) return [{ code: 'deprecatedUndated' }];
  const { verdict } = compare(target, [build], releases);
  if (verdict === 'unsupported') return [];
  return [{ code: verdict === 'supported' ? 'deprecated' : 'maybeDeprecated', since }];
}

const AMBIGUITY_CODES = {
  label: 'ambiguousLabel',
  family: 'ambiguousFamily',
  frozen: 'ambiguousReleaseId',
} as const;

function ambiguity({ why, candidates }: AmbiguousTarget): Reason {
  const names = candidates.map(({ family, label, build }) => ({ family, label, build }));
  return { code: AMBIGUITY_CODES[why], candidates: names };
}

function contradiction({ family = '', label, build, candidates }: ContradictoryTarget): Reason {
  if (build === undefined) {
    return { code: 'noSuchLabel', family, label, labels: candidates.map((release) => release.label) };
  }
  const named = [family, label].filter((part) => part !== '').join(' ');
  return { code: 'contradictoryBuild', named, build: build.text, releases: candidates.map(nameOfRelease) };
}
