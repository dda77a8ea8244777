/** Versions of one product line become one set of settings. */
import { describe, expect, it } from 'vitest';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import { adml, admx, importFiles, pack, policy, settingsOf, source, version } from './fixture.ts';

const value = (n: number) => `<value><decimal value="${n}"/></value>`;
const choices = (...values: number[]) =>
  `<elements><enum id="e" valueName="E">${values.map((n) => `<item displayName="$(string.I${n})">${value(n)}</item>`).join('')}</enum></elements>`;

const strings = (lang: string, names: string[]) =>
  Object.fromEntries([...names, 'I1', 'I2', 'I3'].map((name) => [name, `${name} ${lang}`]));

/** Two sources of one line, declared newest first: dates decide, not the order of the manifest. */
const SOURCES: SourceDeclaration[] = [
  source({ id: 'new', versions: [version('N', '2025-05-05')] }),
  source({
    id: 'old',
    versions: [version('O1', '2020-01-01', ['fr-FR']), version('O2', '2022-02', ['fr-FR', 'en-US'])],
  }),
];

const FILES = {
  'old/O1/Was-Here.admx': admx(`${policy('Same', choices(1, 2))}\n${policy('Gone')}`),
  'old/O1/fr-FR/Was-Here.adml': adml(strings('fr 1', ['Same', 'Gone'])),
  'old/O2/Was-Here.admx': admx(`${policy('Same', choices(1, 2))}\n${policy('Changed', choices(1, 2))}`),
  'old/O2/fr-FR/Was-Here.adml': adml(strings('fr 2', ['Same', 'Changed'])),
  'old/O2/en-US/Was-Here.adml': adml({
    ...strings('en-N', ['Same']),
    ...{ Changed: 'Changed en 2', I2: 'I2 en 2' },
  }),
  ...pack(
    admx(`${policy('Same', choices(3, 1))}\n${policy('Changed', choices(1, 2))}\n${policy('Fresh')}`),
    strings('en N', ['Same', 'Changed', 'Fresh']),
    'new/N/Is_There',
  ),
};

