/** The setting record: the specification's fields, languages, and what is absent. */
import { describe, expect, it } from 'vitest';
import { record, setting } from '../answers.ts';
import { fixture, ROOT } from './fixture.ts';

const ask = await fixture();

describe('a record', () => {
  it('is given by slug and by policyId, in any case, and only by these', async () => {
    for (const asked of [
      'a.plain',
      'A.PLAIN',
      'Example.Policies.Test::Plain',
      'example.policies.test::PLAIN',
    ]) {
      const answer = await setting(ask, asked);
      expect(answer?.query).toEqual({ slug: 'a.plain', lang: 'en-US' });
      expect(answer?.result.matches).toEqual([answer?.result.setting]);
    }
    for (const asked of ['a.plai', 'Example.Policies.Test::', '::Plain', 'Example.Policies.Test:Plain'])
      expect(await setting(ask, asked)).toBeUndefined();
  });

  it('carries what is known, and nothing for what is not', async () => {
    const node = {
      omaUri: './Device/Vendor/MSFT/Policy/Config/Area/Plain',
      scope: 'Device',
      minOs:
        'Windows 10, version 2004 [10.0.19041.1202] and later | Windows 11, version 21H2 [10.0.22000] and later',
      learnUrl: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-area#plain',
    };
    expect(await record(ask, 'a.plain')).toEqual({
      slug: 'a.plain',
      lang: 'en-US',
      name: 'Plain',
      displayName: 'Plain title',
      class: 'Machine',
      registryKey: `${ROOT}\\Plain`,
      valueName: 'On',
      source: 'newer',
      sourceVersion: 'N',
      confidence: 'official',
      policyId: 'Example.Policies.Test::Plain',
      namespace: 'Example.Policies.Test',
      admxFile: 'a.admx',
      categoryPath: [],
      supportedOn: 'At least Windows Server 2016 or Windows 10',
      csp: {
        ...node,
        omaUris: { Device: node.omaUri },
        via: 'policy',
        admxBacked: true,
        payloads: { enabled: '<enabled/>', disabled: '<disabled/>' },
        store: { key: 'SOFTWARE\\Microsoft\\PolicyManager\\current\\device\\Area', value: 'Plain' },
        source: 'policy-ddf',
        sourceVersion: 'D',
      },
      firstSeen: '2025-01-01',
      lastModified: '2025-01-01',
      registryType: 'REG_DWORD',
      enabledValue: '1',
      enabledValueKind: 'decimal',
      disabledValueKind: 'delete',
      stateValues: [],
      elements: [],
      learnUrl: node.learnUrl,
    });
  });

  it('without a mapping is confidence none with a reason, not an error', async () => {
    const answer = await setting(ask, 'a.unmapped', 'fr-FR');
    expect(answer).toMatchObject({ confidence: 'none', result: { setting: { confidence: 'none' } } });
    expect(answer?.result.reason).toBe(
      'Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour a.unmapped.',
    );
    expect(answer?.result.setting).not.toHaveProperty('csp');
    expect((await setting(ask, 'a.plain'))?.result).not.toHaveProperty('reason');
  });

  it('names the node of each element', async () => {
    const { csp, confidence } = await record(ask, 'a.parts');
    expect(confidence).toBe('official');
    expect(csp).not.toHaveProperty('omaUri');
    expect(Object.entries(csp?.elements ?? {}).map(([id, { omaUri }]) => [id, omaUri])).toEqual([
      ['EndId', './Device/Vendor/MSFT/Policy/Config/Area/End'],
      ['StartId', './Device/Vendor/MSFT/Policy/Config/Area/Start'],
    ]);
  });

  it('says which of its texts stand in another language', async () => {
    const answer = await setting(ask, 'a.halffrench', 'fr-FR');
    expect(answer?.result.setting).toMatchObject({
      lang: 'fr-FR',
      displayName: 'À moitié',
      categoryPath: ['Sommet'],
      elements: [{ id: 'b', label: 'Tick me' }],
      textFallbacks: { 'elements/b/label': 'en-US' },
    });
    expect(answer?.warnings).toEqual([
      'Certains textes manquent à cette version du jeu de données dans la langue demandée et sont servis en en-US : elements/b/label.',
    ]);
    expect((await setting(ask, 'a.halffrench', 'en-US'))?.warnings).toEqual([]);
  });

  it('whose title a language lacks is served in one that has it, with a warning', async () => {
    const french = await setting(ask, 'a.frenchonly', 'en-US');
    expect(french?.result.setting).toMatchObject({ lang: 'fr-FR', displayName: 'Seulement en français' });
    expect(french?.warnings).toEqual([
      'This dataset version has no en-US text for a.frenchonly; the fr-FR text is served.',
    ]);
    const nameless = await setting(ask, 'a.nameless', 'fr-FR');
    expect(nameless?.result.setting).not.toHaveProperty('displayName');
    expect(nameless?.warnings).toEqual([
      'Cette version du jeu de données n’a de titre dans aucune langue pour a.nameless.',
    ]);
  });
});
