/** Answers as tables for people. `--json` prints everything, a table what matters for a decision. */
import { facts, grid } from '../build/table.ts';
import { visible } from '../build/visible.ts';
import type { Compatibility } from '../runtime/contract/compatibility.ts';
import type { DocumentedData, DocumentedValue } from '../runtime/contract/data.ts';
import type { CspAlternative, FoundMatch, Match, PolicyWrite } from '../runtime/contract/match.ts';
import type { ProductRange, ProductVerdict } from '../runtime/contract/product.ts';
import type { DocumentedNode } from '../runtime/contract/record.ts';
import type { ElementRecord, SettingRecord } from '../runtime/format/format.ts';
import { oneLine } from '../runtime/messages/names.ts';
import { contentsOf } from '../runtime/verify/allowed-values.ts';
import type { Envelope } from './envelope.ts';

export function printEnvelope(answer: Envelope): string {
  const { result } = answer;
  const matches = result.matches as TableMatch[];
  const parts = matches.map((match) => printMatch(match));
  if (result.node) parts.push(printNode(result.node));
  if (result.compatibility) parts.push(printCompatibility(result.compatibility));
  if (result.reason) parts.push(`${visible(result.reason)}\n`);
  for (const near of result.nearest ?? []) {
    const place = 'omaUri' in near ? near.omaUri : `${near.key} + ${near.value}`;
    parts.push(`not a match, but near: ${place}${near.slug === undefined ? '' : ` (${near.slug})`}\n`);
  }
  if (result.suggestions?.length) parts.push(`did you mean: ${result.suggestions.join(', ')}\n`);
  if (result.total !== undefined) parts.push(`${matches.length} of ${result.total} shown\n`);
  return parts.join('') + footer(answer);
}

/** Of a search or of a look-up. */
type TableMatch = Match & Pick<FoundMatch, 'cspElements'>;

function printMatch(match: TableMatch): string {
  return facts([
    ['setting', `${match.displayName ?? match.name} [${match.slug}]`],
    ['registry', registryLine(match)],
    ['all its values', match.writes?.map((write) => writeLine(match.registryKey, write)).join('\n')],
    ['class', match.class],
    ['element', match.elementId],
    ['type', match.registryType ?? match.openTypes?.join(', ')],
    ['data', contentLines(match).join('\n')],
    ['MDM', match.csp?.omaUri],
    ['MDM by element', elementNodes(match.cspElements)],
    ['MDM scopes', match.csp && Object.keys(match.csp.omaUris).join(', ')],
    ['MDM editions', match.csp?.editions?.join(', ')],
    ['needs template', match.csp?.ingest],
    ['MDM minimum', match.csp?.minOs?.replaceAll(' | ', '\n')],
    ['other MDM nodes', (match.cspAlternatives ?? []).map(alternativeLine).join('\n')],
    ['other hive', match.otherHive && `documented for ${match.otherHive} only`],
    ['supported on', match.supportedOn && oneLine(match.supportedOn)],
    ['product versions', match.products?.map(rangeLine).join('\n')],
    ['lifecycle', match.lifecycle?.state],
    ['source', `${match.source} ${match.sourceVersion}`],
    ['documentation', match.learnUrl],
    ['verdict', match.compatibility && `${match.compatibility.verdict}: ${match.compatibility.reason}`],
    ['product verdict', productLine(match.compatibility?.product)],
  ]);
}

function elementNodes(nodes: Readonly<Record<string, { omaUri: string }>> = {}): string {
  return Object.entries(nodes)
    .map(([id, { omaUri }]) => `${id}: ${omaUri}`)
    .join('\n');
}

function writeLine(key: string, { registryKey = key, valueName, elementId }: PolicyWrite): string {
  const element = elementId === undefined ? '' : ` (element ${elementId})`;
  return `${registryKey} + ${valueName === '' ? '(default)' : (valueName ?? '(a list)')}${element}`;
}

