/** A stored match as it is kept in memory: the facts that decide an answer, and the text that the answer copies. */
import type { ListFacts, MatchFacts, StoredData, StoredMatch, StoredNode, Texts } from '../format.ts';
import { type InternTable, intern } from '../json.ts';
import type { Messages } from '../messages/index.ts';
import type { Compatibility } from '../schema/compatibility.ts';
import type { Lifecycle } from '../schema/product.ts';
import type { ItemMatch } from '../schema/verified.ts';
import type { Confidence, Verdict } from '../schema/words.ts';
import type { Facts, JudgedNode, NodeFacts } from '../verdict/index.ts';
import { labelLanguage, valuesIn } from './data.ts';
import { RawJson } from './json.ts';
import {
  FALLBACK_LANGUAGE,
  type ForeignPart,
  foreignParts,
  languageWarnings,
  pickLanguage,
  pickText,
} from './language.ts';

export interface KeptMatch
  extends Pick<StoredMatch, 'slug' | 'name' | 'titles'>,
    Pick<MatchFacts, 'class' | 'registryKey' | 'source' | 'sourceVersion'> {
  supportedOn: Texts;
  learnUrl: string | undefined;
  /** It is a list element. */
  list: ListFacts | undefined;
  /** What the verdict is drawn from. */
  facts: Facts;
  nodes: readonly KeptNode[];
  /** The key that an ingested template may not write, where that alone keeps the setting from MDM. */
  noMdm: string | undefined;
  valueName: string | undefined;
  elementId: string | undefined;
  /** What may be written to the pair. */
  data: StoredData | undefined;
  /** The source is no vendor's. */
  community: boolean;
  removedIn: string | undefined;
  lastSeenIn: string | undefined;
  lifecycle: Lifecycle | undefined;
  /** The facts that no language changes, as JSON without the braces. */
  served: string;
  /** Language asked for → what the match says in it; made when first asked for. */
  texts: Record<string, MatchTexts>;
}

/** What a match says in a language. */
interface MatchTexts {
  /** Undefined: the vendor gives no title. */
  titleLang: string | undefined;
  foreign: readonly ForeignPart[];
  /** The first members, as JSON with the opening brace. */
  title: string;
  /** Documented data, as JSON with a leading comma. */
  data: string;
  /** The supported-on line, as JSON with a leading comma. */
  supportedOn: string;
}

export type KeptNode = ReturnType<typeof keepNode>;

export function keepMatch(match: StoredMatch, shared: InternTable): KeptMatch {
  const { slug, name, titles, supportedOn = {}, served, data, community, nodes = [], noMdm, verdict } = match;
  const english = supportedOn[FALLBACK_LANGUAGE];
  return {
    slug,
    name,
    titles,
    supportedOn: intern(shared, supportedOn),
    class: served.class,
    registryKey: served.registryKey,
    source: served.source,
    sourceVersion: served.sourceVersion,
    learnUrl: served.learnUrl,
    list: served.list,
    facts: intern(shared, {
      ...verdict,
      ...(english !== undefined && { supportedOn: english }),
      ...productFacts(match),
      ...(nodes.length > 0 && { nodes: nodes.map(nodeFacts) }),
    }),
    nodes: nodes.map((node) => keepNode(node, shared)),
    noMdm,
    valueName: served.valueName,
    elementId: served.elementId,
    data: data && intern(shared, data),
    community: community === true,
    removedIn: served.removedIn,
    lastSeenIn: served.lastSeenIn,
    lifecycle: served.lifecycle,
    served: JSON.stringify(served).slice(1, -1),
    texts: {},
  };
}

function productFacts({ served, verdict }: StoredMatch): Pick<Facts, 'product'> {
  const { products: ranges, removedIn } = served;
  const product = verdict?.product;
  if (ranges === undefined) return product === undefined ? {} : { product };
  return { product: { ...product, ranges, ...(removedIn !== undefined && { removedIn }) } };
}

/** What the verdict on a node is drawn from. */
export function nodeFacts({
  served,
  place,
  editionList,
  wholePolicy,
}: Pick<StoredNode, 'served' | 'place' | 'editionList' | 'wholePolicy'>): NodeFacts {
  const { scope, minOs, deprecated, deprecatedFrom, via } = served;
  return {
    place,
    scope,
    ...(minOs !== undefined && { minOs }),
    ...(deprecated && { deprecatedFrom: deprecatedFrom ?? true }),
    ...(editionList !== undefined && { editionList }),
    ...(via === 'admx-ingestion' && { ingested: true as const }),
    ...(wholePolicy && { wholePolicy }),
  };
}

