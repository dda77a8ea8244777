/** Verdicts as members of an answer, a comma before each. */
import { type ByteString, encode } from '../bytes.ts';
import { combine, type Opinion } from '../verdict/index.ts';
import type { KnownMatch } from './known-match.ts';
import { fill, type Pattern, patternOf, remembered } from './sentence.ts';
import type { Compatibility } from './types.ts';

const COMPATIBILITY = ',"compatibility":';

export function compatibilityText(compatibility: Compatibility): ByteString {
  return encode(COMPATIBILITY + JSON.stringify(compatibility));
}

export function verdictText(opinion: Opinion): ByteString {
  opinion.text ??= compatibilityText(opinion.compatibility);
  return opinion.text;
}

/** The verdict on several settings, each of which has its opinion; most have the same minimums. */
export function wholeText(
  matches: readonly KnownMatch[],
  opinions: readonly Opinion[],
  lang: string,
): ByteString {
  const [first, second] = opinions;
  if (first !== undefined && opinions.every((opinion) => opinion === first)) return verdictText(first);
  if (first !== undefined && second !== undefined && opinions.length === 2) {
    return fill(
      patternOfTwo(first, second, lang),
      matches.map(({ slugText }) => slugText),
    );
  }
  const judged = opinions.map(({ compatibility }, at) => ({ slug: matches[at]?.slug ?? '', compatibility }));
  return compatibilityText(combine(judged, lang));
}

/** Beyond that all are forgotten: a dataset has some hundred for a target. */
const MAX_TWOS = 4096;
let count = 0;
/** What is said of two settings with these opinions, for as long as those are remembered. */
let twos = new WeakMap<Opinion, WeakMap<Opinion, Pattern>>();

function patternOfTwo(first: Opinion, second: Opinion, lang: string): Pattern {
  if (count >= MAX_TWOS) {
    twos = new WeakMap();
    count = 0;
  }
  const seconds = remembered(twos, first, () => new WeakMap<Opinion, Pattern>());
  return remembered(seconds, second, () => {
    count++;
    return patternOf(
      (one, other) =>
        combine(
          [
            { slug: one, compatibility: first.compatibility },
            { slug: other, compatibility: second.compatibility },
          ],
          lang,
        ),
      COMPATIBILITY,
    );
  });
}
