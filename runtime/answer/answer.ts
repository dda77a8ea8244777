/**
 * An answer before it is written down: as an object for those who read it here, as text for the wire. Most of a text
 * is the same for everyone who asks for a setting, so that it is serialized once.
 */
import type { Dataset } from '../dataset.ts';
import type { Confidence, StoredMatch } from '../format.ts';
import { envelope, stampOf, toMatch } from './envelope.ts';
import type { Compatibility, Envelope, Provenance, Result } from './types.ts';

export interface Answer {
  query: Envelope['query'];
  lang: string;
  matches: readonly StoredMatch[];
  /** The verdict of each match, where there are several. */
  verdicts?: readonly Compatibility[] | undefined;
  compatibility?: Compatibility | undefined;
  /** What else the result says; no empty object. */
  more?: Omit<Result, 'matches' | 'compatibility'> | undefined;
  confidence: Confidence;
  provenance?: Provenance | undefined;
  dataset: Dataset;
  warnings: string[];
}

export function toEnvelope({ lang, matches, verdicts, compatibility, more, ...rest }: Answer): Envelope {
  const shown = matches.map((match, at) => {
    const own = verdicts?.[at];
    return { ...toMatch(match, lang), ...(own && { compatibility: own }) };
  });
  return envelope({ ...rest, result: { matches: shown, ...(compatibility && { compatibility }), ...more } });
}

/** The JSON of {@link toEnvelope}, to the byte. */
export function toText(answer: Answer): string {
  const { matches, lang, verdicts, compatibility, more, provenance, warnings } = answer;
  let text = `{"query":${JSON.stringify(answer.query)},"result":{"matches":[`;
  for (let at = 0; at < matches.length; at++) {
    const match = matches[at];
    if (match === undefined) continue;
    if (at > 0) text += ',';
    text += matchText(match, lang);
    const own = verdicts?.[at];
    text += own === undefined ? '}' : `,"compatibility":${compatibilityText(own)}}`;
  }
  text += ']';
  if (compatibility !== undefined) text += `,"compatibility":${compatibilityText(compatibility)}`;
  // Of `{"reason":…}` what follows the opening brace.
  text += more === undefined ? '}' : `,${JSON.stringify(more).slice(1)}`;
  text += `,"confidence":"${answer.confidence}"`;
  if (provenance !== undefined) text += `,"provenance":${JSON.stringify(provenance)}`;
  text += `,"dataset":${stampText(answer.dataset)},"warnings":`;
  return `${text}${warnings.length === 0 ? '[]' : JSON.stringify([...new Set(warnings)])}}`;
}

/** Text made once for an object, and forgotten with it: that of a match with its shard. */
function once<K extends object>(make: (from: K) => string): (from: K) => string {
  const texts = new WeakMap<K, string>();
  return (from) => {
    let text = texts.get(from);
    if (text === undefined) {
      text = make(from);
      texts.set(from, text);
    }
    return text;
  };
}

const compatibilityText = once((compatibility: Compatibility) => JSON.stringify(compatibility));
const stampText = once((dataset: Dataset) => JSON.stringify(stampOf(dataset)));

/** By language, of which there are as many as the datasets served have. */
const matchTexts = new Map<string, (match: StoredMatch) => string>();

/** Without the closing brace. */
function matchText(match: StoredMatch, lang: string): string {
  let inLang = matchTexts.get(lang);
  if (inLang === undefined) {
    inLang = once((each) => JSON.stringify(toMatch(each, lang)).slice(0, -1));
    matchTexts.set(lang, inLang);
  }
  return inLang(match);
}
