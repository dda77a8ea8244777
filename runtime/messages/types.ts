/** The sentences that every language of the project has. */
import type { Note, NoteCode, Reason, ReasonCode, TargetName, WhyNoFloor } from '../verdict/index.ts';
import type { AnswerMessages } from './answer-en.ts';

export interface VerdictMessages {
  readonly reasons: { readonly [C in ReasonCode]: ReasonSentence<C> };
  readonly whyNoFloor: Readonly<Record<WhyNoFloor, (supportedOn: string) => string>>;
  /** Begins a sentence about a target that was named before. */
  readonly sameTarget: string;
  /** Follows a reason with `hostOnly`. */
  readonly hostOnly: string;
  /** Follows a reason with `definition`. */
  readonly definition: (name: string) => string;
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
