/** The brief answer of the tool convert: members of the API's. */
import * as v from 'valibot';
import { ConvertEnvelope } from './converted.ts';
import { Confidence, count, maybe, optional } from './words.ts';

const { result, warnings, dataset } = ConvertEnvelope.entries;
const { content, mediaType, converted } = result.entries;

export const BriefConvert = v.object({
  warnings: v.exactOptional(warnings),
  content: v.exactOptional(content),
  contentBytes: optional(count, 'Size of a document that is too long: ask with detail full.'),
  mediaType,
  converted,
  left: v.exactOptional(
    v.array(v.object({ index: count, at: maybe('File and line, of an item of a file.'), why: v.string() })),
  ),
  files: v.exactOptional(v.array(v.string())),
  omitted: v.exactOptional(v.record(v.string(), count)),
  mdmConfidence: Confidence,
  dataset,
});
export type BriefConvert = v.InferOutput<typeof BriefConvert>;
