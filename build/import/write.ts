/** Facts → files. Keys are in the order the code builds them, lines by slug or id, so that diffs are readable. */
import { replaceFiles } from '../atomic.ts';
import { changes, DATASET_FILE, datasetText } from '../facts/dataset.ts';
import { CONTROLS } from '../facts/model.ts';
import { ordered } from '../facts/order.ts';
import { DDF_NAMES, UNJOINED, WORD_FREQUENCIES } from './committed.ts';
import type { ImportedFacts } from './run.ts';

/**
 * Writes `dataset.json` too if any of the files changes: its time is then the current one.
 * @param others Further files of the folder, to be replaced at the same moment; undefined removes one.
 */
export async function writeFacts(
  facts: ImportedFacts,
  folder: string,
  others: Record<string, string | undefined> = {},
  now = new Date(),
): Promise<void> {
  const files = renderFacts(facts);
  for (const [name, text] of Object.entries(others)) files.set(name, text);
  if (await changes(folder, files)) files.set(DATASET_FILE, datasetText(now));
  await replaceFiles(folder, files);
}

/** @returns name → text; undefined for a file that the facts do not need. */
export function renderFacts(facts: ImportedFacts): Map<string, string | undefined> {
  const files = new Map<string, string | undefined>();
  // A source of which a newer version has every setting (windows-11-insider) gives texts but no line.
  for (const [source, settings] of facts.settings)
    files.set(`${source}.jsonl`, settings.length > 0 ? lines(settings.map(ordered)) : undefined);
  for (const [source, nodes] of facts.nodes) files.set(`${source}.jsonl`, lines(nodes));
  files.set(CONTROLS, unlessEmpty(facts.controls));
  files.set(DDF_NAMES, unlessEmpty(facts.ddfNames));
  const unjoined = facts.unjoined.map(({ setting, ...rest }) => ({ ...rest, setting: ordered(setting) }));
  files.set(UNJOINED, unlessEmpty(unjoined));
  files.set(WORD_FREQUENCIES, `${JSON.stringify(facts.frequencies, null, 1)}\n`);
  files.set('categories.jsonl', lines(facts.categories));
  files.set('supported-on.jsonl', lines(facts.supportedOn));
  files.set('keywords.jsonl', lines(facts.keywords));
  files.set('import-report.json', `${JSON.stringify(facts.report, null, 2)}\n`);
  return files;
}

function unlessEmpty(items: unknown[]): string | undefined {
  return items.length > 0 ? lines(items) : undefined;
}

function lines(items: unknown[]): string {
  return items.map((each) => `${JSON.stringify(each)}\n`).join('');
}
