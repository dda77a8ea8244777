import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInDist } from '../build/built-in.ts';
import { renderReadme } from '../build/docs/readme.ts';
import { ROOT } from '../build/paths.ts';
import { PROBLEMS } from '../runtime/http/problem.ts';

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');

/** When it was built and how long it runs are not the README's to promise. */
function timeless(text: string): string {
  return text
    .replace(/"generatedAt": "[^"]*"/g, '"generatedAt": "…"')
    .replace(/"uptimeSeconds": \d+/g, '"uptimeSeconds": 0');
}

it('shows the answers and figures of the real build (npm run readme makes them anew)', async () => {
  const made = await renderReadme(readme, await builtInDist());
  expect(timeless(made)).toBe(timeless(readme));
  // The markers really held something.
  expect(readme.match(/^curl /gm)?.length).toBeGreaterThanOrEqual(8);
  expect(readme).toMatch(/\| settings \| 1\d{4} \|/);
});

it('lists every problem with its status', () => {
  for (const [name, { status }] of Object.entries(PROBLEMS)) {
    expect(readme).toContain(`| ${status} | \`/problems/${name}\` |`);
  }
});
