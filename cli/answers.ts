/** Answers for people: first the verdict, then its subject, links last. `--json` prints everything. */
import { styleText } from 'node:util';
import { folded, joined, lines } from '../build/table.ts';
import type { Near, NearNode, ResolveEnvelope } from '../runtime/contract/answers.ts';
import type { Compatibility } from '../runtime/contract/compatibility.ts';
import type { DocumentedData, DocumentedValue } from '../runtime/contract/data.ts';
import type { Csp, CspAlternative, FoundMatch, Match, PolicyWrite } from '../runtime/contract/match.ts';
import type { ProductRange } from '../runtime/contract/product.ts';
import type { ElementRecord, SettingRecord } from '../runtime/format/format.ts';
import { oneLine, pairName } from '../runtime/messages/names.ts';
import type { Allowed } from '../runtime/verify/allowed-values.ts';

/** The members that any envelope may have, for code that handles all of them alike. */
export interface Envelope extends Omit<ResolveEnvelope, 'query' | 'result'> {
  query: object;
  result: Partial<Omit<ResolveEnvelope['result'], 'matches' | 'nearest'>> & {
    matches?: (Match | FoundMatch | SettingRecord)[];
    setting?: SettingRecord;
    nearest?: (Near | NearNode)[];
    total?: number;
    suggestions?: string[];
  };
}

/** A match of a look-up or of a search. */
type ShownMatch = Omit<Match, 'confidence'> & Partial<Pick<FoundMatch, 'confidence' | 'cspElements'>>;

export function printEnvelope(answer: Envelope): string {
  const { result } = answer;
  const { compatibility, node, reason } = result;
  const matches = (result.matches ?? []) as ShownMatch[];
  const found = matches.length > 0;
  // A node without a setting has a verdict, too.
  const verdict = found || compatibility?.mdm ? compatibility : undefined;
  const miss = found ? undefined : { verdict: node ? 'documented' : 'none', reason };
  const first = verdict ?? miss;
  return joined([
    first ? headline(first.verdict, first.reason ?? '') : '',
    ...matches.map(matchLines),
    node ? nodeLines(node) : '',
    verdict ? verdictLines(verdict) : '',
    missLines(result, matches.length, first?.reason),
    footer(answer, [...matches, ...(node ? [node] : [])]),
  ]);
}

const COLOURS: Record<string, 'green' | 'red' | 'yellow'> = { supported: 'green', unsupported: 'red' };

/** `SUPPORTED: …`, the word in colour on a terminal; the variable NO_COLOR turns colours off. */
function headline(word: string, why: string): string {
  const text = folded(`${word.toUpperCase()}: ${why}`);
  if (!process.stdout.isTTY || process.env.NO_COLOR) return text;
  const style = styleText(['bold', COLOURS[word] ?? 'yellow'], word.toUpperCase(), { validateStream: false });
  return style + text.slice(word.length);
}

function missLines(
  { reason, nearest = [], suggestions = [], total }: Envelope['result'],
  shown: number,
  headlineReason: string | undefined,
): string {
  return lines([
    ['reason', reason === headlineReason ? undefined : reason],
    ...nearest.map((near) => {
      const place = 'omaUri' in near ? near.omaUri : `${near.key} + ${near.value}`;
      return ['near, not a match', near.slug === undefined ? place : `${place} (${near.slug})`] as const;
    }),
    ['did you mean', suggestions.join(', ')],
    ['shown', shown === 0 || total === undefined ? undefined : `${shown} of ${total}`],
  ]);
}

