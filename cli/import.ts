import { formatProblem } from '../build/import/problems.ts';
import { type ImportFlags, importFacts } from '../build/pipeline/import.ts';
import { linesOf } from '../build/pipeline/import-notes.ts';
import { EXPECTED_FILES } from '../build/pipeline/release-steps.ts';
import { undeclaredText } from '../build/pipeline/undeclared.ts';
import { grid } from '../build/table.ts';
import { print } from './error.ts';
import { withProgress } from './progress.ts';

export async function run(flags: ImportFlags): Promise<void> {
  let files = 0;
  const { facts, unclassified, missingTemplateTexts, removed, undeclared } = await withProgress((update) =>
    importFacts(flags, () => update(++files, Math.max(files, EXPECTED_FILES), 'files read')),
  );
  for (const { source, slugs } of removed)
    print(`removed ${source}, ${slugs.length} settings: ${slugs.join(', ')}\n`);
  const notes = [
    ...(undeclared.length > 0 ? [undeclaredText(undeclared)] : []),
    ...linesOf(facts),
    ...facts.problems.map((problem) => `left out: ${formatProblem(problem)}`),
    ...missingTemplateTexts,
    ...unclassified,
  ];
  for (const note of notes) process.stderr.write(`${note}\n`);
  const settings = [...facts.settings].map(([id, all]) => [id, all.length]);
  const nodes = [...facts.nodes].map(([id, all]) => [`${id} (nodes)`, all.length]);
  print(grid(['source', 'facts'], [...settings, ...nodes]));
}
