import { describe, expect, it } from 'vitest';
import { CONTROL_RULES } from '../../build/checks/control-rules.ts';
import { applyRule, readCheckInput } from '../../build/checks/run.ts';
import type { Facts } from '../../build/facts/model.ts';
import type { ControlFact, SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';

const sound = await readCheckInput(FACTS, FACTS);

type Spoil = (facts: Facts) => Facts;

/** The control of a pair that a Windows template documents, with its node, changed. */
const control =
  (change: Partial<ControlFact>): Spoil =>
  (facts) => ({
    ...facts,
    controls: facts.controls.map((each) =>
      each.name === 'ConfigureSystemGuardLaunch' ? { ...each, ...change } : each,
    ),
  });

const option =
  (change: Partial<SettingFact>, name = 'security-options::Accounts_Block_Microsoft_accounts'): Spoil =>
  (facts) => ({
    ...facts,
    settings: new Map(
      [...facts.settings].map(([id, all]) => [
        id,
        all.map((each) => (each.policyId === name ? { ...each, ...change } : each)),
      ]),
    ),
  });

const without =
  (source: string): Spoil =>
  (facts) => ({ ...facts, settings: new Map([...facts.settings].filter(([id]) => id !== source)) });

const elsewhere = './Device/Vendor/MSFT/Policy/Config/Elsewhere/X';
const mdm = [{ omaUri: elsewhere, scope: 'Device' as const, confidence: 'official' as const, evidence: 'x' }];

const SPOILT: Record<string, Record<string, Spoil>> = {
  'baselines name the nodes that our settings have': {
    'another node': control({ omaUri: elsewhere }),
    'a pair that nothing writes': control({ valueName: 'Nothing' }),
    'a setting that lost its node': option(
      { mdm: [] },
      'security-options::User_Account_Control_Run_all_administrators_in_Admin_Approval_Mode',
    ),
  },
  'what baselines state agrees with the names of the security options': {
    'another node': option({ mdm }),
  },
  'no node is stated for two registry values': {
    'a control and a setting': option({
      mdm: [
        { ...mdm[0], omaUri: './Device/Vendor/MSFT/Policy/Config/DeviceGuard/ConfigureSystemGuardLaunch' },
      ] as typeof mdm,
    }),
  },
  'baselines give registry values the types that our settings document': {
    'another type of a template': control({ registryType: 'REG_SZ' }),
    'a type that the option lost': option(
      { content: { registryType: 'REG_MULTI_SZ', free: true } },
      'security-options::Interactive_logon_Message_text_for_users_attempting_to_log_on',
    ),
  },
  'every correction of a table is still needed': {
    'a key put right': (facts) => ({
      ...facts,
      controls: facts.controls.map((each) =>
        each.name === 'RemotelyAccessibleRegistryPaths' ? { ...each, key: 'SYSTEM\\Elsewhere' } : each,
      ),
    }),
    'a line whose file is gone': without('windows-10'),
    'a value that nothing writes': without('osconfig'),
  },
};

it('there is a way to break every rule', () => {
  expect(CONTROL_RULES.map(({ name }) => name)).toEqual(Object.keys(SPOILT));
});

describe.each(CONTROL_RULES)('$name', (rule) => {
  it('holds on the committed facts', () => {
    expect(applyRule(rule, sound)).toEqual([]);
  });

  it.each(Object.entries(SPOILT[rule.name] ?? {}))('fails: %s', (_, spoil) => {
    const found = applyRule(rule, { ...sound, facts: spoil(sound.facts) });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length, 'one fault, few words').toBeLessThan(20);
  });
});
