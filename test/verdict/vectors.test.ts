import { describe, expect, it } from 'vitest';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { expectParts } from '../paths.ts';
import { vectors } from '../vectors.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

/** Minimums as the vendor lists them, with the verdict that the documented rules give. */
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

  it.each(
    vectors<[what: string, minimum: string, target: string, judgement: Record<string, unknown>]>(
      'minimum-reasons',
    ),
  )('%s: %s, asked for %s', (_, minimum, targetOs, judgement) => {
    expectParts(judgeMinimum(minimum, targetOs), judgement, targetOs);
  });
});