describe('a product line', () => {
  it('pairs the labels of items with one value by their order, where their number is the same', async () => {
    const items = (...names: string[]) =>
      `<elements><enum id="e" valueName="E">${names.map((name) => `<item displayName="$(string.${name})">${value(1)}</item>`).join('')}</enum></elements>`;
    const facts = await importFiles(
      {
        'old/O1/A.admx': admx(
          [policy('Same', items('I1', 'I2')), policy('More', items('I1', 'I2'))].join('\n'),
        ),
        'old/O1/fr-FR/A.adml': adml(strings('fr', ['Same', 'More'])),
        ...pack(
          admx([policy('Same', items('I3', 'I1')), policy('More', items('I1', 'I2', 'I3'))].join('\n')),
          strings('en', ['Same', 'More']),
          'new/N/A',
        ),
      },
      [
        source({ id: 'new', versions: [version('N', '2025-05-05')] }),
        source({ id: 'old', versions: [version('O1', '2020-01-01', ['fr-FR'])] }),
      ],
    );
    expect(settingsOf(facts).get('Same')?.text['fr-FR']?.items).toEqual({ e: ['I1 fr', 'I2 fr'] });
    expect(settingsOf(facts).get('More')?.text['fr-FR']?.items).toBeUndefined();
  });

  it('takes facts from the newest version and languages from older ones', async () => {
    const facts = await importFiles(FILES, SOURCES);
    const all = settingsOf(facts);
    expect(all.get('Same')).toMatchObject({
      slug: 'is_there.same',
      admx: 'Is_There.admx',
      formerAdmx: ['was-here.admx'],
      version: 'N',
      firstSeen: '2020-01-01',
      lastModified: '2025-05-05',
      text: {
        'en-US': { displayName: 'Same en N', items: { e: ['I3 en N', 'I1 en N'] } },
        // Items keep their label by value: 3 has no French one, and 2 is gone.
        'fr-FR': { displayName: 'Same fr 2', items: { e: [null, 'I1 fr 2'] } },
      },
    });
    expect(facts.settings.get('new')?.map(({ slug }) => slug)).toEqual([
      'is_there.changed',
      'is_there.fresh',
      'is_there.same',
    ]);
    expect(facts.settings.get('old')?.map(({ slug, version }) => [slug, version])).toEqual([
      ['was-here.gone', 'O1'],
    ]);
    expect(all.get('Fresh')).toMatchObject({ firstSeen: '2025-05-05', lastModified: '2025-05-05' });
    expect(all.get('Same')?.seenIn).toEqual(['O1', 'O2']);
    expect(all.get('Fresh')?.seenIn).toBeUndefined();
    expect(all.get('Gone')).toMatchObject({
      firstSeen: '2020-01-01',
      text: { 'fr-FR': { displayName: 'Gone fr 1' } },
    });
    // A text that both versions have and that differs is a change.
    expect(all.get('Changed')).toMatchObject({ firstSeen: '2022-02', lastModified: '2025-05-05' });
    // What translates another English text than today's is left out.
    expect(all.get('Changed')?.text['fr-FR']).toEqual({ items: { e: ['I1 fr 2', null] } });
  });

  it('dates no change where only a language came or went', async () => {
    const french = version('1', '2020-01-01', ['fr-FR']);
    const sources = [source({ versions: [french, version('2', '2021-01-01'), version('3', '2022-01-01')] })];
    const files = {
      'fixture/1/a.admx': admx(policy('One')),
      'fixture/1/fr-FR/a.adml': adml({ One: 'Un' }),
      ...pack(admx(policy('One')), { One: 'One' }, 'fixture/2/a'),
      ...pack(admx(policy('One')), { One: 'One' }, 'fixture/3/A'),
    };
    const one = settingsOf(await importFiles(files, sources)).get('One');
    const { firstSeen, lastModified, text, formerAdmx } = one ?? {};
    expect({ firstSeen, lastModified, version: one?.version, text, formerAdmx }).toEqual({
      firstSeen: '2020-01-01',
      lastModified: '2020-01-01',
      version: '3',
      formerAdmx: undefined,
      text: { 'fr-FR': { displayName: 'Un' }, 'en-US': { displayName: 'One' } },
    });
  });

  it('keeps a slug that was given earlier, though the file was renamed', async () => {
    const knownSlugs = new Map([['example.policies.test::same', 'was-here.same']]);
    const facts = await importFiles(FILES, SOURCES, { knownSlugs });
    expect(settingsOf(facts).get('Same')?.slug).toBe('was-here.same');
  });
});

describe('two product lines', () => {
  const lines = [
    source({ id: 'one', line: 'one', versions: [version('1', '2021-01-01')] }),
    source({ id: 'two', line: 'two', versions: [version('2', '2020-01-01')] }),
  ];

  it('that document one policy give one setting, of the newer', async () => {
    const facts = await importFiles(
      {
        ...pack(admx(policy('Both', '', { attrs: 'valueName="New"' })), { Both: 'New' }, 'one/1/a'),
        ...pack(admx(policy('Both', '', { attrs: 'valueName="Old"' })), { Both: 'Old' }, 'two/2/a'),
      },
      lines,
    );
    expect(facts.settings.get('two')).toEqual([]);
    expect(facts.settings.get('one')).toMatchObject([{ valueName: 'New', firstSeen: '2020-01-01' }]);
    expect(facts.report.shared).toEqual(['Example.Policies.Test::Both (one, two)']);
  });

  it('whose policies come to one slug keep both, each under its own, whatever the order', async () => {
    const files = {
      ...pack(admx(policy('P'), { namespace: 'Z.First' }), { P: 'Z' }, 'one/1/a'),
      ...pack(admx(policy('P'), { namespace: 'A.Second' }), { P: 'A' }, 'two/2/a'),
    };
    const slugs = async (sources: SourceDeclaration[]) => {
      const facts = await importFiles(files, sources);
      return [...facts.settings.values()]
        .flat()
        .map(({ policyId, slug }) => `${policyId} ${slug}`)
        .sort();
    };
    const found = await slugs(lines);
    expect(found).toEqual(['A.Second::P a.p', expect.stringMatching(/^Z\.First::P a\.p-[0-9a-f]{8}$/)]);
    expect(await slugs([...lines].reverse())).toEqual(found);
  });
});
