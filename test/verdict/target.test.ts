/** What a `targetOs` is read as. Edition words choose a client or a server, and never make a text unreadable. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTargets } from '../../runtime/answer/several-targets.ts';
import { readTarget, type Target } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { SAID } from './editions.ts';
import { openAs, releases } from './releases.ts';

const namesOf = (target: Target) =>
  'editions' in target ? (target.editions?.map(({ name }) => name) ?? []) : [];

type Row = [text: string | null | undefined, expected: string, why?: string];

/** `10.0.22631.3007 client [Pro]`, `ambiguous label 10.0.19045 10.0.22621`, `unreadable`, … */
function read(text: string | null | undefined): string {
  const target = readTargets(text, releases);
  if (target.kind === 'none' || target.kind === 'unreadable') return target.kind;
  const names = namesOf(target);
  const said = names.length === 0 ? '' : ` [${names.join(', ')}]`;
  if (target.kind === 'build') return `${target.build.text} ${target.line ?? 'either'}${said}`;
  const builds = new Set(target.candidates.map(({ build }) => build));
  return `${[target.kind, openAs(target), ...builds].join(' ')}${said}`;
}

it.each([[undefined, 'none'] as Row, ...vectors<Row>('targets')])('readTarget %j → %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it('readTarget reads every label of the table with its family, in any case and order, and every build as itself', () => {
  for (const { family, label, build, line } of releases.all) {
    const text = `${family} ${label}`;
    for (const form of [text, text.toUpperCase(), `${label} ${family}`.toLowerCase(), `${family} ${build}`])
      expect(read(form), form).toBe(`${build} ${line}`);
    expect(read(build)).toContain(`${build} `);
    expect(read(`${build}.77`)).toContain(`${build}.77 `);
  }
});

/** Phrases of an edition, without a family or a release. */
const PHRASES = Object.keys(SAID)
  .map((text) =>
    text.replace(/\b(?:Windows|10|11|24H2|23H2|2021|2016|2|version|\(x64\)|,)(?=\W|$)/g, '').trim(),
  )
  .map((text) =>
    text
      .replace(/[\s,]+/g, ' ')
      .replace(' (x64)', '')
      .replace('multi session', 'multi-session'),
  )
  .filter((text) => text !== '' && !/LTS[CB]/.test(text));
const isHoloLens = (phrase: string) => /holo/i.test(phrase);

const RELEASES = releases.all.flatMap(({ family, label, build }) => [
  [family, label],
  [label],
  [build],
  [`${build}.77`],
  [family, build],
  [family],
]);
const CASING = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
];

it('a readable text with edition words has phrases to add', () => {
  expect(PHRASES.length).toBeGreaterThanOrEqual(30);
  for (const phrase of PHRASES) expect(namesOf(readTarget(phrase, releases)), phrase).toHaveLength(1);
});

it('a readable text with edition words stays readable, in any order and case', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RELEASES),
      fc.constantFrom(...PHRASES),
      fc.constantFrom(...CASING),
      fc.constantFrom('', 'x64'),
      fc.nat(),
      (parts, phrase, casing, architecture, seed) => {
        const bare = readTarget(parts.join(' '), releases);
        fc.pre(bare.kind !== 'unreadable');
        const words = shuffled(phrase.split(' '), seed).join(' ');
        const all = [...parts, words, ...(architecture === '' ? [] : [architecture])];
        const text = casing(shuffled(all, seed).join(' '));
        const target = readTarget(text, releases);
        expect(target.kind, text).not.toBe('unreadable');
        expect(namesOf(target), text).toHaveLength(1);
        // The edition says nothing of the build.
        if (bare.kind === 'build' && target.kind === 'build') expect(target.build).toEqual(bare.build);
        if (bare.kind === 'build' && bare.line !== 'server' && !isHoloLens(phrase)) {
          expect(target.kind, text).toBe('build');
        }
      },
    ),
    { numRuns: 5000 },
  );
});

it('a readable text with edition words is of the client where client and server share the build', () => {
  const shared = releases.all.filter(({ parsed }) => {
    const lines = new Set(releases.of(parsed.order).map(({ line }) => line));
    return lines.size === 2 && parsed.text.startsWith('10.');
  });
  expect(shared.length).toBeGreaterThan(10);
  for (const { build } of shared) {
    for (const phrase of PHRASES) expect(read(`${phrase} ${build}`)).toMatch(`${build} client [`);
    for (const word of ['Datacenter', 'standard', 'ESSENTIALS']) {
      expect(read(`${build} ${word}`)).toBe(`${build} server`);
    }
  }
});

/** A permutation that the seed decides. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const rest = [...items];
  const all: T[] = [];
  let number = seed;
  while (rest.length > 0) {
    all.push(...rest.splice(number % rest.length, 1));
    number = Math.floor(number / 7) + all.length;
  }
  return all;
}
