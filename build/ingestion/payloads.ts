/** The payloads of a setting's ADMX-backed or ingested node, as templates. */
import { DISABLED_PAYLOAD, enabledPayload } from '../../runtime/verify/mdm-payload.ts';
import type { SettingFact } from '../facts/types.ts';

export interface Payloads {
  /**
   * One `<data>` per element, with `{ELEMENT-ID}` in place of its value. The value of a list or multiText has its
   * entries separated by `&#xF000;` (`joinEntries` and `joinLines` of runtime/mdm-payload.ts, escaped).
   */
  enabled: string;
  disabled: string;
}

export function payloadsOf({ elements = [] }: Pick<SettingFact, 'elements'>): Payloads {
  return {
    enabled: enabledPayload(elements.map(({ id }) => [id, `{${id}}`] as const)),
    disabled: DISABLED_PAYLOAD,
  };
}
