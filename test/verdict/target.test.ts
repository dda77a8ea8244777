import { describe, expect, it } from 'vitest';
import { readTarget } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { openAs, releases } from './releases.ts';

/** One word for what a text was read as: `10.0.22631.3007 client`, `ambiguous 10.0.19045 10.0.22621`, … */
function read(text: string | null | undefined): string {
  const target = readTarget(text, releases);
  if (target.kind === 'build') return `${target.build.text} ${target.line ?? 'either'}`;
  const builds = new Set(target.candidates.map((release) => release.build));
  if (target.kind === 'ambiguous') return [openAs(target), ...builds].join(' ');
  return target.kind === 'contradictory' ? `contradictory ${openAs(target)}` : target.kind;
}

const CASES = vectors<[text: string, expected: string]>('targets');

describe('readTarget', () => {
  it.each(CASES)('%s → %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([null, undefined, '', '   ', '\t\n'])('takes %j as no target', (text) => {
    expect(read(text)).toBe('none');
  });

  it('reads every label of the table with its family, in any case and order', () => {
    for (const release of releases.all) {
      const text = `${release.family} ${release.label}`;
      for (const form of [text, text.toUpperCase(), `${release.label} ${release.family}`.toLowerCase()]) {
        expect(read(form), form).toBe(`${release.build} ${release.line}`);
      }
    }
  });

  it('reads every build of the table as itself', () => {
    for (const release of releases.all) {
      expect(read(release.build)).toContain(`${release.build} `);
      expect(read(`${release.build}.77`)).toContain(`${release.build}.77 `);
      expect(read(`${release.family} ${release.build}`)).toBe(`${release.build} ${release.line}`);
    }
  });
});
