/** `csp` over the same small dataset. */
import { describe, expect, it } from 'vitest';
import { csp, matchesOf } from '../answers.ts';
import { fixture, ROOT } from './fixture.ts';

const ask = await fixture();

const AREA = './Device/Vendor/MSFT/Policy/Config/Area';

describe('csp', () => {
  it.each([
    `${AREA}/Plain`,
    `${AREA.toUpperCase()}/PLAIN/`,
    './Vendor/MSFT/Policy/Config/Area/Plain',
    'Device/Vendor/MSFT/Policy/Config/Area/Plain',
  ])('finds the way back from %s', async (uri) => {
    const answer = await csp(ask, uri);
    expect(answer).toMatchObject({
      query: { omaUri: `${AREA}/Plain`.toLowerCase(), lang: 'en-US', scope: 'Device' },
      confidence: 'official',
      provenance: { source: 'newer', sourceVersion: 'N' },
      warnings: [],
    });
    expect(answer.result.matches).toMatchObject([
      {
        slug: 'a.plain',
        registryKey: `${ROOT}\\Plain`,
        valueName: 'On',
        csp: {
          omaUri: `${AREA}/Plain`,
          scope: 'Device',
          minOs:
            'Windows 10, version 2004 [10.0.19041.1202] and later | Windows 11, version 21H2 [10.0.22000] and later',
          source: 'policy-ddf',
          sourceVersion: 'D',
        },
      },
    ]);
  });

  it('of a registry key says which question it is for, and of an unknown node does not', async () => {
    const told = 'What is given as omaUri is a registry key: resolve answers for registry values.';
    for (const key of [
      `HKLM\\${ROOT}\\Plain`,
      `HKEY_CURRENT_USER\\${ROOT}`,
      `Computer\\HKEY_LOCAL_MACHINE\\${ROOT}`,
    ])
      expect((await csp(ask, key)).warnings).toContain(told);
    for (const uri of [`${AREA}/Nothing`, 'device_vendor_msft_nothing', './User/Vendor/MSFT/x'])
      expect((await csp(ask, uri)).warnings).not.toContain(told);
  });

  it('answers a node of one element with that element’s value', async () => {
    const [match, ...others] = matchesOf(await csp(ask, `${AREA}/End`));
    expect(match).toMatchObject({ elementId: 'EndId', valueName: 'End', csp: { omaUri: `${AREA}/End` } });
    expect(others).toEqual([]);
  });

  it('answers each scope with its own node', async () => {
    const [device] = matchesOf(await csp(ask, `${AREA}/Twin`));
    const [user] = matchesOf(await csp(ask, `${AREA.replace('Device', 'User')}/Twin`));
    expect(device?.csp).toMatchObject({ scope: 'Device', minOs: expect.stringContaining('[10.0.19041]') });
    expect(user?.csp).toMatchObject({ scope: 'User', minOs: '[10.0.20348] and later' });
    expect(user?.csp?.omaUris).toEqual(device?.csp?.omaUris);
  });

  it('reads a Result path as its Config twin, with a warning', async () => {
    const { query, result, warnings } = await csp(ask, `${AREA.replace('Config', 'Result')}/Plain`);
    expect(query.omaUri).toBe(`${AREA}/Plain`.toLowerCase());
    expect(result.matches).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining('the same node under Policy/Config')]);
  });

  it('follows the path where the scope asked for contradicts it', async () => {
    const { query, result, warnings } = await csp(ask, `${AREA}/Plain`, { scope: 'User' });
    expect(query.scope).toBe('Device');
    expect(result.matches).toHaveLength(1);
    expect(warnings).toEqual([
      'The scope User contradicts the path, whose scope is Device; the path was followed.',
    ]);
    expect((await csp(ask, `${AREA}/Plain`, { scope: 'Device' })).warnings).toEqual([]);
  });

  it('says of a node without a setting that it is documented, and of others that they are not', async () => {
    for (const [name, lang, words] of [
      ['Documented', 'en-US', 'is documented, but no registry setting'],
      ['Documented', 'fr-FR', 'est documenté, mais aucun paramètre de registre'],
      // The vendor's scope contradicts the setting's class: no mapping, but a documented node.
      ['UserOnly', 'en-US', 'is documented, but no registry setting'],
    ] as const) {
      const answer = await csp(ask, `${AREA}/${name}`, { lang });
      expect(answer).toMatchObject({
        confidence: 'none',
        provenance: { source: 'policy-ddf', sourceVersion: 'D' },
        result: {
          matches: [],
          node: { omaUri: `${AREA}/${name}`, scope: 'Device', minOs: expect.any(String) },
        },
      });
      expect(answer.result.reason).toContain(words);
    }
    const undocumented = await csp(ask, './Device/Vendor/MSFT/Nothing', { lang: 'fr-FR' });
    expect(undocumented).toMatchObject({ confidence: 'none', result: { matches: [] } });
    expect(undocumented.result.reason).toContain('n’est pas documenté');
    expect(undocumented.result).not.toHaveProperty('node');
    expect(undocumented).not.toHaveProperty('provenance');
  });

  it('finds nodes whose names are made at run time, and never an empty name', async () => {
    const { result, warnings } = await csp(ask, `${AREA}/Anything/Size`);
    expect(result.node?.omaUri).toBe(`${AREA}/{}/Size`);
    expect(warnings).toEqual([expect.stringContaining('area/{}/size')]);
    expect((await csp(ask, `${AREA}//Size`)).result).not.toHaveProperty('node');
    // What stands there by name is no made-up name.
    expect((await csp(ask, `${AREA}/Plain`)).warnings).toEqual([]);
  });
});