function keepNode({ served, confidence, intuneOnly, wholePolicy }: StoredNode, shared: InternTable) {
  const { omaUri, scope, admxBacked, ingest } = served;
  // Without the closing brace.
  const json = JSON.stringify(served).slice(0, -1);
  const made = { omaUri, scope, confidence, intuneOnly, wholePolicy, admxBacked, ingest, json };
  // A mapping is official for one value of a policy, and derived for another.
  return intern(shared, made, `${confidence}${intuneOnly}${wholePolicy}${json}`);
}

/** What one answer says of a match beside what is stored. */
interface Told {
  /** Which nodes are told, best first. */
  nodes: readonly JudgedNode[];
  /** Each further node is told with its verdict. */
  withVerdicts: boolean;
  /** The hive that the vendor documents, where another one was asked for. */
  otherHive?: 'HKLM' | 'HKCU' | undefined;
  /** Its own verdict, where there are several matches. */
  compatibility?: RawJson<Compatibility> | undefined;
}

/** A match as an answer carries it, in a language. */
export function matchJson(match: KeptMatch, lang: string, told: Told): RawJson {
  const { title, data, supportedOn } = textsIn(match, lang);
  const otherHive = told.otherHive === undefined ? '' : `,"otherHive":"${told.otherHive}"`;
  const verdict = told.compatibility === undefined ? '' : `,"compatibility":${told.compatibility.text}`;
  return new RawJson(
    `${title},${match.served}${data}${otherHive},"confidence":"${confidenceIn(match, told.nodes)}"${nodesJson(match, told)}${supportedOn}${verdict}}`,
  );
}

/** Fleets ask for the same values in one language: its texts are written once. */
function textsIn(match: KeptMatch, lang: string): MatchTexts {
  const known = match.texts[lang];
  if (known !== undefined) return known;
  const { slug, name, titles, supportedOn, data } = match;
  const titleLang = pickLanguage(titles, lang);
  const own = titleLang ?? lang;
  const first = { slug, lang: own, name, ...(titleLang !== undefined && { displayName: titles[titleLang] }) };
  const line = pickText(supportedOn, own);
  const made: MatchTexts = {
    titleLang,
    foreign: foreignParts({ supportedOn, values: data?.labels ?? {} }, own),
    title: JSON.stringify(first).slice(0, -1),
    data: dataJson(match, own),
    supportedOn: line === undefined ? '' : `,"supportedOn":${JSON.stringify(line.text)}`,
  };
  match.texts[lang] = made;
  return made;
}

/** What verify says of a match. */
export function itemMatch(match: KeptMatch, lang: string): ItemMatch {
  const title = pickText(match.titles, lang)?.text;
  const state = match.removedIn === undefined ? match.lifecycle?.state : 'removed';
  return {
    slug: match.slug,
    ...(title !== undefined && { displayName: title }),
    class: match.class,
    ...(state && { state }),
  };
}

/** Texts of matches that are served in another language, or exist in none. */
export function textWarnings(matches: readonly KeptMatch[], lang: string, texts: Messages): string[] {
  const texted = matches.map((match) => ({ slug: match.slug, texts: textsIn(match, lang) }));
  return [
    ...texted.flatMap(({ texts: { foreign } }) =>
      foreign.map(([part, served]) => texts.partialTexts(served, part)),
    ),
    ...languageWarnings(
      texted.map(({ slug, texts: { titleLang } }) => ({ slug, titleLang })),
      lang,
      texts,
    ),
  ];
}

function dataJson({ data }: KeptMatch, lang: string): string {
  if (data === undefined) return '';
  const { labels: _, ...told } = data;
  const values = valuesIn(data, labelLanguage(data, lang));
  return `,${JSON.stringify(values === undefined ? told : { ...told, values }).slice(1, -1)}`;
}

/** The confidence of a match is that of the node it is told with. */
export function confidenceIn({ nodes }: KeptMatch, told: readonly JudgedNode[]): Confidence {
  return nodes[told[0]?.index ?? -1]?.confidence ?? 'none';
}

function nodesJson({ nodes }: KeptMatch, { nodes: told, withVerdicts }: Told): string {
  const [first, ...others] = told;
  if (first === undefined) return '';
  const csp = `,"csp":${nodes[first.index]?.json ?? '{'}}`;
  if (others.length === 0) return csp;
  const verdictOf = (verdict: Verdict) => (withVerdicts ? `,"verdict":"${verdict}"` : '');
  const texts = others.map(({ index, verdict }) => `${nodes[index]?.json ?? '{'}${verdictOf(verdict)}}`);
  return `${csp},"cspAlternatives":[${texts.join(',')}]`;
}
