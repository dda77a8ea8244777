/** Every sentence of an answer, in English and French. Verdicts and rules never depend on the language. */
import type { Note, NoteCode, Reason, ReasonCode, TargetName, WhyNoFloor } from '../verdict/index.ts';
import { type AnswerMessages, en as answerEn } from './answer-en.ts';
import { fr as answerFr } from './answer-fr.ts';
import { nameTarget } from './names.ts';
import { en as verdictEn } from './verdict-en.ts';
import { fr as verdictFr } from './verdict-fr.ts';

export type { AnswerMessages } from './answer-en.ts';

const ENGLISH = /^en(?:-|$)/i;

const FRENCH = /^fr(?:-|$)/i;

/** The sentences of one purpose in both languages. */
export interface TextsByLanguage<T> {
  readonly en: T;
  readonly fr: T;
}

/** The sentences of the answers. */
const ANSWER_TEXTS: TextsByLanguage<Messages> = {
  en: { ...answerEn, ...verdictEn },
  fr: { ...answerFr, ...verdictFr },
};

/** French for every tag whose primary subtag is `fr`, else English. Default of `texts`: those of the answers. */
export function textsIn(lang: string): Messages;
export function textsIn<T>(lang: string, texts: TextsByLanguage<T>): T;
export function textsIn(lang: string, texts: TextsByLanguage<unknown> = ANSWER_TEXTS): unknown {
  return FRENCH.test(lang) ? texts.fr : texts.en;
}

/** The warning where sentences of an answer are not in its language; `details`: it has texts that are in English only. */
export function reasonsInEnglish(lang: string, details = false): string | undefined {
  if (FRENCH.test(lang)) return details ? 'Les détails de ce qui n’a pas été lu sont en anglais.' : undefined;
  return ENGLISH.test(lang)
    ? undefined
    : `Reasons and warnings are not available in ${lang}; they are in English.`;
}

/** The sentence that gives the reason of a verdict. @param name Names the target at its beginning. */
export function reasonText<C extends ReasonCode>(
  reason: Reason<C>,
  lang: string,
  name: (target: TargetName) => string = nameTarget,
): string {
  const messages = textsIn(lang);
  const part = (each: Reason) => reasonText(each, lang, () => messages.sameTarget);
  const text = messages.reasons[reason.code](reason, name, part);
  const { definition, page, hostOnly } = reason;
  return [
    text,
    ...(definition === undefined ? [] : [messages.definition(definition)]),
    ...(page === undefined ? [] : [messages.page(page.says, page.url)]),
    ...(hostOnly ? [messages.hostOnly] : []),
  ].join(' ');
}

/** The warning of a note on one setting. */
export function noteText<C extends NoteCode>(note: Note<C>, slug: string, lang: string): string {
  return textsIn(lang).notes[note.code](slug, note);
}

export interface VerdictMessages {
  readonly reasons: { readonly [C in ReasonCode]: ReasonSentence<C> };
  readonly whyNoFloor: Readonly<Record<WhyNoFloor, (supportedOn: string) => string>>;
  /** Begins a sentence about a target that was named before. */
  readonly sameTarget: string;
  /** Follows a reason with `hostOnly`. */
  readonly hostOnly: string;
  /** Follows a reason with `definition`. */
  readonly definition: (name: string) => string;
  /** Follows a reason with `page`. */
  readonly page: (says: string, url: string) => string;
  readonly notes: { readonly [C in NoteCode]: (slug: string, note: Note<C>) => string };
}

/**
 * `name` names the target at the beginning of a sentence, once in all sentences of a reason. `part` gives the
 * sentence of a reason that is part of the one given.
 */
type ReasonSentence<C extends ReasonCode> = (
  reason: Reason<C>,
  name: (target: TargetName) => string,
  part: (reason: Reason) => string,
) => string;

export type Messages = AnswerMessages & VerdictMessages;
