import { describe, expect, it } from 'vitest';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

/** Minimums as the vendor lists them, with the verdict that the documented rules give. */
const ADMX_BACKED = '10.0.22000 | 10.0.19043.1202 | 10.0.19042.1202 | 10.0.19041.1202';
const VECTORS = vectors<[minimum: string, target: string, verdict: string, required?: string]>('minimums');

const minOs = (minimum: string) =>
  minimum
    .split(' | ')
    .map((build) => (build.startsWith('10.') ? `Windows [${build}] and later` : build))
    .join(' | ');

/** The numbers alone are compared: the builds of servers, which no node documents, as those of clients. */
function judgeMinimum(minimum: string, targetOs: string) {
  const target = readTarget(targetOs, releases);
  if (target.kind !== 'build') throw new Error(`${targetOs} was not read as a build`);
  return judge(nodeOf({ minOs: minOs(minimum) }), { ...target, line: 'client' }, tables);
}

describe('the documented minimum against a target', () => {
  it.each(VECTORS)('%s, asked for %s: %s', (minimum, targetOs, verdict, required) => {
    const judgement = judgeMinimum(minimum, targetOs);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.required).toBe(required);
    expect(judgement.basis).toBe('csp');
    expect(judgement.mdm).toMatchObject({ verdict, ...(required !== undefined && { required }) });
    expect(judgement.target?.build).toMatch(/^\d+\.\d+\.\d+/);
  });

  const WINDOWS_10_22H2 = { build: '10.0.19045', releases: ['Windows 10 22H2'] };

  it('gives the numbers that decided', () => {
    expect(judgeMinimum(ADMX_BACKED, 'Windows 10 2004').reason).toMatchObject({
      code: 'needsRevision',
      target: { build: '10.0.19041' },
      revision: 1202,
      required: '10.0.19041.1202',
    });
    expect(judgeMinimum(ADMX_BACKED, 'Windows 10 22H2').reason).toEqual({
      code: 'reachedByFirstRevision',
      target: WINDOWS_10_22H2,
      first: '10.0.19045.2006',
      required: '10.0.19043.1202',
    });
    expect(judgeMinimum(ADMX_BACKED, '10.0.19041.1110').reason).toMatchObject({
      code: 'belowRevision',
      target: { build: '10.0.19041.1110' },
      required: '10.0.19041.1202',
    });
    expect(judgeMinimum('10.0.26300', 'Windows 11 26H1').reason).toMatchObject({
      code: 'releasedEarlier',
      targetDate: '2026-02-10',
      requiredDate: '2026-09-29',
    });
    expect(judgeMinimum(ADMX_BACKED, '10.0.20348').reason).toMatchObject({
      code: 'between',
      alternatives: ['10.0.19041.1202', '10.0.19042.1202', '10.0.19043.1202', '10.0.22000'],
    });
  });

  it('lists all alternatives where there are several, and only then', () => {
    expect(judgeMinimum(ADMX_BACKED, '15063').alternatives).toEqual(ADMX_BACKED.split(' | '));
    expect(judgeMinimum('10.0.15063', '15063').alternatives).toBeUndefined();
  });
});
