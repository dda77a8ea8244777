/** The brief answer of convert. */

import { BriefConvert } from '../contract/brief-convert.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import { project } from '../contract/pick.ts';
import { bytesOf, cut, firstOf, LONG_ANSWER_BYTES, type Omitted } from './fit.ts';
import { fileNotes, placeText } from './verify.ts';

const MOST = { left: 12, why: 240, notes: 5, rest: 500 } as const;

export function briefConvert({ result, warnings, confidence, dataset }: ConvertEnvelope): BriefConvert {
  const { content, mediaType, converted, left, files = [] } = result;
  const omitted: Omitted = {};
  const shown = firstOf(left, MOST.left, 'left', omitted);
  const notes = firstOf(files.flatMap(fileNotes), MOST.notes, 'files', omitted);
  const about = {
    ...(warnings.length > 0 && { warnings }),
    mediaType,
    converted,
    ...(shown.length > 0 && {
      left: shown.map(({ index, at, why }) => ({
        index,
        ...(at && { at: placeText(at) }),
        why: cut(why, MOST.why),
      })),
    }),
    ...(notes.length > 0 && { files: notes }),
    ...(Object.keys(omitted).length > 0 && { omitted }),
    mdmConfidence: confidence,
    dataset,
  };
  const isShort = bytesOf(content) + bytesOf(about) + MOST.rest <= LONG_ANSWER_BYTES;
  const document = isShort ? { content } : { contentBytes: bytesOf(content) };
  return project(BriefConvert, { ...(content !== '' && document), ...about });
}
