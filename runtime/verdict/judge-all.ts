/** Judging many settings: a dataset has thousands of pairs, but few distinct minimums, and few targets are asked for. */
import type { ByteString } from '../bytes.ts';
import { type Judged, type Opinion, opinionOn } from './judge.ts';
import type { Releases } from './releases.ts';
import { readTarget } from './target.ts';

/** Minimums that many matches share: see {@link sharedMinimums}. */
export interface Minimums extends Judged {
  /** Its own, from 0 on. */
  readonly number: number;
}

/** Judges for one target in one language, as `judge` does. */
export interface TargetJudge {
  /** What {@link AskedText} says of the target in this language. */
  asked(hive: string | null): ByteString;
  /** The opinion is shared: nobody may change its `compatibility`. */
  opinionOn(minimums: Minimums): Opinion;
}

/** The judge for the target that a text names, in a language. */
export type JudgeFor = (targetOs: string | null, lang: string) => TargetJudge;

/** Anyone may ask for made-up targets: beyond these numbers all that was remembered is forgotten. */
const MAX_TARGETS = 256;
const MAX_OPINIONS = 4096;

/** What an answer says of the question beside the pair. */
export type AskedText = (lang: string, hive: string | null, targetOs: string | null) => ByteString;

/** For the minimums of one {@link sharedMinimums}. */
export function rememberingJudge(releases: Releases, askedText: AskedText): JudgeFor {
  const judges = new Map<string, Map<string | null, TargetJudge>>();
  let targets = 0;
  let count = 0;
  const judgeOf = (targetOs: string | null, lang: string): TargetJudge => {
    const target = readTarget(targetOs, releases);
    const opinions: (Opinion | undefined)[] = [];
    const asked = new Map<string | null, ByteString>();
    return {
      asked: (hive) => {
        let text = asked.get(hive);
        if (text === undefined) {
          text = askedText(lang, hive, targetOs);
          asked.set(hive, text);
        }
        return text;
      },
      opinionOn: (minimums) => {
        const known = opinions[minimums.number];
        if (known !== undefined) return known;
        const opinion = opinionOn(minimums, target, releases, lang);
        opinions[minimums.number] = opinion;
        count++;
        return opinion;
      },
    };
  };
  return (targetOs, lang) => {
    const known = judges.get(lang)?.get(targetOs);
    if (known !== undefined) return known;
    if (targets >= MAX_TARGETS || count >= MAX_OPINIONS) {
      judges.clear();
      targets = 0;
      count = 0;
    }
    const fresh = judgeOf(targetOs, lang);
    const inLanguage = judges.get(lang);
    if (inLanguage === undefined) judges.set(lang, new Map([[targetOs, fresh]]));
    else inLanguage.set(targetOs, fresh);
    targets++;
    return fresh;
  };
}

/** Gives matches with the same minimums the same object, which holds nothing else of them. */
export function sharedMinimums(): (match: Judged) => Minimums {
  const known = new Map<string, Minimums>();
  return ({ csp, supportedOn, floor, hostOnly }) => {
    // Everything that `opinionOn` reads of a match.
    const own: Judged = {
      ...(supportedOn !== undefined && { supportedOn }),
      ...(floor !== undefined && { floor }),
      ...(hostOnly !== undefined && { hostOnly }),
      ...(csp !== undefined && {
        csp: {
          ...(csp.minOs !== undefined && { minOs: csp.minOs }),
          ...(csp.deprecatedFrom !== undefined && { deprecatedFrom: csp.deprecatedFrom }),
        },
      }),
    };
    const id = JSON.stringify(own);
    const found = known.get(id);
    if (found !== undefined) return found;
    const numbered = { ...own, number: known.size };
    known.set(id, numbered);
    return numbered;
  };
}
