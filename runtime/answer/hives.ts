/** What the hive asked for means for a setting. */
import type { PolicyClass, Scope } from '../contract/words.ts';
import type { Hive } from '../format/keys.ts';

export function scopeOf(hive: Hive | null): Scope | undefined {
  if (hive === 'HKLM') return 'Device';
  return hive === 'HKCU' ? 'User' : undefined;
}

/** The hive that a setting's class writes, where another one was asked for. */
export function documentedHive(policyClass: PolicyClass, hive: Hive | null): 'HKLM' | 'HKCU' | undefined {
  if (hive === null || policyClass === 'Both') return undefined;
  const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
  return documented === hive ? undefined : documented;
}
