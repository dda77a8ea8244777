/** One verdict over several settings that write the same pair. */
import { sameData } from '../format/json.ts';
import type { Reason, TargetName } from './reasons.ts';
import { nameOfRelease } from './target.ts';
import type { Candidate, Conclusion, Finding, RegistryFinding } from './types.ts';

type Judged<F> = readonly { slug: string; judgement: F }[];

/**
 * The verdict that all settings share; where they differ, `unknown` with each one's. Fields on which they differ are left
 * to the single settings. All were judged for the same target. Throws a RangeError for an empty list.
 */
export function combine(judged: Judged<Conclusion>): Conclusion {
  const target = judged[0]?.judgement.target;
  const candidates = mergeCandidates(judged.flatMap(({ judgement }) => judgement.candidates ?? []));
  const partsOf = (part: 'registry' | 'mdm'): { slug: string; judgement: RegistryFinding }[] =>
    judged.flatMap(({ slug, judgement: { [part]: own } }) => (own ? { slug, judgement: own } : []));
  const [registry, nodes] = [partsOf('registry'), partsOf('mdm')];
  const mdm = nodes.length > 0 && shared(nodes, target, ['required', 'alternatives']);
  if (mdm && 'settings' in mdm.reason) mdm.reason.ofNodes = true;
  return {
    ...shared(judged, target, ['required', 'alternatives', 'basis']),
    ...(target !== undefined && { target }),
    ...(candidates.length > 0 && { candidates }),
    ...(registry.length > 0 && { registry: shared(registry, target, ['required', 'supportedOn']) }),
    ...(mdm && { mdm }),
  };
}

/** The verdict of all, and where they agree those of the fields that all have alike. */
function shared<F extends Finding, K extends keyof F>(
  judged: Judged<F>,
  target: TargetName | undefined,
  fields: readonly K[],
) {
  const own = judged[0]?.judgement;
  if (own === undefined) throw new RangeError('combine() needs at least one judged setting');
  const isShared = (field: keyof F) =>
    own[field] !== undefined && judged.every(({ judgement }) => sameData(judgement[field], own[field]));
  const agree = isShared('verdict');
  const alike = fields.filter((field) => agree && isShared(field)).map((field) => [field, own[field]]);
  const settings = judged.map(({ slug, judgement: { verdict } }) => ({ slug, verdict }));
  const reason: Reason = agree ? sharedReason(judged, own, target) : { code: 'settingsDiffer', settings };
  const verdict = agree ? own.verdict : 'unknown';
  return { verdict, reason, ...(Object.fromEntries(alike) as Partial<Pick<F, K>>) };
}

function sharedReason(judged: Judged<Finding>, { verdict, reason }: Finding, target?: TargetName): Reason {
  const settings: { slugs: string[]; reason: Reason }[] = [];
  for (const { slug, judgement } of judged) {
    const known = settings.find((each) => sameData(each.reason, judgement.reason));
    if (known === undefined) settings.push({ slugs: [slug], reason: judgement.reason });
    else known.slugs.push(slug);
  }
  // A target without a build gives every setting the same reason.
  if (settings.length === 1 || target === undefined) return reason;
  return { code: 'settingsAgree', verdict, target, settings };
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
