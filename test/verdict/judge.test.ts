import { describe, expect, it } from 'vitest';
import type { CspMapping } from '../../runtime/format.ts';
import { combine, type Judged, judge, readTarget } from '../../runtime/verdict/index.ts';
import { releases } from './releases.ts';

const ask = (match: Omit<Judged, 'slug'>, targetOs: string | null, lang = 'en-US') =>
  judge({ slug: 'a.b', ...match }, readTarget(targetOs, releases), releases, lang);

const csp = (facts: Partial<CspMapping>): CspMapping => ({
  omaUri: './Device/X',
  scope: 'Device',
  omaUris: {},
  source: 'policy-ddf',
  sourceVersion: '2025-02',
  ...facts,
});

const VISTA: Omit<Judged, 'slug'> = {
  supportedOn: 'At least Windows Vista',
  floor: { client: '6.0.6000' },
};
const WINDOWS_8: Omit<Judged, 'slug'> = {
  supportedOn: 'At least Windows Server 2012, Windows 8 or Windows RT',
  floor: { client: '6.2.9200', server: '6.2.9200' },
};
const F1: Omit<Judged, 'slug'> = {
  supportedOn: 'At least Windows Server 2016, Windows 10 Version 1709',
  floor: { client: '10.0.16299', why: 'contradiction' },
};

describe('the minimum of the supportedOn text', () => {
  it.each([
    [VISTA, 'Windows 11 23H2', 'supported', '6.0.6000'],
    [VISTA, 'Windows Server 2022', 'unverified', undefined],
    // Client supported, server unverified: the build does not tell which it is.
    [VISTA, '17763', 'unknown', undefined],
    [VISTA, '22631', 'supported', '6.0.6000'],
    [WINDOWS_8, '17763', 'supported', '6.2.9200'],
    [WINDOWS_8, '10.0.90000', 'supported', '6.2.9200'],
    [WINDOWS_8, 'Windows 7 SP1', 'unsupported', '6.2.9200'],
    [WINDOWS_8, 'Windows Server 2008 R2 SP1', 'unsupported', '6.2.9200'],
    [F1, 'Windows 10 1709', 'supported', '10.0.16299'],
    [F1, 'Windows 10 1703', 'unsupported', '10.0.16299'],
    [F1, 'Windows Server 2016', 'unverified', undefined],
    [F1, 'Windows Server 2025', 'unverified', undefined],
    [{ supportedOn: 'Windows Vista only', floor: { why: 'bounded' } }, '22631', 'unverified', undefined],
    [{ supportedOn: 'Windows Vista only', floor: { why: 'bounded' } }, '26100', 'unverified', undefined],
    [{ supportedOn: 'something new' }, '22631', 'unverified', undefined],
    [{}, '22631', 'unknown', undefined],
  ])('%j on %s: %s', (match, targetOs, verdict, required) => {
    const { compatibility } = ask(match, targetOs);
    expect(compatibility.verdict).toBe(verdict);
    expect(compatibility.requiredBuild).toBe(required);
    expect(compatibility.basis).toBe(match.supportedOn === undefined ? undefined : 'supportedOn');
    expect(compatibility.registry).toBeUndefined();
    expect(ask(match, targetOs, 'fr-FR').compatibility.verdict).toBe(verdict);
  });

  it('keeps a minimum per client family where the text names several', () => {
    const match = {
      supportedOn: 'At least Windows Server 2025, Windows 10 Version 21H2, or Windows 11 Version 22H2',
      floor: { client: '10.0.19044 | 10.0.22621', server: '10.0.26100' },
    };
    const verdict = (targetOs: string) => ask(match, targetOs).compatibility.verdict;
    expect(verdict('Windows 10 22H2')).toBe('supported');
    expect(verdict('Windows 10 21H1')).toBe('unsupported');
    expect(verdict('Windows 11 21H2')).toBe('unknown');
    expect(verdict('Windows 11 25H2')).toBe('supported');
    expect(verdict('Windows Server 2022')).toBe('unsupported');
  });

  it('says why, with the text; and which releases a shared build can be', () => {
    const { compatibility } = ask(VISTA, '17763');
    expect(compatibility.reason).toContain(
      'does not tell whether it is a Windows client or a Windows Server',
    );
    expect(compatibility.candidates).toEqual([
      { family: 'Windows 10', label: '1809', build: '10.0.17763', verdict: 'supported' },
      { family: 'Windows Server', label: '2019', build: '10.0.17763', verdict: 'unverified' },
      { family: 'Windows Server', label: '1809', build: '10.0.17763', verdict: 'unverified' },
    ]);
    expect(ask(F1, 'Server 2019').compatibility.reason).toMatch(/1709”.*contradicts itself/);
    expect(ask(VISTA, 'Server 2019').compatibility.reason).toMatch(/names no Windows Server release/);
    expect(ask(VISTA, 'Server 2019', 'fr').compatibility.reason).toMatch(/ne nomme aucune version/);
  });

  it("says that another product's own version is not checked", () => {
    expect(ask({ ...VISTA, hostOnly: true }, '22631').compatibility.reason).toMatch(
      /own version is not checked/,
    );
    expect(ask(VISTA, '22631').compatibility.reason).not.toMatch(/own version/);
  });
});

