import { ask, type QuestionOptions } from './ask.ts';

export async function run(words: string[], options: QuestionOptions & { limit: string }): Promise<void> {
  const body = { q: words.join(' '), lang: options.lang, limit: Number(options.limit) };
  await ask(options, (snapshot) => snapshot.search(body));
}
