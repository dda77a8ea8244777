/** Every documented state of every setting, written to files by the test, is read back as documented, with its meaning. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { type Item, readFile } from '../../runtime/readers/index.ts';
import { verified } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { type WrittenValue, writePol, writeReg } from '../readers/writers.ts';
import { expectEqual } from '../same.ts';

const { ask } = await corpus();

interface Case {
  value: WrittenValue;
  slug: string;
  state: string | undefined;
}

function* casesOf(id: string, matches: PairEntry['any']['matches']): Generator<Case> {
  const [key, value] = splitPairKey(id);
  for (const { slug, class: policyClass, registryType, values = [] } of matches) {
    const pair = { key: `${policyClass === 'User' ? 'HKCU' : 'HKLM'}\\${key}`, value };
    for (const each of values) {
      const type = each.type ?? registryType;
      if (each.data === null) yield { value: { ...pair, delete: true }, slug, state: each.state };
      else if (type !== undefined) {
        const numeric = type === 'REG_DWORD';
        const content = numeric ? Number(each.data) : type === 'REG_MULTI_SZ' ? [each.data] : each.data;
        yield { value: { ...pair, type, data: content }, slug, state: each.state };
      }
    }
  }
}

const BATCH = 5000;

const withoutPlace = ({ at: _at, ...item }: Item) => item;

/** Hives as a Registry.pol has them: a .reg spells them out. */
const shortHive = (key: string) =>
  key.replace(/^HKEY_LOCAL_MACHINE(?=\\)/, 'HKLM').replace(/^HKEY_CURRENT_USER(?=\\)/, 'HKCU');

function itemsOf(name: string, content: Uint8Array): Item[] {
  const read = readFile({ name, content });
  if (read.problem !== undefined) throw new Error(JSON.stringify(read.problem));
  return read.items;
}

describe('every documented state', () => {
  it('is read back from .reg and from Registry.pol as documented, with that state among its meanings', async () => {
    // A Registry.pol names the hive by its folder; a name that begins with ** would be an instruction.
    const entries = entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US');
    const documented = entries.flatMap(([id, { any }]) => [...casesOf(id, any.matches)]);
    const all = documented.filter(({ value }) => !value.value.startsWith('**'));
    expect(all.length).toBeGreaterThan(20_000);
    for (let from = 0; from < all.length; from += BATCH) {
      const cases = all.slice(from, from + BATCH);
      const hive = (value: WrittenValue) => value.key.slice(0, 4);
      for (const each of ['HKLM', 'HKCU']) {
        const own = cases.filter(({ value }) => hive(value) === each);
        if (own.length > 0) await roundTrip(own, each as 'HKLM' | 'HKCU');
      }
    }
  });

  async function roundTrip(cases: Case[], hive: 'HKLM' | 'HKCU'): Promise<void> {
    const values = cases.map(({ value }) => value);
    const items = itemsOf('all.reg', writeReg(values)).map(withoutPlace);
    expect(items.length).toBe(cases.length);
    const folder = { HKLM: 'Machine', HKCU: 'User' }[hive];
    const fromPol = itemsOf(`${folder}/Registry.pol`, writePol(values));
    const short = items.map((item) => ('key' in item ? { ...item, key: shortHive(item.key) } : item));
    expectEqual(fromPol.map(withoutPlace), short, hive);
    // What is said of the data does not depend on the payloads, which take most of the time.
    const answers = await verified(ask, items, {}, { payloads: false });
    const wrong: unknown[] = [];
    for (const [index, { slug, state, value }] of cases.entries()) {
      const { data } = answers[index] ?? {};
      const meant = data?.means?.some((each) => each.slug === slug && each.state === state);
      if (data?.verdict !== 'documented' || meant !== true) wrong.push([value, slug, data]);
    }
    expect(wrong).toEqual([]);
  }
});

const SAMPLES = join(import.meta.dirname, '../../../shared/samples');
const present = existsSync(SAMPLES);
if (!present) console.log('skipped: the data of real baselines (no ../shared/samples here)');

describe.skipIf(!present)('real baselines', () => {
  it.each([
    ['policyrules/MSFT-Win11.PolicyRules', 'Windows 11 24H2', 0.9],
    ['policyrules/SHB-DoD_Windows_10_STIG_-_Computer_SHB_v10.1.0.PolicyRules', 'Windows Server 2019', 0.5],
    ['policyrules/SHB-DoD_Windows_10_STIG_-_Computer_SHB_v10.1.0.PolicyRules', 'Windows Server 2025', 0.5],
    ['gpo/DoD-Windows-10-Computer/DomainSysvol/GPO/Machine/registry.pol', 'Windows Server 2022', 0.5],
  ])('of %s on %s at least %f of the headlines are supported', async (path, targetOs, share) => {
    const read = readFile({ name: path, content: readFileSync(join(SAMPLES, path)) });
    if (read.problem !== undefined) throw new Error(JSON.stringify(read.problem));
    const items = read.items.flatMap(({ at: _at, ...item }) => ('key' in item ? [item] : []));
    const answers = await verified(ask, items, { targetOs });
    const supported = answers.filter(({ verdict }) => verdict === 'supported').length;
    expect(supported / answers.length).toBeGreaterThanOrEqual(share);
  });

  /** The dataset says nothing of the data of the one; the other is documented for the other hive. */
  const UNKNOWN = [
    /AutomaticAccountManagementNameOrPrefix/i,
    /^unknown HKEY_LOCAL_MACHINE.*TurnOffWindowsCopilot=1/,
  ];

  it('all data is documented or free, but for what the dataset knows nothing of', async () => {
    const rest: string[] = [];
    let total = 0;
    for (const path of readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/(?:registry\.pol|gpttmpl\.inf|\.policyrules|\.reg|\.json)$/i.test(path)) continue;
      const read = readFile({ name: path, content: readFileSync(join(SAMPLES, path)) });
      if (read.problem !== undefined) throw new Error(JSON.stringify(read.problem));
      if (read.items.length === 0) continue;
      const answers = await verified(
        ask,
        read.items.map(({ at: _at, ...item }) => item),
      );
      for (const [index, item] of read.items.entries()) {
        const answer = answers[index];
        if (('key' in item && answer?.matches?.length === 0) || answer?.data === undefined) continue;
        total++;
        const { verdict, reason } = answer.data;
        const place = 'key' in item ? `${item.key}|${item.value}` : item.omaUri;
        const data = 'delete' in item && item.delete ? 'deleted' : item.data;
        if (verdict !== 'documented' && verdict !== 'free')
          rest.push(`${verdict} ${place}=${data} (${reason})`);
      }
    }
    expect(rest.filter((line) => !UNKNOWN.some((known) => known.test(line)))).toEqual([]);
    expect(rest).toHaveLength(UNKNOWN.length);
    expect(total).toBeGreaterThan(1_000);
  });
});
