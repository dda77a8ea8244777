/** A release table that cannot be read is refused where it is indexed. */
import { describe, expect, it } from 'vitest';
import { createReleases, type Release } from '../../runtime/verdict/releases.ts';
import { releaseTable } from './releases.ts';

function indexed(change: Partial<Release>) {
  const [first, ...others] = releaseTable.releases;
  if (first === undefined) throw new Error('no release');
  return () => createReleases({ ...releaseTable, releases: [{ ...first, ...change }, ...others] });
}

describe('createReleases', () => {
  it('takes every build of the committed table, as build and as branch', () => {
    for (const { build, branch } of releaseTable.releases) {
      expect(indexed({ build, branch })).not.toThrow();
    }
  });

  it.each(['10.0.22631.1', '10.0.22631.0', 'x', '', '10.0', '22H2'])('refuses the build %j', (build) => {
    expect(indexed({ build })).toThrow(`"${build}" of`);
  });

  it.each(['x', '', '10.0', '10.0.x'])('refuses the branch %j', (branch) => {
    expect(indexed({ branch })).toThrow(`"${branch}" is not a branch build`);
  });
});
