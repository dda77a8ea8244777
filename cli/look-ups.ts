import type { Snapshot } from '../runtime/service.ts';
import { printSetting } from './answers.ts';
import { ask, type QuestionOptions, targetsOf } from './ask.ts';
import { pastedPair } from './pasted.ts';

export async function resolve(
  key: string,
  value: string | undefined,
  options: QuestionOptions,
): Promise<void> {
  const pair = { ...(await pastedPair(key, value)), lang: options.lang, ...targetsOf(options) };
  await ask(options, (snapshot) => snapshot.resolve(pair));
}

export async function csp(omaUri: string, options: QuestionOptions & { scope?: string }): Promise<void> {
  const { lang, scope } = options;
  const body = { omaUri, lang, ...targetsOf(options), ...(scope !== undefined && { scope }) };
  await ask(options, (snapshot) => snapshot.csp(body));
}

export async function search(words: string[], options: QuestionOptions & { limit: string }): Promise<void> {
  const body = { q: words.join(' '), lang: options.lang, limit: Number(options.limit) };
  await ask(options, (snapshot) => snapshot.search(body));
}

export async function setting(slug: string, options: QuestionOptions): Promise<void> {
  const question = async (snapshot: Snapshot) => {
    const answer = await snapshot.setting({ slug, lang: options.lang });
    return answer ?? unknown(slug, snapshot);
  };
  await ask(options, question, printSetting);
}

/** With the settings whose identifiers are nearest. */
async function unknown(slug: string, snapshot: Snapshot): Promise<string> {
  const words = slug.replace(/^.*::/, '').replaceAll(/[._]/g, ' ');
  const { result } = await snapshot.search({ q: words.trim() === '' ? slug : words, limit: 3 });
  const near = result.matches.map((match) => match.slug).join(', ');
  const remedy = near === '' ? '"hivecheck search" finds settings by words' : `near: ${near}`;
  return `no setting has the slug or policyId "${slug}"; ${remedy}`;
}
