/** A clone whose sources are newer than its bundle, as after `git pull`. */
import { cp, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { hivecheckProcess } from '../command.ts';
import { contents, newFolder, writeFiles } from '../scratch.ts';

it('is not compiled by the older bundle, whose result would count as current', async () => {
  const clone = await newFolder();
  await cp(join(ROOT, 'lib'), join(clone, 'lib'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  await cp(join(ROOT, 'package.json'), join(clone, 'package.json'));
  await writeFiles(clone, { 'build/compile/rules.ts': '' });
  const later = new Date(Date.now() + 60_000);
  await utimes(join(clone, 'build/compile/rules.ts'), later, later);
  const command = join(clone, 'lib/cli/hivecheck.cjs');
  const { code, err } = await hivecheckProcess(['coverage'], undefined, {}, command);
  expect(err).toContain('The bundle in lib/ is older than its sources: run `npm run bundle` first.');
  expect(code).toBe(2);
  expect([...(await contents(clone)).keys()].filter((name) => name.startsWith('dist'))).toEqual([]);
});
