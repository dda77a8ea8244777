/** The brief answer of search. */
import type { SearchEnvelope } from '../schema/answers.ts';
import type { BriefHit, BriefSearch } from '../schema/brief.ts';
import type { FoundMatch } from '../schema/match.ts';
import { endOf, HIVES, LEVELS, pastOf, sourcesOf } from './brief-match.ts';
import { bytesOf, cut, HIT_BYTES, Omitted } from './fit.ts';

const TITLES = [100, 80, 60, 40, 25, 0] as const;

export function briefSearch(envelope: SearchEnvelope): BriefSearch {
  const omitted = new Omitted();
  const [limits] = LEVELS;
  const { matches, total, weak, reason, suggestions } = envelope.result;
  return {
    hits: matches.map(hitOf),
    total: total ?? matches.length,
    ...(weak && { weak }),
    ...(reason !== undefined && { reason: cut(reason, limits.text) }),
    ...(suggestions !== undefined && { suggestions }),
    ...endOf(envelope, sourcesOf(matches), limits, omitted),
  };
}

function hitOf(match: FoundMatch): BriefHit {
  const { slug, displayName, class: policyClass, confidence } = match;
  const rest = { ...pastOf(match), hive: HIVES[policyClass], mdm: confidence };
  const hit: BriefHit = { slug, ...rest };
  if (displayName === undefined) return hit;
  for (const most of TITLES) {
    const titled = { slug, title: cut(displayName, most), ...rest };
    if (most > 0 && bytesOf(titled) <= HIT_BYTES) return titled;
  }
  return hit;
}
