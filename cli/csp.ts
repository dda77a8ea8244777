import { ask, type QuestionOptions, targetsOf } from './ask.ts';

export async function run(omaUri: string, options: QuestionOptions & { scope?: string }): Promise<void> {
  const { lang, scope } = options;
  const body = { omaUri, lang, ...targetsOf(options), ...(scope !== undefined && { scope }) };
  await ask(options, (snapshot) => snapshot.csp(body));
}
