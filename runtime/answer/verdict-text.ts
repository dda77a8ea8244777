/** Verdicts as members of an answer, a comma before each. */
import { type ByteString, encode } from '../bytes.ts';
import { combinedCompatibility, type Judged } from './compatibility.ts';
import type { KnownMatch } from './known-match.ts';
import type { Compatibility } from './types.ts';

const COMPATIBILITY = ',"compatibility":';

export function compatibilityText(compatibility: Compatibility): ByteString {
  return encode(COMPATIBILITY + JSON.stringify(compatibility));
}

export function verdictText(judged: Judged): ByteString {
  return compatibilityText(judged.compatibility);
}

/** The verdict on several settings, each of which was judged. */
export function wholeText(
  matches: readonly KnownMatch[],
  judged: readonly Judged[],
  lang: string,
): ByteString {
  const settings = judged.map(({ judgement }, at) => ({ slug: matches[at]?.slug ?? '', judgement }));
  return compatibilityText(combinedCompatibility(settings, lang));
}
