/** One verdict over several settings that write the same pair. */
import { sameData } from '../format/json.ts';
import type { Reason, TargetName } from './reasons.ts';
import { nameOfRelease } from './target.ts';
import type { Candidate, Conclusion, Finding, RegistryFinding } from './types.ts';

interface Judged<F> {
  slug: string;
  judgement: F;
}

/**
 * The verdict that all settings share; where they differ, `unknown` with each one's. Fields on which they differ are left
 * to the single settings. All were judged for the same target. Throws a RangeError for an empty list.
 */
export function combine(judged: readonly Judged<Conclusion>[]): Conclusion {
  const [first] = judged;
  if (first === undefined) throw new RangeError('combine() needs at least one judged setting');
  const all = judged.map(({ judgement }) => judgement);
  const agree = all.every(({ verdict }) => verdict === first.judgement.verdict);
  const combined: Conclusion = agree ? sharedFinding(judged, first.judgement) : difference(judged);
  const { target } = first.judgement;
  if (target !== undefined) combined.target = target;
  const candidates = mergeCandidates(all.flatMap((judgement) => judgement.candidates ?? []));
  if (candidates.length > 0) combined.candidates = candidates;
  if (agree) Object.assign(combined, shared(all, ['required', 'alternatives', 'basis', 'mdm']));
  const registry = combineRegistry(judged, target);
  if (registry !== undefined) combined.registry = registry;
  return combined;
}

/** By the rule of the whole verdict: without it a verdict on nodes would stand for writing the value. */
function combineRegistry(
  judged: readonly Judged<Conclusion>[],
  target: TargetName | undefined,
): RegistryFinding | undefined {
  const findings = judged.flatMap(({ slug, judgement: { registry } }) =>
    registry === undefined ? [] : [{ slug, judgement: registry }],
  );
  const [first] = findings;
  if (first === undefined) return undefined;
  const all = findings.map(({ judgement }) => judgement);
  if (all.every((each) => sameData(each, first.judgement))) return first.judgement;
  if (all.some(({ verdict }) => verdict !== first.judgement.verdict)) return difference(findings);
  const finding = sharedFinding(findings, { ...first.judgement, ...(target && { target }) });
  return { ...finding, ...shared(all, ['required', 'supportedOn']) };
}

function sharedFinding(
  judged: readonly Judged<Finding>[],
  { verdict, reason, target }: Finding & { target?: TargetName },
): Finding {
  const settings: { slugs: string[]; reason: Reason }[] = [];
  for (const { slug, judgement } of judged) {
    const known = settings.find((each) => sameData(each.reason, judgement.reason));
    if (known === undefined) settings.push({ slugs: [slug], reason: judgement.reason });
    else known.slugs.push(slug);
  }
  // A target without a build gives every setting the same reason.
  if (settings.length === 1 || target === undefined) return { verdict, reason };
  return { verdict, reason: { code: 'settingsAgree', verdict, target, settings } };
}

function difference(judged: readonly Judged<Finding>[]): Finding {
  const settings = judged.map(({ slug, judgement }) => ({ slug, verdict: judgement.verdict }));
  return { verdict: 'unknown', reason: { code: 'settingsDiffer', settings } };
}

/** Those of the fields that all have alike. */
function shared<T extends object, K extends keyof T>(
  [first, ...others]: readonly T[],
  fields: readonly K[],
): Partial<Pick<T, K>> {
  const found: Partial<Pick<T, K>> = {};
  for (const field of fields) {
    const value = first?.[field];
    if (value !== undefined && others.every((each) => sameData(each[field], value))) found[field] = value;
  }
  return found;
}

/**
 * A release on which the settings differ is `unknown`, like every pair of verdicts that differ. The target decides which
 * releases there are: every setting has the same.
 */
function mergeCandidates(all: readonly Candidate[]): Candidate[] {
  const merged = new Map<string, Candidate>();
  for (const candidate of all) {
    const name = nameOfRelease(candidate);
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...candidate });
    else if (known.verdict !== candidate.verdict) known.verdict = 'unknown';
  }
  return [...merged.values()];
}
