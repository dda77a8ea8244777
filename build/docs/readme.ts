/**
 * The generated parts of the README: coverage tables and the answers of its examples, from the built-in dataset.
 * `npm run readme` writes them; a test holds the README against them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { createApp } from '../../runtime/http/app.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createService } from '../../runtime/service.ts';
import { writeFileAtomic } from '../atomic.ts';
import type { Coverage } from '../compile/coverage.ts';
import { coverageTables, markdown } from '../coverage-tables.ts';
import { ROOT } from '../paths.ts';

/** An example: `<!-- example {…} -->`, then what this module writes, then `<!-- /example -->`. */
export interface Example {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

type App = ReturnType<typeof createApp>;

/** Also `<!-- coverage -->` and `<!-- file <path> -->`. */
const SECTION = /<!-- (coverage|example|file)(?: (.*?))? -->\n[\s\S]*?<!-- \/\1 -->/g;

/** The README with its generated parts made anew. */
export async function renderReadme(text: string, dist: string): Promise<string> {
  const dataset = await openDataset(folderStore(dist));
  const app = createApp(createService({ snapshot: () => dataset }));
  const parts: string[] = [];
  for (const [, kind, argument = ''] of text.matchAll(SECTION)) {
    const open = `<!-- ${kind}${argument && ` ${argument}`} -->`;
    const made = await render(kind ?? '', argument, dataset, app);
    parts.push(`${open}\n${made}<!-- /${kind} -->`);
  }
  return text.replace(SECTION, () => parts.shift() ?? '');
}

function render(kind: string, argument: string, dataset: Dataset, app: App): Promise<string> {
  if (kind === 'coverage') return coverage(dataset);
  return kind === 'file' ? file(argument) : example(app, argument);
}

async function file(path: string): Promise<string> {
  return `\`\`\`sh\n${await readFile(join(ROOT, path), 'utf8')}\`\`\`\n`;
}

async function coverage(dataset: Dataset): Promise<string> {
  const tables = coverageTables(await dataset.file<Coverage>('coverage.json'));
  return tables.map(({ title, head, rows }) => `**${title}**\n\n${markdown(head, rows)}\n`).join('');
}

async function example(app: App, argument: string): Promise<string> {
  const { method, path, body, headers = {} } = JSON.parse(argument) as Example;
  const response = await app.request(path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const flags = [
    ...Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`),
    ...(body ? [` -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`] : []),
  ];
  return `\`\`\`sh\ncurl -s http://127.0.0.1:3000${path}${flags.join('')}\n\`\`\`\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`\n`;
}

export async function writeReadme(dist: string): Promise<void> {
  const path = join(ROOT, 'README.md');
  const made = await renderReadme(await readFile(path, 'utf8'), dist);
  await writeFileAtomic(path, made);
}
