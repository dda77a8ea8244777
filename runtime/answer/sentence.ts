/** Sentences that are said for every other answer and differ by the setting's slug alone: as JSON, made once. */
import { type ByteString, encode } from '../bytes.ts';
import type { AnswerTexts } from './messages.ts';

type About = 'valueUnmapped' | 'noMapping';

/** Stands for the slug; no slug has it. */
const SLUG = '\u0001';
const sentences: Record<About, Map<AnswerTexts, [before: ByteString, after: ByteString]>> = {
  valueUnmapped: new Map(),
  noMapping: new Map(),
};

/** `slugText`: the slug in JSON, without its quotation marks. */
export function sentence(about: About, texts: AnswerTexts, slugText: ByteString): ByteString {
  let parts = sentences[about].get(texts);
  if (parts === undefined) {
    const [before = '', after = ''] = JSON.stringify(texts[about](SLUG)).split('\\u0001');
    parts = [encode(before), encode(after)];
    sentences[about].set(texts, parts);
  }
  return `${parts[0]}${slugText}${parts[1]}` as ByteString;
}
