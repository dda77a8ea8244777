/** An answer before it is written down, and the writing: most of it is pieces that are kept as JSON. */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { stampOf } from './envelope.ts';
import { type KnownMatch, type Named, settingText } from './known-match.ts';

/** Between an answer's query and its first match. */
export const RESULT = ',"result":{"matches":[';

/** Texts are JSON. */
export interface Answer {
  /** Up to the first match: the query, and {@link RESULT}. */
  start: ByteString;
  lang: string;
  /** The settings that are told of, and what is said of all of them. */
  named: Named;
  /** The verdict on each match, where there are several: a member with a comma before it. */
  verdicts?: readonly ByteString[] | undefined;
  /** The verdict on the whole question, likewise. */
  verdict?: ByteString | undefined;
  /** A member with a comma before it. */
  reason?: ByteString | undefined;
  /** What else the result says, after the reason: members with a comma before each. */
  more?: ByteString | undefined;
  dataset: Dataset;
  /** Each as JSON. */
  warnings: readonly ByteString[];
}

/** The envelope as JSON, its members in the specification's order. */
export function toBody(answer: Answer): ByteString {
  const { start, named, lang, verdicts, verdict, reason, more, warnings } = answer;
  const { only, sources } = named;
  const told =
    only === undefined ? matchesText(named.matches, verdicts, lang) : `${settingText(only, lang)}}`;
  let text = `${start}${told}]`;
  if (verdict !== undefined) text += verdict;
  if (reason !== undefined) text += reason;
  if (more !== undefined) text += more;
  return (text + sources + closing(answer.dataset, warnings)) as ByteString;
}

function matchesText(
  matches: readonly KnownMatch[],
  verdicts: readonly ByteString[] | undefined,
  lang: string,
): string {
  let text = '';
  for (let at = 0; at < matches.length; at++) {
    const match = matches[at];
    if (match === undefined) continue;
    if (at > 0) text += ',';
    text += settingText(match, lang);
    const own = verdicts?.[at];
    if (own !== undefined) text += own;
    text += '}';
  }
  return text;
}

/** The last two members of every envelope, and its end; `warnings` are JSON. */
export function closing(dataset: Dataset, warnings: readonly ByteString[]): ByteString {
  const start = closingStart(dataset);
  if (warnings.length === 0) return start.whole;
  let text: string = start.text;
  for (let at = 0; at < warnings.length; at++) {
    const warning = warnings[at] as ByteString;
    // Once each: there are few.
    if (warnings.indexOf(warning) === at) text += at === 0 ? warning : `,${warning}`;
  }
  return `${text}]}` as ByteString;
}

interface Closing {
  of: Dataset;
  /** Up to the warnings. */
  text: ByteString;
  /** Without warnings. */
  whole: ByteString;
}

/** Of the dataset that was asked last, which is the one in service. */
let last: Closing | undefined;

function closingStart(dataset: Dataset): Closing {
  if (last?.of !== dataset) {
    const text = encode(`,"dataset":${JSON.stringify(stampOf(dataset))},"warnings":[`);
    last = { of: dataset, text, whole: `${text}]}` as ByteString };
  }
  return last;
}
