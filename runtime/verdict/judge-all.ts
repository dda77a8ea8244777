/** Judging many settings: a dataset has thousands of pairs, but few distinct minimums, and few targets are asked for. */
import { type Judged, type Judgement, type Opinion, opinionOn } from './judge.ts';
import { messagesFor } from './messages.ts';
import type { Releases } from './releases.ts';
import { readTarget, type Target } from './target.ts';

/** As {@link judge}, for the target that a text names. The `compatibility` is shared: nobody may change it. */
export type JudgeMatch = (
  match: Judged & { slug: string },
  targetOs: string | null,
  lang: string,
) => Judgement;

/** Anyone may ask for made-up targets: beyond these numbers all that was remembered is forgotten. */
const MAX_TARGETS = 256;
const MAX_OPINIONS = 4096;

interface Asked {
  target: Target;
  /** By the number of the minimums. */
  opinions: Map<number, Opinion>;
}

export function rememberingJudge(releases: Releases): JudgeMatch {
  const numberOf = numbering();
  const asked = new Map<string, Asked>();
  let count = 0;
  const about = (targetOs: string | null, lang: string): Asked => {
    // The sentences differ by language, and are fewer than the languages.
    const id = `${messagesFor(lang).noTarget}\0${targetOs ?? ''}`;
    const known = asked.get(id);
    if (known !== undefined) return known;
    if (asked.size >= MAX_TARGETS || count >= MAX_OPINIONS) {
      asked.clear();
      count = 0;
    }
    const fresh = { target: readTarget(targetOs, releases), opinions: new Map<number, Opinion>() };
    asked.set(id, fresh);
    return fresh;
  };
  return (match, targetOs, lang) => {
    const { target, opinions } = about(targetOs, lang);
    const id = numberOf(match);
    let opinion = opinions.get(id);
    if (opinion === undefined) {
      opinion = opinionOn(match, target, releases, lang);
      opinions.set(id, opinion);
      count++;
    }
    const { compatibility, notes } = opinion;
    return { compatibility, warnings: notes.length === 0 ? NONE : notes.map((note) => note(match.slug)) };
  };
}

const NONE: string[] = [];

/** Matches with the same minimums get the same number; their texts are compared once for each match. */
function numbering(): (match: Judged) => number {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Judged, number>();
  return (match) => {
    let found = known.get(match);
    if (found === undefined) {
      const text = minimumsOf(match);
      found = numbers.get(text) ?? numbers.size;
      numbers.set(text, found);
      known.set(match, found);
    }
    return found;
  };
}

/** Everything that {@link opinionOn} reads of a match. */
function minimumsOf({ csp, supportedOn, floor, hostOnly }: Judged): string {
  const host =
    part(supportedOn) + part(floor?.client) + part(floor?.server) + part(floor?.why) + part(hostOnly);
  return csp === undefined ? host : host + part(csp.minOs) + part(csp.deprecatedFrom);
}

/** An absence is not the word for it. */
function part(value: string | true | undefined): string {
  return value === undefined ? '\0' : `\0=${value}`;
}
