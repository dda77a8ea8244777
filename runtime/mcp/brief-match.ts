/** What the brief answers say of a match: what may be written, the two verdicts, the node. */
import type { BriefMdm, BriefNear, BriefValue, BriefVerdict } from '../schema/brief.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { DocumentedData, DocumentedValue, RegistryType } from '../schema/data.ts';
import type { Csp, ListFacts, Match } from '../schema/match.ts';
import type { PolicyClass, Verdict } from '../schema/words.ts';
import { cut, type Omitted } from './fit.ts';

/** How much is told. */
export interface BriefLimits {
  matches: number;
  /** Documented contents of a value. */
  values: number;
  warnings: number;
  nearest: number;
  /** Characters of a reason, of a warning, of a content. */
  text: number;
  title: number;
  /** Characters of the text beside the structured content. */
  said: number;
}

/** From generous to tight: which settings there are and what their verdicts are counts more than reasons and warnings. */
export const LEVELS: readonly [BriefLimits, ...BriefLimits[]] = [
  { matches: 4, values: 6, warnings: 2, nearest: 3, text: 160, title: 80, said: 240 },
  { matches: 4, values: 4, warnings: 1, nearest: 3, text: 120, title: 60, said: 200 },
  { matches: 3, values: 4, warnings: 1, nearest: 2, text: 90, title: 40, said: 160 },
  { matches: 3, values: 2, warnings: 0, nearest: 2, text: 90, title: 40, said: 160 },
  { matches: 2, values: 4, warnings: 1, nearest: 2, text: 90, title: 40, said: 140 },
  { matches: 2, values: 2, warnings: 0, nearest: 1, text: 70, title: 30, said: 140 },
  { matches: 1, values: 4, warnings: 1, nearest: 1, text: 90, title: 40, said: 140 },
  { matches: 1, values: 1, warnings: 0, nearest: 1, text: 60, title: 30, said: 100 },
  { matches: 1, values: 0, warnings: 0, nearest: 1, text: 50, title: 30, said: 30 },
];

/** The slugs of matches that have no room for more, and a count of the rest. */
export function othersOf(
  matches: readonly { slug: string }[],
  limits: BriefLimits,
  omitted: Omitted,
): { others?: string[] } {
  const rest = matches.slice(limits.matches).map(({ slug }) => slug);
  const others = omitted.first('matches', [...new Set(rest)], MAX_OTHERS);
  return others.length === 0 ? {} : { others };
}

const MAX_OTHERS = 3;

export const HIVES = { Machine: 'HKLM', User: 'HKCU', Both: 'either' } as const satisfies Record<
  PolicyClass,
  string
>;

export function titleOf(
  { displayName }: { displayName?: string },
  { title }: BriefLimits,
): { title?: string } {
  return displayName === undefined ? {} : { title: cut(displayName, title) };
}

export function pastOf({ lifecycle, removedIn }: Pick<Match, 'lifecycle' | 'removedIn'>) {
  return { ...(lifecycle && { lifecycle: lifecycle.state }), ...(removedIn !== undefined && { removedIn }) };
}

export type Writable = DocumentedData & { list?: ListFacts };

export function writableOf(data: Writable, limits: BriefLimits, omitted: Omitted) {
  const { registryType, values, bounds, maxLength, maxStrings, entries = [], patterns = [], list } = data;
  const told = omitted.first('values', values ?? [], limits.values);
  const only = omitted.first('entries', entries, limits.values);
  omitted.first('patterns', patterns, 0);
  const open = openTypes(data);
  return {
    ...(registryType !== undefined && { type: registryType }),
    ...(told.length > 0 && { values: told.map((value) => contentOf(value, limits)) }),
    ...(bounds?.min !== undefined && { min: bounds.min }),
    ...(bounds?.max !== undefined && { max: bounds.max }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxStrings !== undefined && { maxStrings }),
    ...(only.length > 0 && { entries: only.map((entry) => cut(entry, limits.text)) }),
    ...(open.length > 0 && { open }),
    ...(list !== undefined && { list: namesIn(list) }),
  };
}