/** One line for each documented content, or for what bounds the others. */
function contentLines(data: DocumentedData): string[] {
  const { values = [], bounds, maxLength, maxStrings, entries, patterns, open } = data;
  const range = [bounds?.min ?? 'any', bounds?.max ?? 'any'];
  return [
    ...values.map(contentLine),
    ...(bounds ? [range.join(' to ')] : []),
    ...(entries ? [`entries: ${entries.join(', ')}`] : []),
    ...(patterns ?? []).map((pattern) => `matches ${pattern}`),
    ...(maxStrings ? [`at most ${maxStrings} entries`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(open ? [values.length > 0 ? 'any other content' : 'any content'] : []),
  ];
}

function contentLine({ data, type, label, state, elementId }: DocumentedValue): string {
  const content = data === null ? 'deleted' : data === '' ? '(empty)' : visible(data);
  const meaning = [label, state, elementId && `element ${elementId}`].filter(Boolean).join(', ');
  return `${content}${type === undefined ? '' : ` (${type})`}${meaning === '' ? '' : `: ${meaning}`}`;
}

function registryLine({ registryKey, valueName, list, slug }: Match): string {
  if (valueName !== undefined) return `${registryKey} + ${valueName === '' ? '(default)' : valueName}`;
  return list === undefined
    ? `${registryKey} (its elements write the values; “hivecheck setting ${slug}” lists them)`
    : `${registryKey} + (the administrator chooses the names)`;
}

function printNode(node: DocumentedNode): string {
  const { allowedValues } = node;
  const taken = allowedValues ? contentLines(contentsOf(allowedValues)) : [];
  return facts([
    ['MDM', node.omaUri],
    ['MDM editions', node.editions?.join(', ')],
    ['MDM minimum', node.minOs?.replaceAll(' | ', '\n')],
    ['format', node.format],
    ['takes', taken.length > 0 ? taken.join('\n') : allowedValues?.kind],
    ['default', node.defaultValue],
    ['documentation', node.learnUrl],
  ]);
}

function rangeLine({ product, channel, from, to, onHost }: ProductRange): string {
  const versions = from === to ? from : `${from ?? 'any'} to ${to ?? 'any later'}`;
  const name = channel === undefined ? product : `${product} ${channel}`;
  return `${name} ${versions}${onHost ? ', on certain versions of Windows' : ''}`;
}

function productLine(product: ProductVerdict | undefined): string | undefined {
  return product && `${product.verdict}: ${product.reason}`;
}

function alternativeLine({ omaUri, verdict }: CspAlternative): string {
  return verdict === undefined ? omaUri : `${omaUri} (${verdict})`;
}

function printCompatibility({
  verdict,
  reason,
  registry,
  mdm,
  candidates = [],
  ...rest
}: Compatibility): string {
  return facts([
    ['verdict', verdict.toUpperCase()],
    ['reason', reason],
    ['target build', rest.targetBuild],
    ['required build', rest.requiredBuildAlternatives?.join('\n') ?? rest.requiredBuild],
    [
      'candidates',
      candidates.map((each) => `${each.family} ${each.label} (${each.build}): ${each.verdict}`).join('\n'),
    ],
    ['registry write', registry && `${registry.verdict}: ${registry.reason}`],
    ['MDM node', mdm && `${mdm.verdict}: ${mdm.reason}`],
    ['product', productLine(rest.product)],
  ]);
}

export function printSetting(answer: Envelope): string {
  const setting = answer.result.setting as SettingRecord;
  const { csp } = setting;
  return (
    facts([
      ['setting', `${setting.displayName ?? setting.name} [${setting.slug}]`],
      ['policy', setting.policyId],
      ['category', setting.categoryPath.join(' > ')],
      ['class', setting.class],
      [
        'registry',
        `${setting.registryKey}${setting.valueName === undefined ? '' : ` + ${setting.valueName}`}`,
      ],
      ['enabled', data(setting.enabledValue, setting.enabledValueKind)],
      ['disabled', data(setting.disabledValue, setting.disabledValueKind)],
      ['supported on', setting.supportedOn && oneLine(setting.supportedOn)],
      ['product versions', setting.products?.map(rangeLine).join('\n')],
      ['lifecycle', setting.lifecycle?.state],
      ['MDM', Object.values(csp?.omaUris ?? {}).join('\n')],
      ['MDM minimum', csp?.minOs?.replaceAll(' | ', '\n')],
      ['MDM by element', elementNodes(csp?.elements)],
      ['first seen', setting.firstSeen],
      ['last modified', setting.lastModified],
      ['documentation', setting.learnUrl],
    ]) +
    (setting.elements.length > 0
      ? grid(['element', 'type', 'value name', 'label', 'data'], setting.elements.map(elementRow))
      : '') +
    (answer.result.reason ? `${answer.result.reason}\n` : '') +
    footer(answer)
  );
}

function elementRow(element: ElementRecord): string[] {
  const { type, id, valueName = '', label = '' } = element;
  const options = (element.options ?? []).map(
    (option) => `${option.value ?? option.valueKind} = ${option.label ?? '?'}`,
  );
  const bounds = [element.minValue, element.maxValue].filter(Boolean).join(' – ');
  return [id, type, valueName, label, options.length > 0 ? options.join('\n') : bounds];
}

function data(value: string | undefined, kind: string | undefined): string | undefined {
  return kind && (value === undefined ? kind : `${value} (${kind})`);
}

function footer({ warnings, confidence, dataset }: Envelope): string {
  const lines = warnings.map((warning) => `warning: ${visible(warning)}\n`);
  return `${lines.join('')}confidence: ${confidence} · dataset ${dataset.version} of ${dataset.generatedAt}\n`;
}
