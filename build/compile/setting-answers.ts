/** Item → the stored answer with its setting record. */

import { provenanceOf } from '../../runtime/answer/envelope.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from '../../runtime/answer/language.ts';
import type { SettingEntry, SettingRecord } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { CompileContext, Item } from './context.ts';
import { recordLanguages, settingRecord } from './records.ts';
import { storedTexts } from './sentences.ts';
import { lifecycleWarnings } from './shown-match.ts';

/** In `lang` if the setting has a title in it, else in English, else in any language with a title. */
export function settingAnswer(item: Item, lang: string, context: CompileContext): SettingEntry {
  const titled = recordLanguages(item);
  const own = [lang, FALLBACK_LANGUAGE, ...context.languages].find((each) => titled.includes(each));
  const record = settingRecord(item, own ?? FALLBACK_LANGUAGE, context);
  const texts = storedTexts(lang);
  const { slug, source, confidence } = record;
  return {
    ...(confidence === 'none' && { reason: texts.noMapping(slug) }),
    warnings: [
      ...new Set([
        ...(item.source.provenanceKind === 'community' ? [texts.communitySource(slug, source)] : []),
        ...(item.notOfScope ? [texts.notOfScope(slug, item.notOfScope)] : []),
        ...lifecycleWarnings(slug, record, lang),
        ...textWarnings(record, lang),
      ]),
    ],
    confidence,
    ...optional('provenance', provenanceOf([record])),
    setting: record,
  };
}

function textWarnings(record: SettingRecord, lang: string) {
  const { lang: own, textFallbacks = {} } = record;
  const texts = storedTexts(lang);
  const warnings = languageWarnings([record], lang, texts);
  // Labels, categories and the supported-on line may lack a translation that the title has.
  const places = Object.keys(textFallbacks).filter((place) => textFallbacks[place] !== own);
  if (places.length === 0) return warnings;
  const served = [...new Set(places.map((place) => textFallbacks[place] ?? ''))].join(', ');
  return [...warnings, texts.partialTexts(served, places.join(', '))];
}