function matchLines(match: ShownMatch): string {
  const { compatibility } = match;
  return lines([
    ['setting', `${match.displayName ?? match.name} [${match.slug}]`],
    ['verdict', compatibility && `${compatibility.verdict.toUpperCase()}: ${compatibility.reason}`],
    ['hive', hiveText(match)],
    ['registry', registryLine(match)],
    ['all its values', match.writes?.map((write) => writeLine(match.registryKey, write))],
    ['element', match.elementId],
    ['type', match.registryType ?? match.openTypes?.join(', ')],
    ['data', contentLines(match)],
    ['tattoos', match.tattoos && 'the value stays when the policy is removed'],
    ['MDM', match.csp && `${match.csp.omaUri} (${match.confidence})`],
    ['MDM by element', elementNodes(match.cspElements)],
    ['MDM scopes', match.csp && Object.keys(match.csp.omaUris).join(', ')],
    ['MDM editions', match.csp?.editions?.join(', ')],
    ['MDM minimum', match.csp?.minOs?.split(' | ')],
    ['MDM node takes', match.csp?.allowedValues && takenLines(match.csp.allowedValues)],
    ['needs template', match.csp?.ingest],
    ['other MDM nodes', (match.cspAlternatives ?? []).map(alternativeLine)],
    ['supported on', match.supportedOn && oneLine(match.supportedOn)],
    ['product versions', match.products?.map(rangeLine)],
    ['lifecycle', match.removedIn ? `removed in ${match.removedIn}` : match.lifecycle?.state],
    ['source', `${match.source} ${match.sourceVersion}`],
  ]);
}

function hiveText(match: ShownMatch): string {
  const hives = { Machine: 'HKLM', User: 'HKCU', Both: 'HKLM or HKCU' }[match.class];
  return match.otherHive ? `${hives}, not the one that was asked for` : hives;
}

/** Parts of the verdict that are not in the headline. */
function verdictLines({ registry, mdm, product, candidates = [], ...rest }: Compatibility): string {
  return lines([
    ['target build', rest.targetBuild],
    ['required build', rest.requiredBuildAlternatives ?? rest.requiredBuild],
    ['candidates', candidates.map((each) => `${each.family} ${each.label} (${each.build}): ${each.verdict}`)],
    ['supported-on text', registry && `${registry.verdict}: ${registry.reason}`],
    ['MDM node', mdm && `${mdm.verdict}: ${mdm.reason}`],
    ['product', product && `${product.verdict}: ${product.reason}`],
  ]);
}

function elementNodes(nodes: Readonly<Record<string, { omaUri: string }>> = {}): string[] {
  return Object.entries(nodes).map(([id, { omaUri }]) => `${id}: ${omaUri}`);
}

function writeLine(key: string, { registryKey = key, valueName, elementId }: PolicyWrite): string {
  return pairName(registryKey, valueName ?? '(a list)') + (elementId ? ` (element ${elementId})` : '');
}

