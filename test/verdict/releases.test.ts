/** A release table that cannot be read is refused: its fields where it is read, its builds where it is indexed. */
import { expect, it } from 'vitest';
import { readReleaseTable } from '../../build/supported-on/tables.ts';
import type { Release } from '../../runtime/format/release-table.ts';
import { createReleases } from '../../runtime/verdict/releases.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { releaseTable } from './releases.ts';

function indexed(change: Partial<Release>) {
  const [first, ...others] = releaseTable.releases;
  if (first === undefined) throw new Error('no release');
  return () => createReleases({ ...releaseTable, releases: [{ ...first, ...change }, ...others] });
}

it.each(['10.0.22631.1', '10.0.22631.0', 'x', '', '10.0', '22H2'])(
  'createReleases refuses the build %j',
  (build) => {
    expect(indexed({ build })).toThrow(`"${build}" of`);
  },
);

it.each(['x', '', '10.0', '10.0.x'])('createReleases refuses the branch %j', (branch) => {
  expect(indexed({ branch })).toThrow(`"${branch}" is not a branch build`);
});

it.each(['firstRevison', 'alias'])(
  'the field %s, which nothing reads, is refused by its place',
  async (field) => {
    const folder = await newFolder();
    const releases = [{ ...releaseTable.releases[0], [field]: 1 }];
    await writeFiles(folder, { 'windows-releases.json': JSON.stringify({ ...releaseTable, releases }) });
    await expect(readReleaseTable(folder)).rejects.toThrow(`windows-releases.json: releases.0.${field}`);
  },
);
