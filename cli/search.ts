import type { Command } from 'commander';
import type { QuestionOptions } from './ask.ts';
import { DASH_HELP, DATASET, JSON_ANSWER, LANG, QUIET } from './options.ts';

export function register(program: Command): void {
  program
    .command('search')
    .description('words or identifiers → settings')
    .argument('<words...>', 'what to look for')
    .option('--limit <n>', 'most results (1–50)', '10')
    .option(...LANG)
    .option(...DATASET)
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      `\nExample:\n  $ hivecheck search 'automatic updates' --limit 3\n${DASH_HELP}\n  $ hivecheck search -- -1`,
    )
    .action(run);
}

async function run(words: string[], options: QuestionOptions & { limit: string }): Promise<void> {
  const { ask } = await import('./ask.ts');
  const body = { q: words.join(' '), lang: options.lang, limit: Number(options.limit) };
  await ask(options, (snapshot) => snapshot.search(body));
}
