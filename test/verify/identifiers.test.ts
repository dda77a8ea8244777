/** Rules of attack surface reduction, as a public profile of Intune names them. Single cases are in verify-answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { verified } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { itemsOf, read } from '../readers/generators.ts';

const RULES = 'device_vendor_msft_policy_config_defender_attacksurfacereductionrules_';
const PROFILES = join(ROOT, '..', 'shared', 'samples', 'intune');
if (!existsSync(PROFILES)) console.log('skipped: profiles of Intune (no ../shared/samples here)');

it.skipIf(!existsSync(PROFILES))('rules of a public profile are all documented', async () => {
  const [name = ''] = readdirSync(PROFILES).filter((each) => each.includes('attack-surface-reduction'));
  const all = itemsOf(read(name, readFileSync(join(PROFILES, name))));
  const rules = all.filter((item) => 'omaUri' in item && String(item.omaUri).startsWith(RULES));
  expect(rules.length).toBeGreaterThan(15);
  const { ask } = await corpus();
  const items = await verified(ask, rules);
  expect(items.map(({ data }) => data?.verdict)).toEqual(rules.map(() => 'documented'));
});
