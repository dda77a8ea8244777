/** `resolve` over a small dataset of which every answer is known. */
import { describe, expect, it } from 'vitest';
import { matchesOf, resolve } from '../answers.ts';
import { fixture, ROOT } from './fixture.ts';

const ask = await fixture();

describe('the key', () => {
  const KEY = `${ROOT}\\Plain`;
  const SID = 'S-1-5-21-1-2-3-1001';

  it.each([
    [`HKLM\\${KEY}`, 'HKLM'],
    [`HKEY_LOCAL_MACHINE\\${KEY}\\`, 'HKLM'],
    [`hklm:\\${KEY.toUpperCase()}`, 'HKLM'],
    [`Registry::HKEY_LOCAL_MACHINE\\${KEY}`, 'HKLM'],
    [`Microsoft.PowerShell.Core\\Registry::HKEY_LOCAL_MACHINE\\${KEY}`, 'HKLM'],
    [`Computer\\HKEY_LOCAL_MACHINE\\${KEY}`, 'HKLM'],
    [`[HKEY_LOCAL_MACHINE\\${KEY}]`, 'HKLM'],
    [`MACHINE\\${KEY}`, 'HKLM'],
    [`HKLM/${KEY.replaceAll('\\', '/')}/`, 'HKLM'],
    [`HKLM\\\\${KEY.replaceAll('\\', '\\\\')}`, 'HKLM'],
    [` ${KEY} `, null],
  ])('%s is found', async (key, hive) => {
    const { query, warnings, result } = await resolve(ask, key, 'ON');
    expect(query).toEqual({ key: KEY.toLowerCase(), value: 'on', lang: 'en-US', hive, targetOs: null });
    expect(result.matches).toMatchObject([{ slug: 'a.plain', registryKey: KEY, valueName: 'On' }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [`HKCU\\${KEY}`, 'HKCU', 1],
    [`HKU\\${SID}\\${KEY}`, 'HKCU', 2],
    [`HKEY_USERS\\${SID}\\${KEY}`, 'HKCU', 2],
    [`USER\\${KEY}`, 'HKCU', 1],
  ])('%s is found, with the warning that the class writes to HKLM', async (key, hive, warned) => {
    const { query, warnings, result } = await resolve(ask, key, 'On');
    expect(query.hive).toBe(hive);
    expect(result.matches).toHaveLength(1);
    expect(warnings).toHaveLength(warned);
    expect(warnings.at(-1)).toBe('a.plain is documented for HKLM, not for HKCU; ask with HKLM.');
  });

  it('of a user setting warns the other way, and of one for both not at all', async () => {
    expect((await resolve(ask, `HKLM\\${ROOT}\\UserOnly`, 'On')).warnings).toEqual([
      'a.useronly is documented for HKCU, not for HKLM; ask with HKCU.',
    ]);
    for (const hive of ['HKLM', 'HKCU'])
      expect((await resolve(ask, `${hive}\\${ROOT}\\Twin`, 'On')).warnings).toEqual([]);
  });

  it('of a key with an end that cannot be seen finds nothing and says why', async () => {
    for (const blank of ['\u00a0', '\u3000', '\u2028', '\ufeff', '\u200b']) {
      for (const key of [`HKLM\\${KEY}${blank}`, `${blank}HKLM\\${KEY}`]) {
        const { result, warnings } = await resolve(ask, key, 'On');
        expect(result.matches).toEqual([]);
        expect(warnings.join()).toContain('cannot be seen');
      }
    }
  });

  it('of a value name with such an end, or a blank there, finds nothing and says why', async () => {
    for (const blank of [' ', '\t', '\u00a0', '\u200b']) {
      for (const name of [`On${blank}`, `${blank}On`]) {
        const { result, warnings } = await resolve(ask, `HKLM\\${KEY}`, name);
        expect(result.matches).toEqual([]);
        expect(warnings.join()).toContain('cannot be seen');
      }
    }
    expect((await resolve(ask, `HKLM\\${KEY}`, 'O n')).warnings).toEqual([]);
  });

  it('under hives without policies finds nothing and says why', async () => {
    for (const hive of ['HKCR', 'HKCC', 'HKPD', 'HKU\\.DEFAULT', 'HKEY_USERS\\Loaded']) {
      const { result, confidence } = await resolve(ask, `${hive}\\${KEY}`, 'On');
      expect(result).toMatchObject({
        matches: [],
        reason: expect.stringContaining('No policy is documented under'),
      });
      expect(result.nearest).toBeUndefined();
      expect(confidence).toBe('none');
    }
    expect((await resolve(ask, 'HKLM\\', 'On')).result.reason).toContain('a hive alone');
    expect((await resolve(ask, 'HKCR\\Software\\With/Slash', 'On')).query.key).toBe('software\\with/slash');
  });

  it('keeps a slash that the vendor wrote', async () => {
    for (const key of [`${ROOT}\\with/slash`, `${ROOT.replaceAll('\\', '\\\\')}\\With/Slash`]) {
      const { query, result } = await resolve(ask, key, 'On');
      expect(result.matches).toMatchObject([{ slug: 'a.slash' }]);
      expect(query.key).toBe(`${ROOT}\\with/slash`.toLowerCase());
    }
    expect((await resolve(ask, `${ROOT}\\with\\slash`, 'On')).result.matches).toEqual([]);
  });
});

describe('several settings that write one pair', () => {
  const ORDER = ['a.aown', 'a.zown', 'o.aaown', 'a.belement', 'a.citem', 'a.dlisted'];

  it('stand in their order: own value, newest source first, element, list item, list', async () => {
    const { result, warnings, provenance } = await resolve(ask, `HKLM\\${ROOT}\\Shared`, 'S');
    const matches = matchesOf({ result } as Parameters<typeof matchesOf>[0]);
    expect(matches.map(({ slug }) => slug)).toEqual(ORDER);
    expect(matches.map(({ elementId }) => elementId)).toEqual([
      undefined,
      undefined,
      undefined,
      'e',
      undefined,
      'l',
    ]);
    for (const { compatibility } of matches) expect(compatibility?.verdict).toBe('unknown');
    expect(warnings[0]).toBe(
      `Several settings write ${`${ROOT}\\Shared`.toLowerCase()} + s: ${ORDER.join(', ')}. All matches are returned; the agent chooses.`,
    );
    // They come of two sources: no one provenance holds for all.
    expect(provenance).toBeUndefined();
    expect(matches.map(({ source, sourceVersion }) => `${source} ${sourceVersion}`)).toContain('older O');
  });

  it('are named in French too', async () => {
    const { warnings } = await resolve(ask, `HKLM\\${ROOT}\\Shared`, 'S', { lang: 'fr-FR' });
    expect(warnings[0]).toMatch(/^Plusieurs paramètres écrivent /);
    expect(warnings).toContain(
      `Cette version du jeu de données n’a pas de texte fr-FR pour ${ORDER.join(', ')} ; le texte en-US est servi.`,
    );
  });
});

describe('the mapping of a match', () => {
  it('is the element’s own node, never a sibling’s, nor that of a value which has none', async () => {
    const of = async (value: string) => resolve(ask, `HKLM\\${ROOT}\\Parts`, value);
    const [start, end, own] = [await of('Start'), await of('End'), await of('Own')];
    expect(matchesOf(start)[0]?.csp?.omaUri).toBe('./Device/Vendor/MSFT/Policy/Config/Area/Start');
    expect(matchesOf(end)[0]?.csp?.omaUri).toBe('./Device/Vendor/MSFT/Policy/Config/Area/End');
    expect(start.confidence).toBe('official');
    expect(matchesOf(own)[0]).not.toHaveProperty('csp');
    expect(own).toMatchObject({
      confidence: 'none',
      result: { reason: expect.stringContaining('for this registry value of a.parts') },
    });
  });

  it('joins the nodes of both scopes, and is left out where the scope contradicts the class', async () => {
    const [twin] = matchesOf(await resolve(ask, `HKCU\\${ROOT}\\Twin`, 'On'));
    // The hive asked for is a user's.
    expect(twin?.csp).toMatchObject({
      omaUri: './User/Vendor/MSFT/Policy/Config/Area/Twin',
      scope: 'User',
      omaUris: {
        Device: './Device/Vendor/MSFT/Policy/Config/Area/Twin',
        User: './User/Vendor/MSFT/Policy/Config/Area/Twin',
      },
      learnUrl: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-area#twin',
    });
    const user = await resolve(ask, `HKCU\\${ROOT}\\UserOnly`, 'On');
    expect(user.confidence).toBe('none');
    expect(matchesOf(user)[0]).not.toHaveProperty('csp');
  });

  it('is as sure as the vendor is', async () => {
    const { confidence, result } = await resolve(ask, `HKLM\\${ROOT}\\Derived`, 'On');
    expect(confidence).toBe('derived');
    expect(result.reason).toBeUndefined();
    const [old] = matchesOf(await resolve(ask, `HKLM\\${ROOT}\\Old`, 'On'));
    expect(old?.csp).toMatchObject({
      deprecatedFrom: '10.0.22000',
      minOs: expect.stringContaining('[10.0.17763]'),
    });
    const [preview] = matchesOf(await resolve(ask, `HKLM\\${ROOT}\\Preview`, 'On'));
    expect(preview?.csp?.minOs).toBe('Windows Insider Preview');
  });

  it('gives the provenance of the source, with the documentation where there is one', async () => {
    const plain = await resolve(ask, `HKLM\\${ROOT}\\Plain`, 'On');
    expect(plain.provenance).toEqual({
      source: 'newer',
      sourceVersion: 'N',
      learnUrl: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-area#plain',
    });
    const learn = await resolve(ask, `HKLM\\${ROOT}\\Learn`, 'On');
    expect(learn.provenance?.learnUrl).toBe('https://example.org/learn');
    const none = await resolve(ask, `HKLM\\${ROOT}\\Unmapped`, 'On');
    expect(none.provenance).toEqual({ source: 'newer', sourceVersion: 'N' });
  });
});

describe('languages', () => {
  it('fall back to English with a warning, to the only one there is, or to none', async () => {
    const of = async (name: string, lang: string) => {
      const answer = await resolve(ask, `HKLM\\${ROOT}\\${name}`, 'On', { lang });
      const [match] = matchesOf(answer);
      return [match?.lang, match?.displayName, answer.warnings];
    };
    expect(await of('Plain', 'fr-FR')).toEqual([
      'fr-FR',
      'Titre de Plain',
      [
        'Certains textes manquent à cette version du jeu de données dans la langue demandée et sont servis en en-US : supportedOn.',
      ],
    ]);
    expect(await of('Unmapped', 'fr-FR')).toEqual([
      'en-US',
      'Unmapped title',
      ['Cette version du jeu de données n’a pas de texte fr-FR pour a.unmapped ; le texte en-US est servi.'],
    ]);
    expect(await of('FrenchOnly', 'en-US')).toEqual([
      'fr-FR',
      'Seulement en français',
      ['This dataset version has no en-US text for a.frenchonly; the fr-FR text is served.'],
    ]);
    expect(await of('Nameless', 'en-US')).toEqual([
      'en-US',
      undefined,
      ['This dataset version has no title in any language for a.nameless.'],
    ]);
  });
});

describe('a pair that nothing writes', () => {
  it('in the 32-bit view, or elsewhere below HKEY_USERS, gets the documented key as its neighbour, with a warning', async () => {
    const narrow = ROOT.replace(/^Software/i, '$&\\Wow6432Node');
    for (const key of [`HKLM\\${narrow}\\Plain`, `HKLM32\\${ROOT}\\Plain`]) {
      const { result, warnings, confidence } = await resolve(ask, key, 'On');
      expect([result.matches, confidence]).toEqual([[], 'none']);
      expect(result.nearest).toEqual([{ key: `${ROOT}\\Plain`, value: 'On', slug: 'a.plain' }]);
      expect(warnings).toContainEqual(expect.stringContaining('32-bit view'));
    }
    for (const root of ['HKU\\.DEFAULT', 'HKEY_USERS\\<SID>', 'HKU\\%SID%', 'HKU']) {
      const { result, warnings } = await resolve(ask, `${root}\\${ROOT}\\UserOnly`, 'On');
      expect(result.matches).toEqual([]);
      expect(result.nearest).toEqual([{ key: `${ROOT}\\UserOnly`, value: 'On', slug: 'a.useronly' }]);
      expect(warnings).toContainEqual(expect.stringContaining('documented for HKCU'));
    }
    // A setting of the machine says nothing of users.
    const machine = await resolve(ask, `HKU\\.DEFAULT\\${ROOT}\\Plain`, 'On');
    expect(machine.result.nearest).toBeUndefined();
  });

  it('gets at most three neighbours, nearest first, labelled as no match', async () => {
    const { result, provenance, confidence } = await resolve(ask, `HKLM\\${ROOT}\\Parts`, 'Strat');
    expect(result).toMatchObject({
      matches: [],
      compatibility: { verdict: 'unknown' },
      reason: `No documented setting in this dataset version writes ${`${ROOT}\\Parts`.toLowerCase()} + strat.`,
    });
    expect(result.nearest).toEqual([
      { key: `${ROOT}\\Parts`, value: 'Start', slug: 'a.parts' },
      { key: `${ROOT}\\Parts`, value: 'End', slug: 'a.parts' },
      { key: `${ROOT}\\Parts`, value: 'Own', slug: 'a.parts' },
    ]);
    expect(confidence).toBe('none');
    expect(provenance).toBeUndefined();
    const other = await resolve(ask, `HKLM\\${ROOT}\\Plane`, 'On');
    expect(other.result.nearest?.[0]).toEqual({ key: `${ROOT}\\Plain`, value: 'On', slug: 'a.plain' });
    expect((await resolve(ask, 'HKLM\\Software\\Far\\Away', 'Nothing')).result.nearest).toBeUndefined();
  });

  it('whose value is written at the end of its key is named', async () => {
    const { result, warnings } = await resolve(ask, `HKLM\\${ROOT}\\Plain\\on`, '');
    expect(result.matches).toEqual([]);
    expect(result.nearest).toEqual([{ key: `${ROOT}\\Plain`, value: 'On', slug: 'a.plain' }]);
    expect(warnings).toEqual([
      `On is the name of a value of ${ROOT}\\Plain, not a part of the key: give it as value.`,
    ]);
    expect((await resolve(ask, `HKLM\\${ROOT}\\Plain\\on`, 'x')).warnings).toEqual([]);
    expect((await resolve(ask, `HKU\\.DEFAULT\\${ROOT}\\Plain\\on`, '')).result.nearest).toBeUndefined();
  });

  it.each(['./Device/Vendor/MSFT/Policy/Config/Area/Plain', 'device_vendor_msft_policy_config_area_plain'])(
    'that is the node %s says which question it is for',
    async (node) => {
      const { result, warnings } = await resolve(ask, node, '');
      expect(result.matches).toEqual([]);
      expect(warnings).toEqual(['What is given as key is the name of an MDM node: csp answers for nodes.']);
    },
  );

  it('says no such thing of a key that nothing writes', async () => {
    for (const key of ['HKLM\\Software\\device_vendor_x', 'HKLM\\.a\\device', 'Device\\x'])
      expect((await resolve(ask, key, 'On')).warnings).toEqual([]);
  });
});
