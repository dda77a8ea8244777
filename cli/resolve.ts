import { ask, type QuestionOptions, targetsOf } from './ask.ts';
import { pastedKey, pastedName } from './pasted.ts';

export async function run(key: string, value: string, options: QuestionOptions): Promise<void> {
  const pair = { key: pastedKey(key), value: pastedName(value), lang: options.lang, ...targetsOf(options) };
  await ask(options, (snapshot) => snapshot.resolve(pair));
}
