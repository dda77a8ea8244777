import { describe, expect, it } from 'vitest';
import { readTarget } from '../../runtime/verdict/index.ts';
import { releases } from './releases.ts';

/** One word for what a text was read as: `10.0.22631.3007 client`, `ambiguous 10.0.19045 10.0.22621`, … */
function read(text: string | null | undefined): string {
  const target = readTarget(text, releases);
  switch (target.kind) {
    case 'none':
    case 'unreadable':
      return target.kind;
    case 'build':
      return `${target.build.text} ${target.line ?? 'either'}`;
    case 'ambiguous':
      return `${target.why} ${[...new Set(target.candidates.map((release) => release.build))].join(' ')}`;
    case 'contradictory':
      return `contradictory ${target.build === undefined ? 'label' : 'build'}`;
  }
}

const CASES: [text: string, expected: string][] = [
  ['Windows 11 23H2', '10.0.22631 client'],
  ['23h2 windows 11', '10.0.22631 client'],
  ['Win11 24H2', '10.0.26100 client'],
  ['W10 22H2', '10.0.19045 client'],
  ['Windows 10, version 1809', '10.0.17763 client'],
  ['Windows 11 Enterprise, version 23H2 (x64)', '10.0.22631 client'],
  ['Server 2022', '10.0.20348 server'],
  ['WS2019', '10.0.17763 server'],
  ['Windows Server, version 23H2', '10.0.25398 server'],
  ['LTSC 2021', '10.0.19044 client'],
  ['10.0.22631', '10.0.22631 client'],
  ['10.0.22631.3007', '10.0.22631.3007 client'],
  ['22631', '10.0.22631 client'],
  ['22631.3007', '10.0.22631.3007 client'],
  ['build 22631', '10.0.22631 client'],
  ['Windows 11 (10.0.26100.1742)', '10.0.26100.1742 client'],
  ['Microsoft Windows NT 10.0.19045.0', '10.0.19045 client'],
  // A label of one family, of several with one build, of several with different builds.
  ['21H1', '10.0.19043 client'],
  ['26H2', '10.0.26300 client'],
  ['1903', 'label 10.0.18362'],
  ['1809', 'label 10.0.17763'],
  ['24H2', 'label 10.0.26100'],
  ['22H2', 'label 10.0.19045 10.0.22621'],
  ['21H2', 'label 10.0.19044 10.0.22000 10.0.20348'],
  ['23H2', 'label 10.0.22631 10.0.25398'],
  ['Windows 22H2', 'label 10.0.19045 10.0.22621'],
  ['Windows 11', 'family 10.0.22000 10.0.22621 10.0.22631 10.0.26100 10.0.26200 10.0.28000 10.0.26300'],
  ['Windows 11 Pro', 'family 10.0.22000 10.0.22621 10.0.22631 10.0.26100 10.0.26200 10.0.28000 10.0.26300'],
  ['Windows 7', 'family 6.1.7600 6.1.7601'],
  ['Windows 11 1809', 'contradictory label'],
  ['Windows 10 22H2 LTSC', 'contradictory label'],
  ['Windows 10 10.0.22631', 'contradictory build'],
  ['22H2 10.0.22631', 'contradictory build'],
  ['Windows 10 Pro 10.0.22000.194', 'contradictory build'],
  ['Windows 11 23H2 10.0.22635.4000', 'contradictory build'],
  // A build that is in no table is taken as it is.
  ['10.0.90000', '10.0.90000 either'],
  ['Windows 11 27898', '10.0.27898 client'],
  ['Windows Server 27898.1000', '10.0.27898.1000 server'],
  // What administrators and tools write.
  ['Windows 11 23H2 (22631.4112)', '10.0.22631.4112 client'],
  ['Windows 10 LTSC 2021', '10.0.19044 client'],
  ['Windows 10 IoT Enterprise LTSC 2021', '10.0.19044 client'],
  ['LTSC 2024', '10.0.26100 client'],
  ['Windows 10 Enterprise 2016 LTSB', '10.0.14393 client'],
  ['LTSC 2019', 'label 10.0.17763'],
  ['Windows Server 2019 LTSC', '10.0.17763 server'],
  ['Windows 11 Pro 26100.6584', '10.0.26100.6584 client'],
  ['Windows Server 2022 10.0.20348 Build 20348', '10.0.20348 server'],
  ['Windows Server 2022 21H2', '10.0.20348 server'],
  ['Windows Server 2022 Datacenter: Azure Edition', '10.0.20348 server'],
  ['Windows 11 Enterprise 23H2 (OS build 22631.6199)', '10.0.22631.6199 client'],
  ['Windows 11 (Build 22631)', '10.0.22631 client'],
  ['Windows 10 Home 1709', '10.0.16299 client'],
  ['Windows 11, version 22H2 [10.0.22621.2361]', '10.0.22621.2361 client'],
  ['Microsoft Windows [Version 10.0.22000.194]', '10.0.22000.194 client'],
  ['Microsoft Windows 11 Pro for Workstations 23H2', '10.0.22631 client'],
  ['10.0.17763.5329', '10.0.17763.5329 either'],
  ['windows_11_26H1:10.0.28000.1836', '10.0.28000.1836 client'],
  ['cpe:2.3:o:microsoft:windows_11_26h1:10.0.28000.1836:*:*:*:*:*:arm64:*', '10.0.28000.1836 client'],
  ['26300.9457.260913-1737.26h2_ge_release_svc_refresh', '10.0.26300.9457 client'],
  ['ver. 24H2', 'label 10.0.26100'],
  ['win11-24h2_x64', '10.0.26100 client'],
  ['Windows 11 24H2 64-bit', '10.0.26100 client'],
  ['Windows 10 22H2 (64 bit)', '10.0.19045 client'],
  ['OS Version: 10.0.22631 N/A Build 22631', '10.0.22631 client'],
  ['Windows 10 Version 22H2 for x64-based Systems', '10.0.19045 client'],
  ['Version 10.0 (Build 22631.3007)', '10.0.22631.3007 client'],
  ['Windows 10.0', 'unreadable'],
  ['2K19', 'label 10.0.17763'],
  ['ws2k12r2', '6.3.9600 server'],
  ['Server 2012', '6.2.9200 server'],
  ['Windows Server 2012 R2', '6.3.9600 server'],
  ['Windows Server 2008 R2', 'label 6.1.7600 6.1.7601'],
  ['Windows Server 2008 R2 SP1', '6.1.7601 server'],
  ['Windows 7 Service Pack 1', '6.1.7601 client'],
  ['6.1.7601', '6.1.7601 either'],
  ['7601.24214', '6.1.7601.24214 either'],
  ['Windows 8.1', '6.3.9600 client'],
  ['Windows 11 2024 Update', '10.0.26100 client'],
  ['2016', 'label 10.0.14393'],
  ['2004', 'label 10.0.19041'],
  // ReleaseId stays 2009 from 20H2 on.
  ['Windows 10 version 2009', 'frozen 10.0.19042 10.0.19043 10.0.19044 10.0.19045'],
  ['Windows 10 2009 19045.3803', '10.0.19045.3803 client'],
  // Not recognized.
  ['Windows', 'unreadable'],
  ['Windows 11 23H2 service', 'unreadable'],
  ['Windows 7 pack 1', 'unreadable'],
  ['Windows 7 service pack', 'unreadable'],
  ['Windows 10 22H2 64', 'unreadable'],
  ['11', 'unreadable'],
  ['2021', 'unreadable'],
  ['2106', 'unreadable'],
  ['Office 2016', 'unreadable'],
  ['Azure Stack HCI 22H2', 'unreadable'],
  ['Ubuntu 22.04', 'unreadable'],
  ['Windows 11 23H2 or so', 'unreadable'],
  ['Windows 10 Windows 11', 'unreadable'],
  ['10.0.22631 10.0.26100', 'unreadable'],
  ['22631.1 22631.2', 'unreadable'],
  ['11.0.22631', 'unreadable'],
  ['10.0.99999999999', 'unreadable'],
  ['10.0.7601', 'unreadable'],
  ['99.9.99999', 'unreadable'],
  ['10.0.022631', 'unreadable'],
  ['-22631', 'unreadable'],
  ['10.0.-22631', 'unreadable'],
  ['٢٢٦٣١', 'unreadable'],
  ['🪟 11 23H2', 'unreadable'],
  ['5.1.2600', 'unreadable'],
  ['0', 'unreadable'],
  ['constructor', 'unreadable'],
  ['__proto__', 'unreadable'],
];

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
