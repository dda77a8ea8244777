/** Answers as tables for people. `--json` prints everything, a table what matters for a decision. */
import Table from 'cli-table3';
import type { ElementRecord, SettingRecord } from '../runtime/format.ts';
import type { Compatibility } from '../runtime/schema/compatibility.ts';
import type { CspAlternative, Match } from '../runtime/schema/match.ts';
import type { ProductRange, ProductVerdict } from '../runtime/schema/product.ts';
import type { Envelope } from './envelope.ts';
import { columnWidths, lineWidth, wrap } from './wrap.ts';

type Cell = string | number;

/** `rows` of name and value; names without a value are left out. */
export function facts(rows: [name: string, value: Cell | undefined][]): string {
  const shown = rows.filter((row): row is [string, Cell] => row[1] !== undefined && row[1] !== '');
  return print(new Table(STYLE), shown);
}

export function grid(head: string[], rows: Cell[][]): string {
  return print(new Table({ head, ...STYLE }), [head, ...rows]);
}

const STYLE = { style: { head: [], border: [] } };

/** @param rows the head included, where the table has one. */
function print(table: InstanceType<typeof Table>, rows: Cell[][]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = columnWidths(texts, lineWidth());
  const body = table.options.head.length > 0 ? texts.slice(1) : texts;
  for (const row of body) table.push(row.map((text, at) => wrap(text, widths[at] ?? 0)));
  return `${table.toString()}\n`;
}

export function printEnvelope(answer: Envelope): string {
  const { result } = answer;
  const matches = result.matches as Match[];
  const parts = matches.map((match) => printMatch(match));
  if (result.compatibility) parts.push(printCompatibility(result.compatibility));
  if (result.reason) parts.push(`${result.reason}\n`);
  for (const near of result.nearest ?? []) {
    const place = 'omaUri' in near ? near.omaUri : `${near.key} + ${near.value}`;
    parts.push(`not a match, but near: ${place}${near.slug === undefined ? '' : ` (${near.slug})`}\n`);
  }
  if (result.suggestions?.length) parts.push(`did you mean: ${result.suggestions.join(', ')}\n`);
  if (result.total !== undefined) parts.push(`${matches.length} of ${result.total} shown\n`);
  return parts.join('') + footer(answer);
}

function printMatch(match: Match): string {
  return facts([
    ['setting', `${match.displayName ?? match.name} [${match.slug}]`],
    ['registry', `${match.registryKey} + ${match.valueName ?? '(the administrator chooses the names)'}`],
    ['class', match.class],
    ['element', match.elementId],
    ['MDM', match.csp?.omaUri],
    ['MDM scopes', match.csp && Object.keys(match.csp.omaUris).join(', ')],
    ['MDM editions', match.csp?.editions?.join(', ')],
    ['needs template', match.csp?.ingest],
    ['MDM minimum', match.csp?.minOs?.replaceAll(' | ', '\n')],
    ['other MDM nodes', (match.cspAlternatives ?? []).map(alternativeLine).join('\n')],
    ['other hive', match.otherHive && `documented for ${match.otherHive} only`],
    ['supported on', match.supportedOn],
    ['product versions', match.products?.map(rangeLine).join('\n')],
    ['lifecycle', match.lifecycle?.state],
    ['source', `${match.source} ${match.sourceVersion}`],
    ['documentation', match.learnUrl],
    ['verdict', match.compatibility && `${match.compatibility.verdict}: ${match.compatibility.reason}`],
    ['product verdict', productLine(match.compatibility?.product)],
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
      ['supported on', setting.supportedOn],
      ['product versions', setting.products?.map(rangeLine).join('\n')],
      ['lifecycle', setting.lifecycle?.state],
      ['MDM', Object.values(csp?.omaUris ?? {}).join('\n')],
      ['MDM minimum', csp?.minOs?.replaceAll(' | ', '\n')],
      [
        'MDM by element',
        Object.entries(csp?.elements ?? {})
          .map(([id, node]) => `${id}: ${node.omaUri}`)
          .join('\n'),
      ],
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

function elementRow(element: ElementRecord): Cell[] {
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
  const lines = warnings.map((warning) => `warning: ${warning}\n`);
  return `${lines.join('')}confidence: ${confidence} · dataset ${dataset.version} of ${dataset.generatedAt}\n`;
}
