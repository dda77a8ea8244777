/** One verdict over several settings that write the same pair. */
import type { Candidate, Compatibility } from '../answer/types.ts';
import { messagesFor } from '../messages/verdict.ts';

export interface JudgedSetting {
  slug: string;
  compatibility: Compatibility;
}

/**
 * The verdict that all settings share; where they differ, `unknown` with each one's. Fields on which they
 * differ are left to the single matches. Needs at least one.
 */
export function combine(judged: readonly JudgedSetting[], lang: string): Compatibility {
  const [first, ...others] = judged;
  if (first === undefined) throw new RangeError('combine() needs at least one judged setting');
  const texts = messagesFor(lang);
  const all = judged.map((item) => item.compatibility);
  const { verdict, reason, targetBuild } = first.compatibility;
  const agree = others.every((item) => item.compatibility.verdict === verdict);
  const combined: Compatibility = { verdict, reason };
  if (!agree) {
    combined.verdict = 'unknown';
    combined.reason = texts.disagree(
      judged.map((item) => `${item.slug} (${item.compatibility.verdict})`).join(', '),
    );
  } else if (others.some((item) => item.compatibility.reason !== reason)) {
    const reasons = judged.map((item) => `${item.slug}: ${item.compatibility.reason}`).join(' ');
    combined.reason = texts.allAgree(verdict, reasons);
  }
  if (targetBuild !== undefined) combined.targetBuild = targetBuild;
  const candidates = mergeCandidates(all.map((item) => item.candidates ?? []));
  if (candidates.length > 0) combined.candidates = candidates;
  if (!agree) return combined;
  return Object.assign(combined, shared(all));
}

type Shared = Pick<Compatibility, 'requiredBuild' | 'requiredBuildAlternatives' | 'basis' | 'registry'>;

/** The fields that are the same in all. */
function shared(all: readonly Compatibility[]): Shared {
  const [first] = all;
  const result: Shared = {};
  const same = (field: keyof Shared) =>
    all.every(
      (item) =>
        item[field] === first?.[field] || JSON.stringify(item[field]) === JSON.stringify(first?.[field]),
    );
  if (first?.requiredBuild !== undefined && same('requiredBuild')) result.requiredBuild = first.requiredBuild;
  if (first?.requiredBuildAlternatives !== undefined && same('requiredBuildAlternatives')) {
    result.requiredBuildAlternatives = first.requiredBuildAlternatives;
  }
  if (first?.basis !== undefined && same('basis')) result.basis = first.basis;
  if (first?.registry !== undefined && same('registry')) result.registry = first.registry;
  return result;
}

/** A release on which the settings differ is `unknown` like any other pair of verdicts that differ. */
function mergeCandidates(lists: readonly Candidate[][]): Candidate[] {
  // A setting without candidates has one verdict for them all, which the others must not speak for.
  if (lists.some((list) => list.length === 0)) return [];
  const merged = new Map<string, Candidate>();
  for (const candidate of lists.flat()) {
    const name = `${candidate.family} ${candidate.label}`;
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...candidate });
    else if (known.verdict !== candidate.verdict) known.verdict = 'unknown';
  }
  return [...merged.values()];
}
