/** Input and output of the converters, and how they report that something is left out. */
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { ConvertSentence } from '../messages/convert.ts';

/** Index of an item → why it is left out; text is in the language of the request. */
export type Left = Map<number, ConvertSentence | string>;

export type Converted = Pick<ConvertEnvelope['result'], 'content' | 'settings'> & {
  warnings: ConvertSentence[];
};

/** Thrown if a value or a node's data cannot be in the document. Not an Error: hundreds of stack traces are slow. */
export class LeftOut {
  readonly why: ConvertSentence | string;

  constructor(why: ConvertSentence | string) {
    this.why = why;
  }
}

/** Adds a failure to `left` under each of the indexes; rethrows any other error. */
export function leave(error: unknown, indexes: readonly number[], left: Left): void {
  if (!(error instanceof LeftOut)) throw error;
  for (const index of indexes) left.set(index, error.why);
}
