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
  verdicts?: readonly Compatibility[];
  compatibility?: Compatibility;
  /** What else the result says. */
  more?: Omit<Result, 'matches' | 'compatibility'>;
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
export function toText({ lang, matches, verdicts, compatibility, more, ...rest }: Answer): string {
  let result = '';
  for (const [at, match] of matches.entries()) {
    const own = verdicts?.[at];
    if (at > 0) result += ',';
    result += matchText(match, lang);
    if (own !== undefined) result += `,"compatibility":${compatibilityText(own)}`;
    result += '}';
  }
  result += ']';
  if (compatibility !== undefined) result += `,"compatibility":${compatibilityText(compatibility)}`;
  // `{"reason":…}` without its opening brace; of an object without fields only the closing one is left.
  const others = more === undefined ? '}' : JSON.stringify(more).slice(1);
  result += others === '}' ? others : `,${others}`;
  const { query, confidence, provenance, dataset, warnings } = rest;
  const source = provenance === undefined ? '' : `,"provenance":${JSON.stringify(provenance)}`;
  const said = warnings.length === 0 ? '[]' : JSON.stringify([...new Set(warnings)]);
  return `{"query":${JSON.stringify(query)},"result":{"matches":[${result},"confidence":"${confidence}"${source},"dataset":${stampText(dataset)},"warnings":${said}}`;
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