describe('the MDM minimum beside the registry policy', () => {
  const match = { ...WINDOWS_8, csp: csp({ minOs: 'Windows 10, version 2004 [10.0.19041.1202] and later' }) };

  it('judges both, and warns where they differ', () => {
    const { compatibility, warnings } = ask(match, 'Windows 10 1809');
    expect(compatibility).toMatchObject({
      verdict: 'unsupported',
      basis: 'csp',
      requiredBuild: '10.0.19041.1202',
    });
    expect(compatibility.registry).toMatchObject({
      verdict: 'supported',
      requiredBuild: '6.2.9200',
      supportedOn: WINDOWS_8.supportedOn,
    });
    expect(warnings).toEqual([expect.stringMatching(/^a\.b: .*"unsupported".*MDM.*registry.*"supported"/)]);
  });

  it('does not warn where they agree', () => {
    expect(ask(match, 'Windows 11 24H2').warnings).toEqual([]);
    expect(ask(match, 'Windows 11 24H2').compatibility.registry?.verdict).toBe('supported');
  });

  it('says that no registry minimum is documented where there is no text', () => {
    const { compatibility } = ask({ csp: csp({ minOs: '[10.0.19041] and later' }) }, '22631');
    expect(compatibility.registry).toEqual({
      verdict: 'unknown',
      reason: expect.stringContaining('no minimum'),
    });
  });

  it('goes by supportedOn where the node has no minimum', () => {
    expect(ask({ ...WINDOWS_8, csp: csp({}) }, '22631').compatibility).toMatchObject({
      verdict: 'supported',
      basis: 'supportedOn',
    });
  });

  it('names alternatives without a readable build in a warning', () => {
    const minOs = 'Windows 11, version 22H2 [10.0.22621.2361] and later | Windows Insider Preview';
    const { compatibility, warnings } = ask({ csp: csp({ minOs }) }, '10.0.22621.3000');
    expect(compatibility.verdict).toBe('supported');
    expect(compatibility.requiredBuildAlternatives).toBeUndefined();
    expect(warnings.join()).toContain('Windows Insider Preview');
  });

  it.each([
    ['10.0.26100.712', '10.0.26100.1742', /deprecated from 10\.0\.26100\.712 on\.$/],
    ['10.0.26100.712', 'Windows 11 24H2', /without a revision/],
    ['10.0.26100.712', '10.0.26100.500', undefined],
    ['10.0.26100.712', 'Windows 11 25H2', /deprecated from/],
    ['10.0.26100.712', 'Windows 11 23H2', undefined],
    [true, 'Windows 11 23H2', /names no build/],
  ] as const)('deprecated from %s, asked for %s', (deprecatedFrom, targetOs, warning) => {
    const minOs = '[10.0.10240] and later';
    const { compatibility, warnings } = ask({ ...WINDOWS_8, csp: csp({ minOs, deprecatedFrom }) }, targetOs);
    expect(compatibility.verdict).toBe('supported');
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
  });
});

