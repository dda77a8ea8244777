import type { Snapshot } from '../runtime/service.ts';
import { printSetting } from './answers.ts';
import { ask, type QuestionOptions } from './ask.ts';
import { CliError } from './error.ts';

export async function run(slug: string, options: QuestionOptions): Promise<void> {
  const question = async (snapshot: Snapshot) => {
    const answer = await snapshot.setting({ slug, lang: options.lang });
    if (answer !== undefined) return answer;
    throw new CliError(await unknown(slug, snapshot));
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
