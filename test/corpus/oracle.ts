/**
 * The naive oracle: reads the lines of `facts/` itself and scans them from end to end. It shares no code with
 * the compiler or the runtime on purpose: where both agree, neither can be wrong in its own way.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACTS } from '../../build/paths.ts';
import { factLines as lines, vectors } from '../vectors.ts';

export interface Item {
  key?: string;
  valueName: string;
}

export interface Element {
  id: string;
  type: string;
  key?: string;
  valueName?: string;
  valuePrefix?: string;
  explicitValue?: boolean;
  trueList?: Item[];
  falseList?: Item[];
  items?: { valueList?: Item[] }[];
}

export interface Line {
  firstSeen?: string;
  source: string;
  slug: string;
  policyId: string;
  class: string;
  admx?: string;
  formerAdmx?: string[];
  version: string;
  /** Of some settings, in place of their source's. */
  line?: string;
  key: string;
  valueName?: string;
  elements?: Element[];
  enabledList?: Item[];
  disabledList?: Item[];
  supportedOn?: string;
  supportedOnUnresolved?: string;
  removedIn?: string;
  lastSeenIn?: string;
  /** Nodes that a document names for the setting, or for an element of it. */
  mdm?: { omaUri: string; element?: string; confidence: string }[];
  /** What older versions wrote. */
  former?: Former[];
  /** What newer versions added. */
  added?: Omit<Former, 'removedIn'>[];
  addedClass?: { version: string };
  seenIn?: string[];
  text: Record<string, { displayName?: string }>;
}

interface Former extends Pick<Line, 'key' | 'valueName' | 'elements' | 'enabledList' | 'disabledList'> {
  source: string;
  version: string;
  removedIn: string;
}

interface Source {
  id: string;
  line: string;
  kind: string;
  provenanceKind: string;
  versions: { version: string; date?: string }[];
}

export interface Node {
  omaUri: string;
  scope: string;
  builds?: string[];
  admx?: { name: string; file: string };
  access?: string[];
  source?: string;
}

const NO_SETTINGS = new Set(vectors<string>('facts-without-settings'));

export const LINES: Line[] = readdirSync(FACTS)
  .filter((name) => name.endsWith('.jsonl') && !NO_SETTINGS.has(name.slice(0, -6)))
  .flatMap((name) => lines<Line>(name).map((line) => ({ ...line, source: name.slice(0, -6) })));

/** Sources of templates that no vendor made. */
export const COMMUNITY: ReadonlySet<string> = new Set(['security-admx', 'bis-f']);

const ofPage = (node: Node) => ({ ...node, source: 'microsoft-learn' });
export const NODES = lines<Node>('policy-ddf.jsonl').concat(lines<Node>('page-nodes.jsonl').map(ofPage));

const read = <T>(name: string) => JSON.parse(readFileSync(join(FACTS, name), 'utf8')) as T;

export const SOURCES: ReadonlyMap<string, Source> = new Map(
  read<{ sources: Source[] }>('sources.json').sources.map((source) => [source.id, source]),
);
const SUPPORTED_ON = new Map(
  lines<{ line: string; id: string; text: Record<string, string> }>('supported-on.jsonl').map(
    ({ line, id, text }) => [`${line} ${id}`, text],
  ),
);

const ADDED = new Map(
  read<{ supportedOn: { text: string; policyIds: string[] }[] }>('corrections.json').supportedOn.flatMap(
    ({ text, policyIds }) => policyIds.map((policyId) => [policyId, text]),
  ),
);

/** The text in the language, else in English, else in any; definitions are the line's own, or else Windows'. */
export function supportedOnOf({ source, policyId, supportedOn }: Line, lang: string) {
  const added = ADDED.get(policyId);
  if (added !== undefined) return { text: added, isEnglish: true };
  const own = SUPPORTED_ON.get(`${SOURCES.get(source)?.line} ${supportedOn}`);
  const texts = own ?? SUPPORTED_ON.get(`windows ${supportedOn}`) ?? {};
  const text = texts[lang] ?? texts['en-US'] ?? Object.values(texts)[0];
  return { text, isEnglish: texts['en-US'] !== undefined };
}

/** OMA-URIs of nodes that a correction maps, in place of what the vendor says. */
export const CORRECTED: ReadonlySet<string> = new Set(
  read<{ corrections: { omaUri: string }[] }>('corrections.json').corrections.map(({ omaUri }) => omaUri),
);

export interface Pair {
  slug: string;
  key: string;
  /** undefined: a list element, whose names `takes` knows. */
  value?: string;
  takes?: (value: string) => boolean;
  element?: string;
}

export const PAIRS: Pair[] = LINES.flatMap(pairsOf);

/** Pairs that the setting's current version no longer writes. */
export const FORMER: Pair[] = LINES.flatMap(({ slug, former = [] }) =>
  former.flatMap((part) => pairsOf({ slug, ...part })),
);

/** The table of what a policy writes, row by row. */
export function pairsOf(
  line: Pick<Line, 'slug' | 'key' | 'valueName' | 'elements' | 'enabledList' | 'disabledList'>,
): Pair[] {
  const { slug } = line;
  const found: Pair[] = [];
  const at = (key: string | undefined, value: string, element?: string) =>
    found.push({
      slug,
      key: plain(key ?? line.key),
      value: value.toLowerCase(),
      ...(element !== undefined && { element }),
    });
  if (line.valueName !== undefined) at(line.key, line.valueName);
  for (const item of [...(line.enabledList ?? []), ...(line.disabledList ?? [])])
    at(item.key, item.valueName);
  for (const each of line.elements ?? []) {
    if (each.type === 'list') {
      found.push({ slug, key: plain(each.key ?? line.key), takes: namesOf(each), element: each.id });
      continue;
    }
    if (each.valueName !== undefined) at(each.key, each.valueName, each.id);
    const lists = [each.trueList, each.falseList, ...(each.items ?? []).map((item) => item.valueList)];
    for (const item of lists.flatMap((list) => list ?? [])) at(item.key, item.valueName, each.id);
  }
  return found;
}

/** What is written: each value, and each list for itself. */
export const placesOf = (pairs: readonly Pair[]): Set<string> =>
  new Set(pairs.map(({ key, value, takes, element }) => `${key}\0${takes ? `list ${element}` : value}`));

function namesOf({ explicitValue, valuePrefix }: Element): (value: string) => boolean {
  if (explicitValue || valuePrefix === undefined) return (value) => value !== '';
  const start = valuePrefix.toLowerCase();
  return (value) => value.startsWith(start) && /^[1-9][0-9]*$/.test(value.slice(start.length));
}

export function plain(key: string): string {
  return key.trim().toLowerCase().split('\\').filter(Boolean).join('\\').trim();
}

/** Key → its pairs. */
const UNDER = new Map<string, Pair[]>();
for (const pair of [...PAIRS, ...FORMER]) {
  const others = UNDER.get(pair.key);
  if (others) others.push(pair);
  else UNDER.set(pair.key, [pair]);
}

/** Slugs that write the pair, each once; by a scan over all pairs of the key. */
export function scan(key: string, value: string): string[] {
  const name = value.toLowerCase();
  const found = new Set<string>();
  for (const pair of UNDER.get(plain(key)) ?? []) {
    if (pair.takes ? pair.takes(name) : pair.value === name) found.add(pair.slug);
  }
  return [...found].sort();
}
