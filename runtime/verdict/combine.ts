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
  const target = judged[0]?.judgement.target;
  const { agree, ...finding } = verdictOf(judged, target);
  const all = judged.map(({ judgement }) => judgement);
  const candidates = mergeCandidates(all.flatMap((judgement) => judgement.candidates ?? []));
  // Without it a verdict on nodes would stand for writing the value.
  const findings = judged.flatMap(({ slug, judgement: { registry } }) =>
    registry ? { slug, judgement: registry } : [],
  );
  return {
    ...finding,
    ...(target !== undefined && { target }),
    ...(candidates.length > 0 && { candidates }),
    ...(agree && shared(all, ['required', 'alternatives', 'basis', 'mdm'])),
    ...(findings.length > 0 && { registry: combineRegistry(findings, target) }),
  };
}

/** By the rule of the whole verdict. */
function combineRegistry(
  findings: readonly Judged<RegistryFinding>[],
  target: TargetName | undefined,
): RegistryFinding {
  const all = findings.map(({ judgement }) => judgement);
  const [first] = all;
  if (first !== undefined && all.every((each) => sameData(each, first))) return first;
  const { agree, ...finding } = verdictOf(findings, target);
  return { ...finding, ...(agree && shared(all, ['required', 'supportedOn'])) };
}

function verdictOf(
  judged: readonly Judged<Finding>[],
  target: TargetName | undefined,
): Pick<Finding, 'verdict' | 'reason'> & { agree: boolean } {
  const [first] = judged;
  if (first === undefined) throw new RangeError('combine() needs at least one judged setting');
  const { verdict, reason } = first.judgement;
  if (judged.some(({ judgement }) => judgement.verdict !== verdict)) {
    const settings = judged.map(({ slug, judgement }) => ({ slug, verdict: judgement.verdict }));
    return { agree: false, verdict: 'unknown', reason: { code: 'settingsDiffer', settings } };
  }
  const settings: { slugs: string[]; reason: Reason }[] = [];
  for (const { slug, judgement } of judged) {
    const known = settings.find((each) => sameData(each.reason, judgement.reason));
    if (known === undefined) settings.push({ slugs: [slug], reason: judgement.reason });
    else known.slugs.push(slug);
  }
  // A target without a build gives every setting the same reason.
  if (settings.length === 1 || target === undefined) return { agree: true, verdict, reason };
  return { agree: true, verdict, reason: { code: 'settingsAgree', verdict, target, settings } };
}

/** Those of the fields that all have alike. */
function shared<T extends object, K extends keyof T>(all: readonly T[], fields: readonly K[]) {
  const [first] = all;
  const alike = fields.filter((field) => all.every((each) => sameData(each[field], first?.[field])));
  const known = alike.filter((field) => first?.[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, first?.[field]])) as Partial<Pick<T, K>>;
}

/** A release on which the settings differ is `unknown`. The target decides which there are: every setting has the same. */
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
