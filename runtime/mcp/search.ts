/** The brief answer of search. */
import type { SearchEnvelope } from '../contract/answers.ts';
import type { BriefHit, BriefSearch } from '../contract/brief.ts';
import type { FoundMatch } from '../contract/match.ts';
import { Brevity, endOf, HIVES, LEVELS, pastOf, sourcesOf } from './brief-match.ts';
import { bytesOf, cut, defined, HIT_BYTES } from './fit.ts';

const TITLES = [100, 80, 60, 40, 25] as const;

export function briefSearch(envelope: SearchEnvelope): BriefSearch {
  const brevity = new Brevity(LEVELS[0]);
  const { matches, total, weak, reason, suggestions } = envelope.result;
  return defined({
    hits: matches.map(hitOf),
    total: total ?? matches.length,
    weak,
    reason: cut(reason, brevity.limits.text),
    suggestions,
    ...endOf(envelope, sourcesOf(matches), brevity),
  });
}

/** With as much of its title as there is room for. */
function hitOf(match: FoundMatch): BriefHit {
  const { slug, displayName, class: policyClass, confidence } = match;
  const titled = (title: string | undefined): BriefHit =>
    defined({ slug, title, ...pastOf(match), hive: HIVES[policyClass], mdm: confidence });
  const titles = TITLES.map((most) => cut(displayName, most));
  return titles.map(titled).find((hit) => bytesOf(hit) <= HIT_BYTES) ?? titled(undefined);
}
