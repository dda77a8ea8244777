import { expect, it } from 'vitest';
import { fileThreads } from '../../cli/open.ts';

it('counts file threads as libuv reads its variable', () => {
  const counted = ['4', '16', ' 7 ', '0', '', 'many', '-1', '5000'].map((size) => fileThreads(size));
  expect(counted).toEqual([4, 16, 7, 1, 1, 1, 1024, 1024]);
});