describe('a target that is no single build', () => {
  const match = { csp: csp({ minOs: 'Windows 11, version 22H2 [10.0.22621] and later' }) };

  it('says that no target OS was given', () => {
    expect(ask(match, null).compatibility).toEqual({ verdict: 'unknown', reason: 'No target OS was given.' });
  });

  it('lists the accepted forms where it was not recognised', () => {
    expect(ask(match, 'Ubuntu').compatibility.reason).toMatch(
      /not recognised.*Windows 11 23H2.*10\.0\.22631/,
    );
  });

  it('lists both candidates with their verdicts and how to tell them apart', () => {
    const { compatibility } = ask(match, '22H2');
    expect(compatibility.verdict).toBe('unknown');
    expect(compatibility.targetBuild).toBeUndefined();
    expect(compatibility.candidates).toEqual([
      { family: 'Windows 10', label: '22H2', build: '10.0.19045', verdict: 'unsupported' },
      { family: 'Windows 11', label: '22H2', build: '10.0.22621', verdict: 'supported' },
    ]);
    expect(compatibility.reason).toMatch(/10\.0\.19045.*10\.0\.22621.*family with the label.*build number/);
    expect(ask(match, '22H2', 'fr-CA').compatibility.reason).toMatch(/10\.0\.19045.*10\.0\.22621.*famille/);
  });

  it('stays unknown even where all candidates agree', () => {
    const old = { csp: csp({ minOs: '[10.0.10240] and later' }) };
    expect(ask(old, '22H2').compatibility.verdict).toBe('unknown');
    expect(ask(old, 'Windows 11').compatibility.verdict).toBe('unknown');
  });

  it('names the labels that a family has', () => {
    expect(ask(match, 'Windows 11 1809').compatibility.reason).toMatch(/no release 1809.*21H2, 22H2, 23H2/);
  });

  it('says what contradicts what', () => {
    expect(ask(match, 'Windows 10 10.0.22631').compatibility.reason).toMatch(
      /"Windows 10" and the build 10\.0\.22631 \(Windows 11 23H2\) contradict/,
    );
  });
});

describe('several settings that write the same pair', () => {
  const judged = (targetOs: string, ...matches: Omit<Judged, 'slug'>[]) =>
    combine(
      matches.map((match, index) => ({
        slug: `s.${index}`,
        compatibility: ask(match, targetOs).compatibility,
      })),
      'en',
    );

  it('is the one verdict where there is one setting', () => {
    expect(judged('22631', VISTA)).toEqual(ask(VISTA, '22631').compatibility);
  });

  it('is the shared verdict where all agree, with the fields that are the same', () => {
    expect(judged('22631', VISTA, VISTA)).toEqual(ask(VISTA, '22631').compatibility);
    const mixed = judged('22631', VISTA, WINDOWS_8);
    expect(mixed).toMatchObject({ verdict: 'supported', basis: 'supportedOn', targetBuild: '10.0.22631' });
    expect(mixed.requiredBuild).toBeUndefined();
    expect(mixed.reason).toMatch(/s\.0:.*6\.0\.6000.*s\.1:.*6\.2\.9200/);
  });

  it('is unknown where they differ, naming each', () => {
    const mixed = judged('Windows 10 1703', VISTA, F1);
    expect(mixed).toEqual({
      verdict: 'unknown',
      targetBuild: '10.0.15063',
      reason: expect.stringMatching(/s\.0 \(supported\), s\.1 \(unsupported\)/),
    });
  });

  it('judges each candidate over all settings', () => {
    const candidates = judged('21H2', VISTA, { csp: csp({ minOs: '[10.0.22000] and later' }) }).candidates;
    expect(candidates?.map((candidate) => candidate.verdict)).toEqual(['unknown', 'supported', 'unknown']);
  });

  it('refuses an empty list', () => {
    expect(() => combine([], 'en')).toThrow(RangeError);
  });
});
