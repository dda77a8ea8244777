/** What older versions of a setting write, as separate settings. */
import type { EarlierPart, SettingFact } from './types.ts';

/** The setting with the pairs of `part` alone, so that its pairs and data are computed as for any setting. */
export function formerSetting(setting: SettingFact, part: EarlierPart): SettingFact {
  const { slug, policyId, class: policyClass, admx, firstSeen, lastModified } = setting;
  const { source: _, text: labels = {}, ...rest } = part;
  const text = Object.fromEntries(
    Object.entries(setting.text).map(([lang, { displayName }]) => [
      lang,
      { ...(displayName !== undefined && { displayName }), ...labels[lang] },
    ]),
  );
  return {
    slug,
    policyId,
    class: policyClass,
    ...(admx !== undefined && { admx }),
    ...(firstSeen !== undefined && { firstSeen }),
    ...(lastModified !== undefined && { lastModified }),
    ...rest,
    text: { ...labels, ...text },
  };
}
