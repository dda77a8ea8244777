/** A stored match as it is kept in memory: the facts that decide an answer, and the text that the answer copies. */
import type { MatchFacts, StoredMatch, Texts, VerdictFacts } from '../format.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { Confidence, PolicyClass } from '../schema/words.ts';
import type { Facts } from '../verdict/index.ts';
import { RawJson } from './json.ts';
import { FALLBACK_LANGUAGE, pickLanguage, pickText } from './language.ts';

export interface KeptMatch {
  slug: string;
  name: string;
  titles: Texts;
  supportedOn: Texts;
  class: PolicyClass;
  confidence: Confidence;
  source: string;
  sourceVersion: string;
  learnUrl: string | undefined;
  /** It is a list element: the administrator made the value's name. */
  isList: boolean;
  /** What the verdict is drawn from. */
  facts: Facts;
  /** {@link MatchFacts} as JSON, without the braces. */
  served: string;
}

export function keepMatch({ slug, name, titles, supportedOn = {}, served, verdict }: StoredMatch): KeptMatch {
  return {
    slug,
    name,
    titles,
    supportedOn,
    class: served.class,
    confidence: served.confidence,
    source: served.source,
    sourceVersion: served.sourceVersion,
    learnUrl: served.learnUrl,
    isList: served.list !== undefined,
    facts: factsOf(served, supportedOn[FALLBACK_LANGUAGE], verdict),
    served: JSON.stringify(served).slice(1, -1),
  };
}

function factsOf(
  { csp }: MatchFacts,
  supportedOn: string | undefined,
  verdict: VerdictFacts | undefined,
): Facts {
  return {
    ...verdict,
    ...(supportedOn !== undefined && { supportedOn }),
    ...(csp && {
      csp: {
        ...(csp.minOs !== undefined && { minOs: csp.minOs }),
        ...(csp.deprecatedFrom !== undefined && { deprecatedFrom: csp.deprecatedFrom }),
      },
    }),
  };
}

/** A match as an answer carries it, in a language. `compatibility`: its own verdict, where there are several matches. */
export function matchJson(match: KeptMatch, lang: string, compatibility?: RawJson<Compatibility>): RawJson {
  const { slug, name, titles, supportedOn, served } = match;
  const titleLang = pickLanguage(titles, lang);
  const head = JSON.stringify({
    slug,
    lang: titleLang ?? lang,
    name,
    ...(titleLang !== undefined && { displayName: titles[titleLang] }),
  });
  const verdict = compatibility === undefined ? '' : `,"compatibility":${compatibility.text}`;
  const line = pickText(supportedOn, titleLang ?? lang);
  const support = line === undefined ? '' : `,"supportedOn":${JSON.stringify(line.text)}`;
  return new RawJson(`${head.slice(0, -1)},${served}${support}${verdict}}`);
}
