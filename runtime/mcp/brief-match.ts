/** What the brief answers say of a match: what may be written, the two verdicts, the node. */
import type { BriefMdm, BriefNear, BriefValue, BriefVerdict } from '../contract/brief.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { DocumentedData, DocumentedValue, RegistryType } from '../contract/data.ts';
import type { Csp, ListFacts, Match } from '../contract/match.ts';
import type { PolicyClass, Verdict } from '../contract/words.ts';
import { cut, defined, Omitted, unlessEmpty } from './fit.ts';

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

/** One brief answer in the making: how much it tells, and what it leaves out. */
export class Brevity extends Omitted {
  readonly limits: BriefLimits;

  constructor(limits: BriefLimits) {
    super();
    this.limits = limits;
  }
}

/** The slugs of matches that have no room for more, and a count of the rest. */
export function othersOf(matches: readonly { slug: string }[], brevity: Brevity): string[] | undefined {
  const rest = matches.slice(brevity.limits.matches).map(({ slug }) => slug);
  return unlessEmpty(brevity.first('matches', [...new Set(rest)], MAX_OTHERS));
}

const MAX_OTHERS = 3;

export const HIVES = { Machine: 'HKLM', User: 'HKCU', Both: 'either' } as const satisfies Record<
  PolicyClass,
  string
>;

export function pastOf({ lifecycle, removedIn }: Pick<Match, 'lifecycle' | 'removedIn'>) {
  return { lifecycle: lifecycle?.state, removedIn };
}

export type Writable = DocumentedData & { list?: ListFacts };

export function writableOf(data: Writable, brevity: Brevity) {
  const {
    registryType,
    values = [],
    bounds,
    maxLength,
    maxStrings,
    entries = [],
    patterns = [],
    list,
  } = data;
  const { limits } = brevity;
  const told = brevity.first('values', values, limits.values);
  const only = brevity.first('entries', entries, limits.values);
  brevity.first('patterns', patterns, 0);
  return {
    type: registryType,
    values: unlessEmpty(told.map((value) => contentOf(value, limits))),
    min: bounds?.min,
    max: bounds?.max,
    maxLength,
    maxStrings,
    entries: unlessEmpty(only.map((entry) => cut(entry, limits.text))),
    open: unlessEmpty(openTypes(data)),
    list: list && namesIn(list),
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
  return defined({
    data: data === null ? null : cut(data, text),
    means: means === '' ? undefined : cut(means, Math.min(text, 80)),
    type,
  });
}

/** A reason goes with every verdict but `supported`. */
export function judgedOf(
  { verdict, reason }: { verdict: Verdict; reason: string },
  most: number,
): BriefVerdict {
  return verdict === 'supported' ? { verdict } : { verdict, reason: cut(reason, most) };
}

/** The reason stands with the registry verdict where both have the same. */
export function mdmOf(
  { csp, confidence }: Match,
  { mdm, registry }: Pick<Compatibility, 'mdm' | 'registry'>,
  limits: BriefLimits,
): BriefMdm | undefined {
  const node = csp && nodeOf(csp, confidence);
  if (node === undefined || mdm === undefined) return node;
  const judged = mdm.reason === registry?.reason ? { verdict: mdm.verdict } : judgedOf(mdm, limits.text);
  return { ...node, ...judged };
}

export function nodeOf(
  { omaUri, scope, admxBacked, ingest }: Csp,
  confidence: BriefMdm['confidence'],
): BriefMdm {
  return defined({ omaUri, scope, confidence, admxBacked: admxBacked || undefined, ingest });
}

/** `asked`: the key, which is not told again. */
export function nearestOf(
  nearest: readonly BriefNear[] | undefined,
  asked: string | undefined,
  brevity: Brevity,
): BriefNear[] | undefined {
  if (nearest === undefined) return undefined;
  const told = brevity.first('nearest', nearest, brevity.limits.nearest);
  return told.map(({ key, value, omaUri, slug }) =>
    defined({ key: key?.toLowerCase() === asked ? undefined : key, value, omaUri, slug }),
  );
}

interface Sourced {
  source?: string;
  sourceVersion?: string;
  csp?: { source?: string; sourceVersion?: string };
}

/** Each source once, those of the nodes too. */
export function sourcesOf(all: readonly Sourced[]): string[] {
  const named = new Set<string>();
  for (const { source, sourceVersion = '' } of all.flatMap((each) => [each, each.csp ?? {}])) {
    if (source !== undefined) named.add(`${source} ${sourceVersion}`.trimEnd());
  }
  return [...named];
}

/** What every brief answer ends with. Made last: it tells what the rest left out. */
export function endOf(
  { dataset, warnings }: { dataset: { version: string; generatedAt: string }; warnings: readonly string[] },
  provenance: string[],
  brevity: Brevity,
) {
  const { limits } = brevity;
  const told = brevity.first('warnings', warnings, limits.warnings).map((text) => cut(text, limits.text));
  return { warnings: unlessEmpty(told), omitted: brevity.told(), provenance, dataset };
}
