/** Keys of the store in which Windows keeps what MDM has set (`…\PolicyManager\…`): read by auditors, never written. */
import type { Scope } from '../contract/words.ts';

const ROOT = 'software\\microsoft\\policymanager\\';
/** Windows writes these values beside that of a policy. */
const COMPANIONS = ['_providerset', '_winningprovider', '_lastwrite'];

export interface StorePlace {
  scope: Scope;
  area: string;
  policy: string;
}

/** A normalized key and value name; `'other'`: a key of the store that keeps no policy. */
export function readStoreKey(key: string, value: string): StorePlace | 'other' | undefined {
  if (!`${key}\\`.startsWith(ROOT)) return undefined;
  const [part, ...rest] = key.slice(ROOT.length).split('\\');
  // `current\device\<Area>` + policy; `providers\<GUID>\default\device\<Area>` + policy.
  const holder =
    part === 'current' ? rest : part === 'providers' && rest[1] === 'default' ? rest.slice(2) : [];
  if (holder.length === 2) return storePlaceIn(holder[0] ?? '', holder[1] ?? '', value);
  // Windows' own default: `default\<Area>\<Policy>` + `value`.
  const [area, policy] = rest;
  if (part === 'default' && area && policy && rest.length === 2) return { scope: 'Device', area, policy };
  return 'other';
}

function storePlaceIn(holder: string, area: string, value: string): StorePlace | 'other' {
  const scope = holder === 'device' ? 'Device' : /^(?:s-1-[\d-]+|<sid>)$/.test(holder) ? 'User' : undefined;
  if (scope === undefined || value === '') return 'other';
  const companion = COMPANIONS.find((ending) => value.endsWith(ending));
  return { scope, area, policy: companion === undefined ? value : value.slice(0, -companion.length) };
}