/** One line for each documented content, or for each limit of the others. */
function contentLines(data: DocumentedData): string[] {
  const { values = [], bounds, maxLength, maxStrings, entries, patterns, open } = data;
  return [
    ...values.map(contentLine),
    ...(bounds ? [`${bounds.min ?? 'any'} to ${bounds.max ?? 'any'}`] : []),
    ...(entries ? [`entries: ${entries.join(', ')}`] : []),
    ...(patterns ?? []).map((pattern) => `matches ${pattern}`),
    ...(maxStrings ? [`at most ${maxStrings} entries`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(open ? [values.length > 0 ? 'any other content' : 'any content'] : []),
  ];
}

function contentLine({ data, type, label, labelOmitted, state, elementId }: DocumentedValue): string {
  const content = data === null ? 'deleted' : data === '' ? '(empty)' : data;
  const meaning = [
    label ?? (labelOmitted && 'see the vendor’s page'),
    state,
    elementId && `element ${elementId}`,
  ]
    .filter(Boolean)
    .join(', ');
  return `${content}${type === undefined ? '' : ` (${type})`}${meaning === '' ? '' : `: ${meaning}`}`;
}

function registryLine({ registryKey, valueName, list, slug }: ShownMatch): string {
  if (valueName !== undefined) return pairName(registryKey, valueName);
  return list === undefined
    ? `${registryKey} (its elements write the values; “hivecheck setting ${slug}” lists them)`
    : `${registryKey} + (the administrator chooses the names)`;
}

/** The values that a node accepts, in the form of a registry value's contents. */
function takenLines({ kind, values = [], min, max, pattern }: Allowed): string[] {
  const bounds = { ...(min !== undefined && { min: `${min}` }), ...(max !== undefined && { max: `${max}` }) };
  const shown = contentLines({
    values: values.map(({ value, label }) => ({ data: value, ...(label !== undefined && { label }) })),
    ...((min ?? max) !== undefined && { bounds }),
    ...(pattern !== undefined && { patterns: [pattern] }),
  });
  return shown.length > 0 ? shown : [kind === 'None' ? 'any content' : kind];
}

function nodeLines(node: Csp): string {
  return lines([
    ['MDM', node.omaUri],
    ['MDM editions', node.editions?.join(', ')],
    ['MDM minimum', node.minOs?.split(' | ')],
    ['format', node.format === 'null' ? undefined : node.format],
    ['takes', node.allowedValues && takenLines(node.allowedValues)],
    ['default', node.defaultValue],
  ]);
}

function rangeLine({ product, channel, from, to, worksUntil, onHost, seenIn }: ProductRange): string {
  if (seenIn !== undefined) return `${product}, in the templates of ${seenIn.join(', ')}`;
  const versions = from === to ? from : `${from ?? 'any'} to ${to ?? 'any later'}`;
  const name = channel === undefined ? product : `${product} ${channel}`;
  const end = worksUntil === undefined ? '' : `, works until ${worksUntil}`;
  return `${name} ${versions}${end}${onHost ? ', on certain versions of Windows' : ''}`;
}

function alternativeLine({ omaUri, verdict }: CspAlternative): string {
  return verdict === undefined ? omaUri : `${omaUri} (${verdict})`;
}

export function printSetting(answer: Envelope): string {
  const setting = answer.result.setting as SettingRecord;
  const { csp, elements } = setting;
  const record = lines([
    ['setting', `${setting.displayName ?? setting.name} [${setting.slug}]`],
    ['policy', setting.policyId],
    ['category', setting.categoryPath.join(' > ')],
    ['class', setting.class],
    ['registry', `${setting.registryKey}${setting.valueName === undefined ? '' : ` + ${setting.valueName}`}`],
    ['enabled', data(setting.enabledValue, setting.enabledValueKind)],
    ['disabled', data(setting.disabledValue, setting.disabledValueKind)],
    ['supported on', setting.supportedOn && oneLine(setting.supportedOn)],
    ['product versions', setting.products?.map(rangeLine)],
    ['lifecycle', setting.lifecycle?.state],
    ['MDM', Object.values(csp?.omaUris ?? {})],
    ['MDM minimum', csp?.minOs?.split(' | ')],
    ['MDM by element', elementNodes(csp?.elements)],
    ['first seen', setting.firstSeen],
    ['last modified', setting.lastModified],
  ]);
  return joined([
    record,
    ...elements.map(elementLines),
    lines([['reason', answer.result.reason]]),
    footer(answer, [setting]),
  ]);
}

function elementLines(element: ElementRecord): string {
  const options = (element.options ?? []).map(
    ({ value, valueKind, label, labelOmitted }) =>
      `${value ?? valueKind} = ${label ?? (labelOmitted ? 'see the vendor’s page' : '?')}`,
  );
  return lines([
    ['element', element.id],
    ['type', element.type],
    ['value name', element.valueName],
    ['label', element.label],
    ['data', options.length > 0 ? options : [element.minValue, element.maxValue].filter(Boolean).join(' – ')],
  ]);
}

const data = (value: string | undefined, kind: string | undefined) =>
  kind && (value === undefined ? kind : `${value} (${kind})`);

function footer({ warnings, dataset }: Envelope, linked: readonly { learnUrl?: string }[]): string {
  const links = new Set(linked.flatMap(({ learnUrl = [] }) => learnUrl));
  return lines([
    ...warnings.map((warning) => ['warning', warning] as const),
    ['documentation', [...links]],
    ['dataset', `${dataset.version} of ${dataset.generatedAt}`],
  ]);
}
