/** `hivecheck diff`. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compareDatasets } from '../build/diff/compare.ts';
import { readDataset } from '../build/diff/read.ts';
import { renderMarkdown, renderTable } from '../build/diff/render.ts';
import { FACTS } from '../build/paths.ts';

export interface DiffFlags {
  json?: boolean;
  markdown?: boolean;
  out?: string;
}

export async function diffCommand(from: string, to: string, flags: DiffFlags): Promise<void> {
  const [before, after] = [await readDataset(resolve(from), FACTS), await readDataset(resolve(to), FACTS)];
  const changes = compareDatasets(before, after);
  const text = flags.json
    ? `${JSON.stringify(changes, null, 2)}\n`
    : flags.markdown
      ? renderMarkdown(changes)
      : `${renderTable(changes)}\n`;
  if (flags.out) await writeFile(resolve(flags.out), text);
  else process.stdout.write(text);
}