/** Without listed contents, that the content is open goes without saying. */
function openTypes({ registryType, values, open, openTypes: types = [] }: Writable): RegistryType[] {
  if (types.length > 0 || values === undefined || !open) return types;
  return registryType === undefined ? [] : [registryType];
}

/** How the names of a list’s values are made. */
function namesIn({ explicitValue, valuePrefix }: ListFacts): string {
  if (explicitValue) return '{name}';
  return valuePrefix === undefined ? '{data}' : `${valuePrefix}{n}`;
}

function contentOf({ data, state, label, type }: DocumentedValue, { text }: BriefLimits): BriefValue {
  const means = [state, label].filter((each) => each !== undefined).join(': ');
  return {
    data: data === null ? null : cut(data, text),
    ...(means !== '' && { means: cut(means, Math.min(text, 80)) }),
    ...(type !== undefined && { type }),
  };
}

/** A reason goes with every verdict but `supported`. */
export function judgedOf(
  { verdict, reason }: { verdict: Verdict; reason: string },
  most: number,
): BriefVerdict {
  return verdict === 'supported' ? { verdict } : { verdict, reason: cut(reason, most) };
}

/** The verdicts on the registry value and on the product; a match without a node has the OS verdict for the former. */
export function registryOf(compatibility: Compatibility | undefined, { text }: BriefLimits) {
  if (compatibility === undefined) return {};
  const { registry, product } = compatibility;
  return {
    registry: judgedOf(registry ?? compatibility, text),
    ...(product !== undefined && { product: judgedOf(product, text) }),
  };
}

/** The reason stands with the registry verdict where both have the same. */
export function mdmOf(
  { csp, confidence }: Match,
  compatibility: Compatibility | undefined,
  limits: BriefLimits,
) {
  if (csp === undefined) return {};
  const { mdm, registry } = compatibility ?? {};
  if (mdm === undefined) return { mdm: nodeOf(csp, confidence) };
  const judged = mdm.reason === registry?.reason ? { verdict: mdm.verdict } : judgedOf(mdm, limits.text);
  return { mdm: { ...nodeOf(csp, confidence), ...judged } };
}

export function nodeOf(
  { omaUri, scope, admxBacked, ingest }: Csp,
  confidence: BriefMdm['confidence'],
): BriefMdm {
  return {
    omaUri,
    scope,
    confidence,
    ...(admxBacked && { admxBacked: true as const }),
    ...(ingest !== undefined && { ingest }),
  };
}

/** `asked`: the key, which is not told again. */
export function nearestOf(
  nearest: readonly BriefNear[] | undefined,
  asked: string | undefined,
  limits: BriefLimits,
  omitted: Omitted,
): { nearest?: BriefNear[] } {
  if (nearest === undefined) return {};
  const told = omitted.first('nearest', nearest, limits.nearest);
  return {
    nearest: told.map(({ key, value, omaUri, slug }) => ({
      ...(key !== undefined && key.toLowerCase() !== asked && { key }),
      ...(value !== undefined && { value }),
      ...(omaUri !== undefined && { omaUri }),
      ...(slug !== undefined && { slug }),
    })),
  };
}

interface Sourced {
  source?: string;
  sourceVersion?: string;
  csp?: { source?: string; sourceVersion?: string };
}

/** Each source once, those of the nodes too. */
export function sourcesOf(all: readonly Sourced[]): string[] {
  const named = new Set<string>();
  for (const match of all) {
    addName(named, match);
    addName(named, match.csp);
  }
  return [...named];
}

function addName(named: Set<string>, sourced: Sourced['csp']): void {
  if (sourced?.source !== undefined) named.add(`${sourced.source} ${sourced.sourceVersion ?? ''}`.trimEnd());
}

/** What every brief answer ends with. */
export function endOf(
  { dataset, warnings }: { dataset: { version: string; generatedAt: string }; warnings: readonly string[] },
  provenance: string[],
  limits: Pick<BriefLimits, 'warnings' | 'text'>,
  omitted: Omitted,
) {
  const told = omitted.first('warnings', warnings, limits.warnings).map((text) => cut(text, limits.text));
  return { ...(told.length > 0 && { warnings: told }), ...omitted.told(), provenance, dataset };
}
