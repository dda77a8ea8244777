/** What older versions of a setting write, as separate settings. */
import { picked } from '../collections.ts';
import type { EarlierPart, SettingFact } from './types.ts';

/** Whether the vendor has dropped the setting: it is never served as current. */
export function isDropped({ removedIn, lastSeenIn }: Pick<SettingFact, 'removedIn' | 'lastSeenIn'>): boolean {
  return (removedIn ?? lastSeenIn) !== undefined;
}

/** The setting with the pairs of `part` alone, so that its pairs and data are computed as for any setting. */
export function formerSetting(setting: SettingFact, part: EarlierPart): SettingFact {
  const { source: _, text: labels = {}, ...rest } = part;
  const text = Object.fromEntries(
    Object.entries(setting.text).map(([lang, { displayName }]) => [
      lang,
      { ...(displayName !== undefined && { displayName }), ...labels[lang] },
    ]),
  );
  return {
    ...picked(setting, 'slug', 'policyId', 'class', 'admx', 'firstSeen', 'lastModified'),
    ...rest,
    text: { ...labels, ...text },
  };
}
