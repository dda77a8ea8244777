/** Verdicts of every rule for every release, made by the runtime's own code, for clients without a runtime. */

import { createJudge } from '../../runtime/answer/compatibility.ts';
import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import { combinedVerdict, judgeMatches, warningsOf } from '../../runtime/answer/overlay.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { Verdict } from '../../runtime/contract/words.ts';
import type { Release } from '../../runtime/format/format.ts';
import type { Hive } from '../../runtime/format/keys.ts';
import { type AskedRules, type Rules, readTarget, type Tables } from '../../runtime/verdict/index.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';

/** Verdicts on the whole, on the registry value and on the MDM node; null if there is none to judge. */
export type ReleaseVerdict = [verdict: Verdict, registry: Verdict | null, mdm: Verdict | null];

export interface ReleaseVerdicts {
  /** One verdict for each member of `asked` in `rules.json`, in its order. */
  verdicts: ReleaseVerdict[];
  /** Numbers in `asked` for which the service has warnings that depend on the target. */
  noted: number[];
}

/** `windows-11-24h2`, `windows-server-2008-r2-sp1` */
export function slugOf({ family, label }: Pick<Release, 'family' | 'label'>): string {
  return `${family} ${label}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Map from names of releases to slugs; several if the service treats the name as ambiguous. */
export function releaseNames(releases: Releases): Record<string, string[]> {
  const names = releases.all.flatMap(({ family, label, aliases = [], build }) =>
    [label, ...aliases].flatMap((each) => [each, `${family} ${each}`]).concat(build),
  );
  const slugsOf = (name: string) => {
    const target = readTarget(name, releases);
    return (target.kind === 'build' ? target.releases : target.candidates).map(slugOf);
  };
  const sorted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  return Object.fromEntries(sorted.map((name) => [name, slugsOf(name)]));
}

/** Verdicts for a release without an edition and a revision. */
export function releaseVerdicts(rules: Rules, { family, label }: Release, tables: Tables): ReleaseVerdicts {
  const judge = createJudge(tables, rules.rules);
  const verdicts: ReleaseVerdict[] = [];
  const noted: number[] = [];
  const targetOs = `${family} ${label}`;
  for (const [number, asked] of rules.asked.entries()) {
    const hive = hiveOf(asked);
    // A verdict depends on the rules alone; slugs are only part of its sentences.
    const matches = asked.rules.map((_, at) => matchAt(at, asked, hive));
    const answer = { matches, rule: number };
    const parsed = { hive, key: '', keys: [] };
    const judged = judgeMatches(answer, { ...rules, parsed, lang: FALLBACK_LANGUAGE, targetOs, judge });
    const { verdict, registry, mdm } = combinedVerdict(judged, FALLBACK_LANGUAGE);
    verdicts.push([verdict, registry?.verdict ?? null, mdm?.verdict ?? null]);
    const own = [...judged.keys()].filter((at) => judged[at]?.match.otherHive === undefined);
    if (warningsOf({ warnings: own }, judged, FALLBACK_LANGUAGE).length > 0) noted.push(number);
  }
  return { verdicts, noted };
}

function matchAt(at: number, { rules, others = 0, lists = [] }: AskedRules, hive: Hive | null): Match {
  const otherHive = at < rules.length - others ? undefined : hive === 'HKCU' ? 'HKLM' : 'HKCU';
  return { slug: String(at), otherHive, list: lists.includes(at) ? {} : undefined } as Match;
}

function hiveOf({ scope, others = 0 }: AskedRules): Hive | null {
  if (scope !== undefined) return scope === 'Device' ? 'HKLM' : 'HKCU';
  return others > 0 ? 'HKLM' : null;
}
