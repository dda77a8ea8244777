/** Contents that controls add to a security option, and the text that names a control as evidence. */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { optional } from '../collections.ts';
import type { FlagCorrection } from '../facts/corrections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { ContentFact, ControlFact, RegistryData, SettingFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import { policyName } from '../join/index-settings.ts';

export function evidenceOf({
  source,
  version,
  name,
}: Pick<ControlFact, 'source' | 'version' | 'name'>): string {
  return `${source} ${version}: control ${name}`;
}

/**
 * The contents of an option by the table, its nodes and all controls of its value.
 * @param contents Controls of a value of the table, with contents of their own.
 */
export function optionContent(
  { content, policyId }: SettingFact,
  contents: UnjoinedFact[],
  nodes: (DdfFact | undefined)[],
  controls: ControlFact[],
  flags: FlagCorrection[],
): ContentFact | undefined {
  return withFlags(
    withTypes(withNodeOptions(withOptions(content, contents), nodes), controls),
    flags.some((each) => each.policyId === policyId),
  );
}

/**
 * A control may give an open content another type: LegalNoticeText is REG_MULTI_SZ in SecurityOptionData.psd1 and
 * REG_SZ in SecurityBaseline_WindowsServer_2025-2510.csv. Both are accepted then.
 */
function withTypes(content: ContentFact | undefined, controls: ControlFact[]): ContentFact | undefined {
  if (!content?.free) return content;
  const others = new Map<RegistryType, string>();
  for (const { source, version, name, registryType: type } of controls) {
    if (type !== undefined && type !== content.registryType && !others.has(type))
      others.set(type, evidenceOf({ source, version, name }));
  }
  const otherTypes = [...others].map(([registryType, evidence]) => ({ registryType, evidence }));
  return otherTypes.length > 0 ? { ...content, otherTypes } : content;
}

/**
 * A control may list numbers that the table lacks: SecurityBaseline_WindowsServer_2025-2510.csv allows 2147483640 for
 * SupportedEncryptionTypes, where SecurityOptionData.psd1 has single flags. Binary contents are not compared: the CSV
 * has the base64 of their digits.
 */
function withOptions(content: ContentFact | undefined, controls: UnjoinedFact[]): ContentFact | undefined {
  if (content?.options === undefined) return content;
  const known = new Set(content.options.map(({ value }) => value));
  const otherOptions: { data: RegistryData; evidence: string }[] = [];
  for (const { source, setting } of controls) {
    if (setting.content?.registryType !== content.registryType) continue;
    for (const data of setting.content.options ?? []) {
      if (data.kind !== 'decimal' || known.has(data.value)) continue;
      known.add(data.value);
      const { version } = setting;
      otherOptions.push({ data, evidence: evidenceOf({ source, version, name: policyName(setting) }) });
    }
  }
  return otherOptions.length > 0 ? { ...content, otherOptions } : content;
}

/**
 * An option's node may list numbers that the table lacks: 4 of
 * InteractiveLogon_DisplayUserInformationWhenTheSessionIsLocked. Only if one is in the table: others may be base64.
 */
function withNodeOptions(
  content: ContentFact | undefined,
  nodes: (DdfFact | undefined)[],
): ContentFact | undefined {
  if (content?.options === undefined || content.registryType !== 'REG_DWORD') return content;
  const otherOptions = [...(content.otherOptions ?? [])];
  const known = new Set(
    [...content.options, ...otherOptions.map(({ data }) => data)].map(({ value }) => value),
  );
  for (const { omaUri, version, allowed } of nodes.filter((each) => each !== undefined)) {
    const numbers = (allowed?.values ?? []).filter(({ value }) => /^\d+$/.test(value));
    const added = numbers.some(({ value }) => known.has(value)) ? numbers : [];
    for (const { value, label, labelOmitted } of added.filter((each) => !known.has(each.value))) {
      const evidence = `policy-ddf ${version}: ${omaUri}`;
      otherOptions.push({
        data: { kind: 'decimal', value },
        ...optional('label', labelOmitted ? '' : label),
        evidence,
      });
    }
  }
  return otherOptions.length > 0 ? { ...content, otherOptions } : content;
}

function withFlags(content: ContentFact | undefined, flags: boolean): ContentFact | undefined {
  return content && flags ? { ...content, flags: true } : content;
}
