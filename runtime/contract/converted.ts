/** The answer of `POST /v1/convert`. */
import * as v from 'valibot';
import { ConvertBody } from './convert.ts';
import { ItemPlace, VerifiedFile } from './verified.ts';
import { Confidence, count, described, list, maybe, Stamp, text } from './words.ts';

const LeftItem = v.object({
  index: described(count, 'Position in items; items of files follow those of the request.'),
  at: v.exactOptional(ItemPlace),
  why: text('Why it is not in the content.'),
});

const CatalogSetting = v.object({
  id: text('Its identifier in the settings catalog (settingDefinitionId).'),
  basis: described(
    v.picklist(['rule', 'seen']),
    'seen: a public export has the identifier. rule: it follows the naming of the catalog; no document lists it.',
  ),
  indexes: described(v.array(count), 'The items that it is made of.'),
});

export const ConvertEnvelope = v.object({
  query: described(
    v.object({
      items: described(count, 'How many items were given, those of files included.'),
      to: ConvertBody.entries.to,
      lang: text('Language of the texts.'),
      targetOs: described(v.nullable(v.string()), 'The target as it was given.'),
    }),
    'The normalized request that was evaluated.',
  ),
  result: described(
    v.object({
      content: text('The document: text, for pol base64. Empty where nothing was converted.'),
      mediaType: text('Its media type; a charset there is how the file must be encoded.'),
      converted: described(count, 'How many items the content holds.'),
      left: described(v.array(LeftItem), 'The other items.'),
      settings: list(CatalogSetting, 'intune-catalog: where the identifiers come from.'),
      files: list(VerifiedFile, 'What was read of each file.'),
      reason: maybe('Present where the confidence is none.'),
    }),
    'The document, and what it does not hold.',
  ),
  confidence: Confidence,
  dataset: Stamp,
  warnings: described(v.array(v.string()), 'Facts noticed: read them before acting.'),
});
export type ConvertEnvelope = v.InferOutput<typeof ConvertEnvelope>;
