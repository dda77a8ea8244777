/** Edition words in a `targetOs`: they choose a client or a server, and never make a text unreadable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTarget, type Target } from '../../runtime/verdict/index.ts';
import { SAID } from './editions.ts';
import { releases } from './releases.ts';

/** `client 10.0.26100 [Enterprise]`. */
function read(text: string): string {
  const target = readTarget(text, releases);
  const names = namesOf(target);
  const said = names.length === 0 ? '' : ` [${names.join(', ')}]`;
  if (target.kind === 'build') return `${target.line ?? 'either'} ${target.build.text}${said}`;
  if (target.kind === 'ambiguous') return `ambiguous ${target.why}${said}`;
  if (target.kind !== 'contradictory') return target.kind;
  return `contradictory ${target.build === undefined ? 'label' : 'build'}${said}`;
}

const namesOf = (target: Target) =>
  'editions' in target ? (target.editions?.map(({ name }) => name) ?? []) : [];

describe('edition words', () => {
  it.each([
    // They choose where both product lines fit.
    ['26100 Enterprise', 'client 10.0.26100 [Enterprise]'],
    ['Home 17763.5329', 'client 10.0.17763.5329 [Home]'],
    ['1809 Pro', 'client 10.0.17763 [Pro]'],
    ['24H2 IoT Enterprise LTSC', 'client 10.0.26100 [IoT Enterprise LTSC]'],
    ['20H2 Education', 'client 10.0.19042 [Education]'],
    ['10.0.90000 Pro', 'client 10.0.90000 [Pro]'],
    ['Datacenter 26100', 'server 10.0.26100'],
    ['DATACENTER 24H2', 'server 10.0.26100'],
    ['20H2 Standard', 'server 10.0.19042'],
    ['23H2 Datacenter', 'server 10.0.25398'],
    ['Essentials 2016', 'server 10.0.14393'],
    ['Datacenter: Azure Edition 26100', 'server 10.0.26100'],
    ['10.0.90000 Datacenter', 'server 10.0.90000'],
    ['23H2 Pro', 'client 10.0.22631 [Pro]'],
    ['22H2 Pro', 'ambiguous label [Pro]'],
    ['22H2 Datacenter', 'ambiguous label'],
    // A word between editions joins nothing else.
    ['Pro and Enterprise 24H2', 'client 10.0.26100 [Pro, Enterprise]'],
    ['Pro and 24H2', 'unreadable'],
    ['Windows 11 24H2 and 23H2 Pro', 'unreadable'],
    ['Windows 10 Team LTSB 2016', 'client 10.0.14393 [Surface Hub, LTSC]'],
    // A family decides.
    ['Windows Server 2008 Enterprise', 'ambiguous label [Enterprise]'],
    ['Windows Server 2008 R2 SP1 Enterprise', 'server 6.1.7601 [Enterprise]'],
    ['Windows 10 1809 Standard', 'client 10.0.17763'],
    ['Windows Server IoT 2022', 'server 10.0.20348 [IoT]'],
    // It contradicts what no release of it has.
    ['Windows 11 Datacenter 24H2', 'contradictory build'],
    ['Windows 10 1809 Education Datacenter', 'contradictory build [Education]'],
    ['Windows 11 Datacenter 10.0.27999', 'contradictory build'],
    ['Windows Server 2022 Home', 'contradictory build [Home]'],
    ['Windows Server 2019 Enterprise', 'contradictory build [Enterprise]'],
    // As good as an edition.
    ['24H2 client', 'client 10.0.26100'],
    ['26100 Workstation', 'client 10.0.26100'],
    // Windows Server had an Enterprise edition until 2008 R2.
    ['6.1.7601 Enterprise', 'either 6.1.7601 [Enterprise]'],
    ['6.1.7601 Professional', 'client 6.1.7601 [Pro]'],
    // LTSC is a channel of both lines.
    ['LTSC 2019', 'ambiguous label [LTSC]'],
    ['LTSC 2019 IoT', 'client 10.0.17763 [IoT Enterprise LTSC]'],
    ['LTSC 2022', 'server 10.0.20348 [LTSC]'],
    ['LTSC 2021', 'client 10.0.19044 [LTSC]'],
    // An edition of one line with a release of the other.
    ['Pro 20348', 'contradictory build [Pro]'],
    ['2022 Pro', 'contradictory build [Pro]'],
    ['22631 Datacenter', 'contradictory build'],
    ['21H1 Datacenter', 'contradictory build'],
    // Words of editions alone.
    ['Windows 10 Team 22H2', 'client 10.0.19045 [Surface Hub]'],
    ['Surface Hub 19045', 'client 10.0.19045 [Surface Hub]'],
    ['Windows 11 AVD 24H2', 'client 10.0.26100 [Enterprise multi-session]'],
    ['win11-team-24h2', 'client 10.0.26100 [Surface Hub]'],
    ['Windows 11 Home & Pro 24H2', 'client 10.0.26100 [Home, Pro]'],
    ['Windows 11 Home+Pro and Education 24H2', 'client 10.0.26100 [Home, Pro, Education]'],
    // HoloLens has builds of its own, and the table has none of its releases.
    ['HoloLens', 'ambiguous edition [Holographic]'],
    ['Windows 10 Holographic 21H2', 'ambiguous edition [Holographic]'],
    ['Windows Holographic 10.0.20348.1501', 'client 10.0.20348.1501 [Holographic]'],
    ['Windows 10 Holographic for Business 17763', 'client 10.0.17763 [Holographic for Business]'],
    // An edition and nothing else.
    ['Enterprise', 'ambiguous edition [Enterprise]'],
    ['Windows Home', 'ambiguous edition [Home]'],
    // What is not an edition's word stays what it is.
    ['Pro -22631', 'unreadable'],
    ['Pro 10.0.-22631', 'unreadable'],
    ['Windows 11 Pro 22H2+', 'unreadable'],
    ['Windows 11 Team 22H2+', 'unreadable'],
    ['Windows 11 Pro 22H2 and later', 'unreadable'],
    ['Windows 11 Pro or Windows 10', 'unreadable'],
    ['Team Fortress 22H2', 'unreadable'],
    ['Team', 'ambiguous edition [Surface Hub]'],
    ['Hub 22H2', 'unreadable'],
    ['Standard', 'unreadable'],
  ])('%s → %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('name what contradicts a build', () => {
    expect(readTarget('Pro 20348', releases)).toMatchObject({ label: 'Pro', build: { text: '10.0.20348' } });
    expect(readTarget('21H1 Datacenter', releases)).toMatchObject({ label: '21H1 Datacenter' });
  });
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

describe('a readable text with edition words', () => {
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

  it('has phrases to add', () => {
    expect(PHRASES.length).toBeGreaterThanOrEqual(30);
    for (const phrase of PHRASES) expect(namesOf(readTarget(phrase, releases)), phrase).toHaveLength(1);
  });

  it('stays readable, in any order and case', () => {
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

  it('is of the client where client and server share the build', () => {
    const shared = releases.all.filter(({ parsed }) => {
      const lines = new Set(releases.of(parsed.order).map(({ line }) => line));
      return lines.size === 2 && parsed.text.startsWith('10.');
    });
    expect(shared.length).toBeGreaterThan(10);
    for (const { build } of shared) {
      for (const phrase of PHRASES) expect(read(`${phrase} ${build}`)).toMatch(`client ${build} [`);
      for (const word of ['Datacenter', 'standard', 'ESSENTIALS']) {
        expect(read(`${build} ${word}`)).toBe(`server ${build}`);
      }
    }
  });
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
