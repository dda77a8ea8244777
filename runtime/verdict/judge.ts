/** The verdict of one setting for one target OS. */

import type { Judged } from '../answer/match.ts';
import type { Candidate, Compatibility, RegistryVerdict } from '../answer/types.ts';
import { type Messages, messagesFor } from '../messages/verdict.ts';
import { parseBuild } from './builds.ts';
import { compare } from './compare.ts';
import { byMinimum, bySupportedOn, type Finding } from './findings.ts';
import { minimumOf } from './minimum.ts';
import type { IndexedRelease, Releases } from './releases.ts';
import {
  type AmbiguousTarget,
  type ContradictoryTarget,
  type ResolvedTarget,
  releaseTarget,
  type Target,
} from './target.ts';

export type { Judged };

export interface Judgement {
  compatibility: Compatibility;
  /** Facts beside the verdict: deprecation, minimums that cannot be read, MDM and registry differing. */
  warnings: string[];
}

/** A warning that names the setting. */
type Note = (slug: string) => string;

/** A {@link Judgement} of whatever setting has these minimums. */
export interface Opinion {
  compatibility: Compatibility;
  notes: Note[];
}

/** Judges a setting by the vendor's documented minimums alone; `lang` only chooses the sentences. */
export function judge(
  match: Judged & { slug: string },
  target: Target,
  releases: Releases,
  lang: string,
): Judgement {
  const { compatibility, notes } = opinionOn(match, target, releases, lang);
  return { compatibility, warnings: notes.map((note) => note(match.slug)) };
}

/** The part of {@link judge} that is the same for all settings with the same minimums. */
export function opinionOn(match: Judged, target: Target, releases: Releases, lang: string): Opinion {
  const texts = messagesFor(lang);
  switch (target.kind) {
    case 'none':
      return open(match, texts, texts.noTarget);
    case 'unreadable':
      return open(match, texts, texts.unreadable);
    case 'ambiguous':
      return judgeCandidates(match, target, ambiguity(target, texts), releases, texts);
    case 'contradictory':
      return judgeCandidates(match, target, contradiction(target, texts), releases, texts);
    case 'build':
      return judgeBuild(match, target, releases, texts);
  }
}

function open(match: Judged, texts: Messages, reason: string): Opinion {
  const notes: Note[] = match.csp?.deprecatedFrom === true ? [texts.deprecatedUndated] : [];
  return { compatibility: { verdict: 'unknown', reason }, notes };
}

function judgeCandidates(
  match: Judged,
  target: AmbiguousTarget | ContradictoryTarget,
  reason: string,
  releases: Releases,
  texts: Messages,
): Opinion {
  const opinion = open(match, texts, reason);
  const candidates = target.candidates.map((release) => candidate(match, release, releases, texts));
  if (candidates.length > 0) opinion.compatibility.candidates = candidates;
  return opinion;
}

function candidate(match: Judged, release: IndexedRelease, releases: Releases, texts: Messages): Candidate {
  const { family, label, build } = release;
  return { family, label, build, verdict: deciding(match, releaseTarget(release), releases, texts).verdict };
}

/** The MDM node's minimum where there is one, else the registry policy's. */
function deciding(match: Judged, target: ResolvedTarget, releases: Releases, texts: Messages): Finding {
  const minOs = match.csp?.minOs;
  return minOs === undefined
    ? bySupportedOn(match, target, releases, texts)
    : byMinimum(minimumOf(minOs), minOs, target, releases, texts);
}

function judgeBuild(match: Judged, target: ResolvedTarget, releases: Releases, texts: Messages): Opinion {
  const finding = deciding(match, target, releases, texts);
  const compatibility: Compatibility = {
    verdict: finding.verdict,
    reason: finding.reason,
    targetBuild: target.build.text,
  };
  if (finding.required !== undefined) compatibility.requiredBuild = finding.required;
  if (finding.alternatives !== undefined) compatibility.requiredBuildAlternatives = finding.alternatives;
  const notes = deprecation(match, target, releases, texts);
  const minOs = match.csp?.minOs;
  if (minOs !== undefined) {
    compatibility.basis = 'csp';
    const registry = registryVerdict(match, target, releases, texts);
    compatibility.registry = registry;
    if (registry.verdict !== finding.verdict) {
      notes.push((slug) => texts.verdictsDiffer(slug, finding.verdict, registry.verdict));
    }
    const { builds, unreadable } = minimumOf(minOs);
    if (builds.length > 0 && unreadable.length > 0) {
      notes.push((slug) => texts.unreadableAlternatives(slug, unreadable.join(', ')));
    }
  } else if (match.supportedOn !== undefined) {
    compatibility.basis = 'supportedOn';
    if (finding.linesDiffer === true) {
      compatibility.candidates = target.releases.map((release) => candidate(match, release, releases, texts));
      if (compatibility.candidates.length === 0) delete compatibility.candidates;
    }
  }
  return { compatibility, notes };
}

function registryVerdict(
  match: Judged,
  target: ResolvedTarget,
  releases: Releases,
  texts: Messages,
): RegistryVerdict {
  const { verdict, reason, required } = bySupportedOn(match, target, releases, texts);
  const registry: RegistryVerdict = { verdict, reason };
  if (required !== undefined) registry.requiredBuild = required;
  if (match.supportedOn !== undefined) registry.supportedOn = match.supportedOn;
  return registry;
}

function deprecation(match: Judged, target: ResolvedTarget, releases: Releases, texts: Messages): Note[] {
  const since = match.csp?.deprecatedFrom;
  if (since === undefined) return [];
  const build = since === true ? undefined : parseBuild(since);
  if (since === true || build === undefined) return [texts.deprecatedUndated];
  const { verdict } = compare(target, [build], releases);
  if (verdict === 'unsupported') return [];
  return [
    (slug) => (verdict === 'supported' ? texts.deprecated(slug, since) : texts.maybeDeprecated(slug, since)),
  ];
}

const listed = (candidates: readonly IndexedRelease[]) =>
  candidates.map(({ family, label, build }) => `${family} ${label} (${build})`).join(', ');

function ambiguity(target: AmbiguousTarget, texts: Messages): string {
  const { candidates, why } = target;
  if (why === 'frozen') return texts.frozenLabel(listed(candidates));
  if (why === 'family') return texts.ambiguousFamily(listed(candidates));
  const example = candidates[0];
  const name = example === undefined ? '' : `${example.family} ${example.label}`;
  return texts.ambiguousLabel(listed(candidates), name, example?.build ?? '');
}

function contradiction(target: ContradictoryTarget, texts: Messages): string {
  const { family = '', label, build, candidates } = target;
  const named = [family, label].filter((part) => part !== '').join(' ');
  if (build !== undefined) {
    const owners = candidates.map((release) => `${release.family} ${release.label}`).join(', ');
    return texts.contradiction(named, build.text, owners);
  }
  return texts.noSuchLabel(family, label, candidates.map((release) => release.label).join(', '));
}
