/** Identifiers of Intune's settings catalog that are not a node's name and an option. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { readFile } from '../../runtime/readers/index.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const { ask } = await corpus();

const RULES = 'device_vendor_msft_policy_config_defender_attacksurfacereductionrules';
const PROFILES = join(ROOT, '..', 'shared', 'samples', 'intune');
if (!existsSync(PROFILES)) console.log('skipped: profiles of Intune (no ../shared/samples here)');

describe('rules of attack surface reduction', () => {
  it.each(['off', 'block', 'audit', 'warn'])('%s is a choice of each', async (data) => {
    const omaUri = `${RULES}_blockwin32apicallsfromofficemacros`;
    const [item] = await verified(ask, [{ omaUri, data }]);
    expect(item?.data).toMatchObject({
      verdict: 'documented',
      means: [{ label: `92e97fa1-2edf-4476-bdd6-9dd0b4dddc7b: ${data}` }],
    });
    expect(item?.warnings?.length).toBeLessThan(3);
  });

  it('take no other choice, and do not contradict each other', async () => {
    const items = await verified(ask, [
      { omaUri: `${RULES}_blockwin32apicallsfromofficemacros`, data: 'perhaps' },
      { omaUri: `${RULES}_blockadobereaderfromcreatingchildprocesses`, data: 'audit' },
      { omaUri: `${RULES}_nosuchrule`, data: 'audit' },
    ]);
    expect(items.map(({ data }) => data?.verdict)).toEqual(['undocumented', 'documented', 'unknown']);
    expect(items.flatMap(({ conflicts = [] }) => conflicts)).toEqual([]);
  });

  it.skipIf(!existsSync(PROFILES))('of a public profile are all documented', async () => {
    const [name = ''] = readdirSync(PROFILES).filter((each) => each.includes('attack-surface-reduction'));
    const result = readFile({ name, content: readFileSync(join(PROFILES, name)) });
    const rules = (result.problem === undefined ? result.items : []).filter(
      (item) => 'omaUri' in item && item.omaUri.startsWith(`${RULES}_`),
    );
    expect(rules.length).toBeGreaterThan(15);
    const items = await verified(
      ask,
      rules.map(({ at: _, ...item }) => item),
    );
    expect(items.map(({ data }) => data?.verdict)).toEqual(rules.map(() => 'documented'));
  });
});

it('a name with _v2 is read without it, with a warning, and data that does not fit is unknown', async () => {
  const plain = 'device_vendor_msft_policy_config_update_autorestartnotificationschedule';
  const [known, second, other] = await verified(ask, [
    { omaUri: plain, data: '15' },
    { omaUri: `${plain}_v2`, data: `${plain}_v2_15` },
    { omaUri: `${plain}_v2`, data: '7' },
  ]);
  expect(known?.data?.verdict).toBe('documented');
  expect(second).toMatchObject({ omaUri: known?.omaUri, data: { verdict: 'documented' } });
  expect(second?.warnings).toContainEqual(expect.stringContaining('_v2'));
  expect(other?.data?.verdict).toBe('unknown');
});
