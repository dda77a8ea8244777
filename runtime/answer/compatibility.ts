/** Verdicts as answers carry them, remembered: few distinct minimums and few targets are asked for again and again. */
import type { Compatibility } from '../schema/compatibility.ts';
import { combine, opinionOn, type Releases, readTarget } from '../verdict/index.ts';
import { type Json, parseJson, RawJson } from './json.ts';
import type { Judged } from './match.ts';

export interface Opinion {
  compatibility: Compatibility;
  json: RawJson<Compatibility>;
  notes: readonly ((slug: string) => string)[];
}

export type Judge = (facts: Json<Judged>, targetOs: string | null, lang: string) => Opinion;

/** Anyone may ask for made-up targets: beyond this number everything is forgotten. */
const MAX_OPINIONS = 4096;

export function createJudge(releases: Releases): Judge {
  const known = new Map<string, Map<string, Opinion>>();
  let count = 0;
  return (facts, targetOs, lang) => {
    const asked = `${lang}\0${targetOs ?? '\0'}`;
    const opinions = known.get(asked) ?? new Map<string, Opinion>();
    const found = opinions.get(facts);
    if (found !== undefined) return found;
    if (count++ >= MAX_OPINIONS) {
      known.clear();
      count = 1;
    }
    const { compatibility, notes } = opinionOn(
      parseJson(facts),
      readTarget(targetOs, releases),
      releases,
      lang,
    );
    const opinion = { compatibility, json: new RawJson<Compatibility>(JSON.stringify(compatibility)), notes };
    known.set(asked, opinions.set(facts, opinion));
    return opinion;
  };
}

/** The verdict over all matches, of which there is at least one. */
export function combinedJson(
  matches: readonly { slug: string }[],
  opinions: readonly Opinion[],
  lang: string,
): RawJson<Compatibility> {
  const [first] = opinions;
  if (first !== undefined && opinions.every((each) => each === first)) return first.json;
  const judged = opinions.map(({ compatibility }, at) => ({ slug: matches[at]?.slug ?? '', compatibility }));
  return new RawJson(JSON.stringify(combine(judged, lang)));
}
