/** Contents that controls add to a security option, and the text that names a control as evidence. */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { optional } from '../collections.ts';
import type { FlagCorrection } from '../facts/corrections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { ContentFact, ControlFact, SettingFact } from '../facts/types.ts';
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
  const all = withTypes(withOptions(content, contents, nodes), controls);
  return all && flags.some((each) => each.policyId === policyId) ? { ...all, flags: true } : all;
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

type Other = NonNullable<ContentFact['otherOptions']>[number];

function withOptions(
  content: ContentFact | undefined,
  controls: UnjoinedFact[],
  nodes: (DdfFact | undefined)[],
): ContentFact | undefined {
  if (content?.options === undefined) return content;
  const known = new Set(content.options.map(({ value }) => value));
  const isNew = ({ data: { value } }: Other) => known.size < known.add(value).size;
  const otherOptions = controls.flatMap((each) => numbersOfControl(each, content)).filter(isNew);
  if (content.registryType === 'REG_DWORD')
    otherOptions.push(...nodes.flatMap((each) => (each ? numbersOfNode(each, known) : [])).filter(isNew));
  return otherOptions.length > 0 ? { ...content, otherOptions } : content;
}

/**
 * A control may list numbers that the table lacks: SecurityBaseline_WindowsServer_2025-2510.csv allows 2147483640 for
 * SupportedEncryptionTypes, where SecurityOptionData.psd1 has single flags. Binary contents are not compared: the CSV
 * has the base64 of their digits.
 */
function numbersOfControl({ source, setting }: UnjoinedFact, { registryType }: ContentFact): Other[] {
  const { content, version } = setting;
  if (content?.registryType !== registryType) return [];
  const evidence = evidenceOf({ source, version, name: policyName(setting) });
  return (content.options ?? []).flatMap((data) => (data.kind === 'decimal' ? { data, evidence } : []));
}

/**
 * An option's node may list numbers that the table lacks: 4 of
 * InteractiveLogon_DisplayUserInformationWhenTheSessionIsLocked. Only if one is in the table: others may be base64.
 */
function numbersOfNode(
  { omaUri, version, allowed }: DdfFact,
  known: ReadonlySet<string | undefined>,
): Other[] {
  const numbers = (allowed?.values ?? []).filter(({ value }) => /^\d+$/.test(value));
  const evidence = `policy-ddf ${version}: ${omaUri}`;
  const all = numbers.map(({ value, label, labelOmitted }): Other => {
    return { data: { kind: 'decimal', value }, ...optional('label', labelOmitted ? '' : label), evidence };
  });
  return numbers.some(({ value }) => known.has(value)) ? all : [];
}
