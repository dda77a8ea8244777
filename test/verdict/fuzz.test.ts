import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reasonText } from '../../runtime/messages/index.ts';
import { type Facts, judge, readTarget } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

const FACTS: Facts = {
  supportedOn: 'At least Windows Server 2012, Windows 8 or Windows RT',
  floor: { client: '6.2.9200', server: '6.2.9200' },
  ...nodeOf({ minOs: '[10.0.19041.1202] and later | [10.0.22000] and later' }),
};

function judged(text: string) {
  const target = readTarget(text, releases);
  const judgement = judge(FACTS, target, tables);
  expect(['supported', 'unsupported', 'unverified', 'unknown']).toContain(judgement.verdict);
  for (const lang of ['en-US', 'fr-FR']) {
    expect(reasonText(judgement.reason, lang)).not.toMatch(/undefined|NaN|\[object/);
  }
  if (judgement.verdict !== 'unknown') {
    expect(target.kind).toBe('build');
    expect(judgement.target?.build).toMatch(/^(?:6\.[0-3]|10\.0)\.\d{4,5}(?:\.[1-9]\d{0,4})?$/);
  }
  return target;
}

const WORDS = vectors<string>('target-words');
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 128 }),
    fc
      .tuple(fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }), fc.constantFrom('', ' '))
      .map(([words, glue]) => words.join(glue)),
  )
  .map((each) => each.slice(0, 128));

it('any targetOs gives a verdict for any text, and any heap of words and pieces that it knows', () => {
  fc.assert(
    fc.property(text, (given) => void judged(given)),
    { numRuns: 4000 },
  );
});

it('any targetOs reads numbers as builds only in their range', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (number) => {
      const target = judged(`10.0.${number}`);
      expect(target.kind).toBe(number >= 9800n && number <= 99_999n ? 'build' : 'unreadable');
    }),
  );
});

it('a build alone is read as behind a word that says nothing', () => {
  const ends = ['', '.0', '.00', '.1', '.99999', '.100000'];
  for (const build of ['5.1.2600', '6.4.9800', ...releases.all.map((release) => release.build)])
    for (const end of ends) expect(judged(build + end)).toEqual(judged(`build ${build}${end}`));
});

it('any targetOs does not read what is longer than the edge lets through', () => {
  expect(readTarget(`22631${' '.repeat(200)}`, releases).kind).toBe('unreadable');
});
