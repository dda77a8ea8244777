/** The vendor's table of security options, asked of the compiled dataset. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from './dist.ts';

const TABLE = join(ROOT, '..', 'shared', 'sources', 'security-options');
if (!existsSync(TABLE)) console.log('skipped: the table of security options (no ../shared/sources here)');

it.skipIf(!existsSync(TABLE))('every registry value of the table is found', async () => {
  const { ask } = await corpus();
  const files = (await readdir(TABLE, { recursive: true })).filter((name) => name.endsWith('.psd1'));
  const text = files.map((name) => readFileSync(join(TABLE, name), 'utf8')).join('\n');
  const values = [...text.matchAll(/Value\s*=\s*["'](MACHINE\\[^"'\r\n]+)["']/gi)].map(
    ([, path = '']) => path,
  );
  expect(values.length).toBeGreaterThanOrEqual(84);
  let mapped = 0;
  for (const path of values) {
    const at = path.lastIndexOf('\\');
    const matches = matchesOf(await resolve(ask, path.slice(0, at), path.slice(at + 1).trim()));
    const option = matches.find(({ source }) => source === 'security-options');
    expect(option, path).toBeDefined();
    if (option?.csp) mapped++;
  }
  expect(mapped).toBeGreaterThanOrEqual(69);
});
