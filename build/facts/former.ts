/** What older versions of a setting write, as settings of their own. */
import type { EarlierPart, SettingFact } from './types.ts';

/** The setting as it writes the pairs of `part` alone: its pairs and data can be asked for as any setting's. */
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
