/** Real questions of which the answer is known, over the committed facts. */
import { describe, expect, it } from 'vitest';
import { csp, matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const { ask } = await corpus();

const UPDATE = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';

describe('NoAutoUpdate', () => {
  it('is written by AutoUpdateCfg itself, and second by a list of another policy', async () => {
    const { result, warnings, confidence } = await resolve(ask, `${UPDATE}\\AU`, 'NoAutoUpdate');
    expect(result.matches).toMatchObject([
      {
        slug: 'windowsupdate.autoupdatecfg',
        name: 'AutoUpdateCfg',
        displayName: 'Configure Automatic Updates',
      },
      {
        slug: 'icm.internetmanagement_restrictcommunication_2',
        displayName: 'Restrict Internet communication',
      },
    ]);
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^Several settings write .*windowsupdate\.autoupdatecfg, icm\.internetmanagement_restrictcommunication_2/,
      ),
    );
    // Only elements of AutoUpdateCfg are mapped: of this value there is no mapping, of the other setting there is.
    expect(warnings).toContain(
      'No MDM (CSP) mapping is documented in this dataset version for this registry value of windowsupdate.autoupdatecfg.',
    );
    expect(confidence).toBe('official');
  });

  it('has its French title', async () => {
    const { result, warnings } = await resolve(ask, `${UPDATE}\\AU`, 'NoAutoUpdate', { lang: 'fr-FR' });
    expect(matchesOf({ result } as Parameters<typeof matchesOf>[0])[0]).toMatchObject({
      lang: 'fr-FR',
      displayName: 'Configuration du service Mises à jour automatiques',
    });
    expect(warnings.some((each) => each.includes('Aucun texte fr-FR'))).toBe(false);
  });
});

describe('ActiveHoursEnd', () => {
  const URI = './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd';

  it('carries its own node, and the node leads back to it', async () => {
    const [match] = matchesOf(await resolve(ask, UPDATE, 'ActiveHoursEnd'));
    expect(match).toMatchObject({ slug: 'windowsupdate.activehours', csp: { omaUri: URI } });
    const [sibling] = matchesOf(await resolve(ask, UPDATE, 'ActiveHoursStart'));
    expect(sibling?.csp?.omaUri).toBe(URI.replace('End', 'Start'));
    expect(matchesOf(await csp(ask, URI))).toMatchObject([
      { slug: 'windowsupdate.activehours', valueName: 'ActiveHoursEnd', csp: { scope: 'Device' } },
    ]);
  });

  it.each([
    ['en-US', 'give the family'],
    ['fr-FR', 'indiquez la famille'],
  ])('for 22H2 is unknown, with both candidates (%s)', async (lang, words) => {
    const { result, query } = await resolve(ask, UPDATE, 'ActiveHoursEnd', { lang, targetOs: '22H2' });
    expect(query.targetOs).toBe('22H2');
    expect(result.compatibility?.verdict).toBe('unknown');
    expect(result.compatibility?.candidates?.map(({ build }) => build)).toEqual(['10.0.19045', '10.0.22621']);
    for (const text of ['10.0.19045', '10.0.22621']) expect(result.compatibility?.reason).toContain(text);
    expect(result.compatibility?.reason.toLowerCase()).toContain(words);
  });
});

describe('other products', () => {
  it('Firefox is mapped by ingestion of its template, which is derived', async () => {
    const key = 'HKLM\\Software\\Policies\\Mozilla\\Firefox';
    const { confidence, result, provenance } = await resolve(ask, key, 'DisableTelemetry');
    expect(result.matches).toMatchObject([
      {
        slug: 'firefox.disabletelemetry',
        source: 'firefox',
        confidence: 'derived',
        csp: {
          via: 'admx-ingestion',
          omaUri: './Device/Vendor/MSFT/Policy/Config/Firefox~Policy~firefox/DisableTelemetry',
          ingest: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Firefox/Policy/FirefoxAdmx',
        },
      },
    ]);
    expect(confidence).toBe('derived');
    expect(provenance?.source).toBe('firefox');
  });

  it.each(['en-US', 'fr-FR'])(
    'a Windows policy without a node has none, and that is an answer (%s)',
    async (lang) => {
      const { confidence, result, provenance } = await resolve(
        ask,
        'HKLM\\Software\\Policies\\Microsoft\\Windows\\LanmanServer',
        'EnableAuthRateLimiter',
        { lang },
      );
      expect(result.matches).toMatchObject([
        { slug: 'lanmanserver.pol_enableauthratelimiter', confidence: 'none' },
      ]);
      expect(confidence).toBe('none');
      expect(result.reason).toContain('lanmanserver.pol_enableauthratelimiter');
      expect(provenance?.source).toBe('windows-11');
    },
  );

  it('Chrome’s list of extensions takes any number, and says that it is a list', async () => {
    const key = 'HKLM\\Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist';
    const answer = await resolve(ask, key, '1');
    const [match] = matchesOf(answer);
    expect(match).toMatchObject({ name: 'ExtensionInstallForcelist', list: { explicitValue: false } });
    expect(answer.warnings.join()).toContain('its values are named 1, 2 and so on');
    expect(matchesOf(await resolve(ask, key, '4711'))[0]?.slug).toBe(match?.slug);
    for (const name of ['0', '00', '01']) expect(matchesOf(await resolve(ask, key, name))).toEqual([]);
  });
});

it('an instruction of Registry.pol on the value without a name calls it as a key’s default is called', async () => {
  const { warnings } = await resolve(ask, UPDATE, '**del.');
  expect(warnings.join()).toContain('it deletes the value (default). The answer is for (default).');
});
