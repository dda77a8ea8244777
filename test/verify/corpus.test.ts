/** Every documented content, written to files by the test, is read back as documented, with its meaning and its nodes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { type Given, judgeData } from '../../runtime/verify/data-verdict.ts';
import { verified, verifiedEach } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { itemsOf, read } from '../readers/generators.ts';
import { writePol, writeReg } from '../readers/writers.ts';
import { expectEqual } from '../same.ts';
import { type Documented, dataOf, documentedIn } from './documented.ts';

const { ask } = await corpus();

/** Hives as a Registry.pol has them: a .reg spells them out. */
const shortHive = (key: string) =>
  key.replace(/^HKEY_LOCAL_MACHINE(?=\\)/, 'HKLM').replace(/^HKEY_CURRENT_USER(?=\\)/, 'HKCU');

/** Whether a setting takes the content. */
const takes = ({ matches, value }: Documented, slug: string) =>
  matches.some(
    (match) =>
      match.slug === slug &&
      ['documented', 'free'].includes(judgeData(value as Given, dataOf(match)).verdict),
  );

describe.each([
  ['HKLM', 'Machine'],
  ['HKCU', 'User'],
] as const)('every documented content in %s', (hive, folder) => {
  const counted = { documented: 0, nodes: 0, without: 0 };
  const wrong: unknown[] = [];

  /** The nodes of settings that take the content, where any does. */
  function holdNodes(of: Documented, { mdm, mdmAlternatives = [], noMdm = '' }: VerifiedItem) {
    const nodes = mdm ? [mdm] : mdmAlternatives;
    for (const { slug } of nodes) if (!takes(of, slug)) wrong.push([of.value, slug]);
    if (nodes.length > 0) counted.nodes++;
    const mapped = of.matches.filter(({ csp }) => csp !== undefined);
    if (nodes.length > 0 || mapped.length === 0) return;
    counted.without++;
    // A setting with a node that takes the data is never left out, and one that does not is named in the reason.
    for (const { slug } of mapped)
      if (takes(of, slug) || !noMdm.includes(slug)) wrong.push([of.value, slug, noMdm]);
  }

  it('is read back from .reg and Registry.pol, is documented with its states, and gets the nodes that take it', async () => {
    // A Registry.pol names the hive by its folder; a name that begins with ** would be an instruction.
    const all = (await documentedIn(hive)).filter(({ value }) => !value.value.startsWith('**'));
    const values = all.map(({ value }) => value);
    const items = itemsOf(read('all.reg', writeReg(values))) as Item[];
    const short = items.map((item) => ('key' in item ? { ...item, key: shortHive(item.key) } : item));
    expectEqual(itemsOf(read(`${folder}/Registry.pol`, writePol(values))), short, hive);
    const cases = all.map((each, at) => ({ ...each, item: items[at] as Item }));
    for (const targetOs of [null, 'Windows 11 Pro 24H2']) {
      const asked = cases.filter(({ isLimited }) => isLimited === (targetOs === null));
      const answers = await verifiedEach(ask, asked, ({ item }) => item, { targetOs });
      for (const [each, answer] of answers) {
        const { verdict, means = [] } = answer.data ?? {};
        const meant = each.means.every(({ slug, state }) =>
          means.some((one) => one.slug === slug && one.state === state),
        );
        if (verdict !== 'documented' || !meant) wrong.push([each.value, answer.data]);
        counted.documented++;
        holdNodes(each, answer);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(counted.documented).toBeGreaterThan(20_000);
    expect(counted.nodes).toBeGreaterThan(10_000);
    expect(counted.without).toBeGreaterThan(200);
  }, 240_000);
});

const SAMPLES = join(import.meta.dirname, '../../../shared/samples');
const present = existsSync(SAMPLES);
if (!present) console.log('skipped: the data of real baselines (no ../shared/samples here)');

describe.skipIf(!present)('real baselines', () => {
  const readSample = (path: string) => itemsOf(read(path, readFileSync(join(SAMPLES, path))));

  it.each([
    ['policyrules/MSFT-Win11.PolicyRules', 'Windows 11 24H2', 0.9],
    ['policyrules/SHB-DoD_Windows_10_STIG_-_Computer_SHB_v10.1.0.PolicyRules', 'Windows Server 2019', 0.5],
    ['policyrules/SHB-DoD_Windows_10_STIG_-_Computer_SHB_v10.1.0.PolicyRules', 'Windows Server 2025', 0.5],
    ['gpo/DoD-Windows-10-Computer/DomainSysvol/GPO/Machine/registry.pol', 'Windows Server 2022', 0.5],
  ])('of %s on %s at least %f of the headlines are supported', async (path, targetOs, share) => {
    const items = readSample(path).filter((item) => 'key' in item);
    const answers = await verified(ask, items, { targetOs });
    const supported = answers.filter(({ verdict }) => verdict === 'supported').length;
    expect(supported / answers.length).toBeGreaterThanOrEqual(share);
  });

  /** Of attack surface reduction, as profiles of Intune name them. */
  const RULES = 'device_vendor_msft_policy_config_defender_attacksurfacereductionrules_';

  /** The dataset says nothing of the data of the one; the other is documented for the other hive. */
  const UNKNOWN = [
    /AutomaticAccountManagementNameOrPrefix/i,
    /^unknown HKEY_LOCAL_MACHINE.*TurnOffWindowsCopilot=1/,
  ];

  it('all data is documented or free, but for what the dataset knows nothing of', async () => {
    const rest: string[] = [];
    const counted = { all: 0, rules: 0 };
    for (const path of readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/(?:registry\.pol|gpttmpl\.inf|\.policyrules|\.reg|\.json)$/i.test(path)) continue;
      const items = readSample(path) as Item[];
      if (items.length === 0) continue;
      const answers = await verified(ask, items);
      for (const [index, item] of items.entries()) {
        const answer = answers[index];
        if ('omaUri' in item && String(item.omaUri).startsWith(RULES)) {
          counted.rules++;
          expect(answer?.data?.verdict, item.omaUri).toBe('documented');
        }
        if (('key' in item && answer?.matches?.length === 0) || answer?.data === undefined) continue;
        counted.all++;
        const { verdict, reason } = answer.data;
        const place = 'key' in item ? `${item.key}|${item.value}` : item.omaUri;
        const data = 'delete' in item && item.delete ? 'deleted' : item.data;
        if (verdict !== 'documented' && verdict !== 'free')
          rest.push(`${verdict} ${place}=${data} (${reason})`);
      }
    }
    expect(rest.filter((line) => !UNKNOWN.some((known) => known.test(line)))).toEqual([]);
    expect(rest).toHaveLength(UNKNOWN.length);
    expect(counted.all).toBeGreaterThan(1_000);
    expect(counted.rules).toBeGreaterThan(15);
  });
});
