/** A release table that cannot be read is refused where it is indexed. */
import { expect, it } from 'vitest';
import { createReleases, type Release } from '../../runtime/verdict/releases.ts';
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
