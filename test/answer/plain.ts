/**
 * The naive oracle of the answers: whole objects, made anew from stored entries for every question. What the service
 * writes must be the JSON of these, to the byte.
 */

import { compatibilityOf } from '../../runtime/answer/compatibility.ts';
import { nearestTo, searchWords } from '../../runtime/answer/nearest.ts';
import type { ResolveRequest } from '../../runtime/contract/requests.ts';
import type { Confidence, Scope } from '../../runtime/contract/words.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import type { SettingRecord, StoredData, StoredMatch } from '../../runtime/format/format.ts';
import { normalizeValue, pairKey, parseKey } from '../../runtime/format/keys.ts';
import { messagesFor, noteText, reasonsInEnglish } from '../../runtime/messages/index.ts';
import { productMessagesFor } from '../../runtime/messages/product.ts';
import {
  combine,
  type Facts,
  type Judgement,
  judge,
  readTarget,
  type Tables,
} from '../../runtime/verdict/index.ts';

type Json = Record<string, unknown>;

function envelope(
  query: Json & { lang: string },
  result: Json,
  about: { confidence: string; provenance?: Json | undefined },
  dataset: Dataset,
  warnings: string[],
) {
  const { version, generatedAt } = dataset.manifest;
  const silent = warnings.length === 0 && result.reason === undefined && result.compatibility === undefined;
  const english = query.lang === 'de-DE' && !silent ? reasonsInEnglish(query.lang) : undefined;
  const said = english === undefined ? warnings : [...warnings, english];
  return JSON.stringify({
    query,
    result,
    ...about,
    dataset: { version, generatedAt },
    warnings: said.filter((warning, at) => said.indexOf(warning) === at),
  });
}

const languageOf = (titles: Record<string, unknown>, lang: string): string | undefined =>
  [lang, 'en-US', ...Object.keys(titles)].find((each) => titles[each] !== undefined);

interface Order {
  index: number;
  verdict: string;
}

/** `verdicts`: further nodes are told with theirs. */
function shown(
  stored: StoredMatch,
  lang: string,
  order: readonly Order[],
  verdicts: boolean,
  otherHive?: string,
): Json {
  const { slug, name, titles, supportedOn = {}, served, data, nodes = [] } = stored;
  const language = languageOf(titles, lang);
  const [first, ...others] = order.map(({ index, verdict }) => ({ node: nodes[index], verdict }));
  return {
    slug,
    lang: language ?? lang,
    name,
    ...(language !== undefined && { displayName: titles[language] }),
    ...served,
    ...(data && contents(data, language ?? lang)),
    ...(otherHive !== undefined && { otherHive }),
    confidence: first?.node?.confidence ?? 'none',
    ...(first && { csp: first.node?.served }),
    ...(others.length > 0 && {
      cspAlternatives: others.map(({ node, verdict }) => ({ ...node?.served, ...(verdicts && { verdict }) })),
    }),
    ...(Object.keys(supportedOn).length > 0 && {
      supportedOn: supportedOn[languageOf(supportedOn, language ?? lang) ?? ''],
    }),
  };
}

/** Contents with their labels, of the first language that has any. */
function contents({ labels = {}, values, ...rest }: StoredData, lang: string): Json {
  const texts = labels[languageOf(labels, lang) ?? ''] ?? [];
  const { registryType, ...around } = rest;
  return {
    ...(registryType && { registryType }),
    ...(values && {
      values: values.map((value, at) => ({ ...value, ...(texts[at] != null && { label: texts[at] }) })),
    }),
    ...around,
  };
}

/** Dropped by the vendor; told by no vendor. */
function standingWarnings({ slug, served: { removedIn, lastSeenIn } }: StoredMatch, lang: string): string[] {
  const texts = messagesFor(lang);
  return [
    ...(removedIn ? [texts.removedIn(slug, removedIn)] : []),
    ...(lastSeenIn ? [texts.lastSeenIn(slug, lastSeenIn)] : []),
  ];
}

function communityWarnings(matches: StoredMatch[], lang: string): string[] {
  const slugs = [...new Set(matches.map(({ slug }) => slug))].join(', ');
  const others = matches.filter(({ served: { source } }) => source !== 'security-admx' && source !== 'bis-f');
  return matches.length > 0 && others.length === 0 ? [messagesFor(lang).communityOnly(slugs)] : [];
}

function lifecycleWarnings(marked: Pick<SettingRecord, 'slug' | 'lifecycle'>[], lang: string): string[] {
  return marked.flatMap(({ slug, lifecycle }) =>
    lifecycle ? [productMessagesFor(lang).lifecycle(slug, lifecycle)] : [],
  );
}

function supportWarnings(matches: StoredMatch[], lang: string): string[] {
  return matches.flatMap(({ titles, supportedOn = {}, data }) => {
    const own = languageOf(titles, lang) ?? lang;
    const parts = [
      ['supportedOn', languageOf(supportedOn, own)],
      ['values', languageOf(data?.labels ?? {}, own)],
    ] as const;
    return parts.flatMap(([part, served]) =>
      served === undefined || served === own ? [] : [messagesFor(lang).partialTexts(served, part)],
    );
  });
}

export function titleWarnings(
  titled: { slug: string; language: string | undefined }[],
  lang: string,
): string[] {
  const texts = messagesFor(lang);
  const groups = new Map<string | undefined, string[]>();
  for (const { slug, language } of titled) {
    if (language !== lang) groups.set(language, [...(groups.get(language) ?? []), slug]);
  }
  const named = (slugs: string[]) => [...new Set(slugs)].join(', ');
  const warnings = [...groups].flatMap(([language, slugs]) =>
    language === undefined ? [] : [texts.fallback(lang, language, named(slugs))],
  );
  const untitled = groups.get(undefined);
  return untitled ? [...warnings, texts.noText(named(untitled))] : warnings;
}

const titledOf = (matches: StoredMatch[], lang: string) =>
  matches.map(({ slug, titles }) => ({ slug, language: languageOf(titles, lang) }));

function about(
  matches: { confidence: Confidence; source: string; sourceVersion: string; learnUrl?: string }[],
) {
  const all = new Set(matches.map(({ confidence }) => confidence));
  const confidence = all.has('derived') ? 'derived' : all.has('official') ? 'official' : 'none';
  const sources = new Set(
    matches.map(({ source, sourceVersion }) => JSON.stringify({ source, sourceVersion })),
  );
  const pages = new Set(matches.map(({ learnUrl }) => learnUrl));
  if (sources.size !== 1) return { confidence };
  const [page] = pages;
  const provenance = JSON.parse([...sources][0] ?? '{}') as Json;
  if (pages.size === 1 && page !== undefined) provenance.learnUrl = page;
  return { confidence, provenance };
}

function unmapped(matches: { slug: string; confidence: Confidence }[], lang: string): string[] {
  const without = matches.filter(({ confidence }) => confidence === 'none');
  if (without.length === 0 || without.length === matches.length) return [];
  return [messagesFor(lang).valueUnmapped([...new Set(without.map(({ slug }) => slug))].join(', '))];
}

/** For keys below a policy hive with backslashes alone, whose names come from the dataset. */
export async function plainResolve(
  dataset: Dataset,
  tables: Tables,
  { key: asked, value: name, lang = 'en-US', targetOs = null }: ResolveRequest,
): Promise<string> {
  const texts = messagesFor(lang);
  const { hive, key, warning } = parseKey(asked);
  const value = normalizeValue(name);
  const query = { key, value, lang, hive, targetOs };
  const pair = await dataset.lookup('resolve', pairKey(key, value));
  const under = (await dataset.lookup('list', key))?.matches ?? [];
  const lists = under.filter(({ served: { list } }) => {
    if (list === undefined || value === '') return false;
    if (list.explicitValue || list.valuePrefix === undefined) return true;
    const prefix = list.valuePrefix.toLowerCase();
    return (
      value.startsWith(prefix) && /^\d+$/.test(value.slice(prefix.length)) && value[prefix.length] !== '0'
    );
  });
  const named = pair?.matches.filter(({ served }) => served.list === undefined) ?? [];
  const standing = ({ served, community }: StoredMatch) =>
    ((served.removedIn ?? served.lastSeenIn) ? 2 : 0) + (community ? 1 : 0);
  const matches = [...named, ...lists].sort((a, b) => standing(a) - standing(b));
  const pairName = `${key} + ${value === '' ? '(default)' : value}`;
  const warnings = warning === 'user-sid' ? [texts.hives['user-sid']] : [];
  if (matches.length === 0) {
    for (const { slug, served } of under) warnings.push(texts.listOnly(slug, served.list?.valuePrefix ?? ''));
    // A slash that no key holds is read as a separator; the key is told as it came.
    const read = key.replaceAll('/', '\\');
    const nearest = await nearestTo(dataset, read, value);
    const words = searchWords(name === '' ? asked : name);
    if (nearest.length === 0 && words !== '') warnings.push(texts.searchFor(words));
    const result = {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: texts.nothingWrites(`${key} + ${value === '' ? '(default)' : value}`),
      ...(nearest.length > 0 && { nearest }),
    };
    return envelope(query, result, { confidence: 'none' }, dataset, warnings);
  }
  const told = matches
    .map((match) => tell(match, hive, targetOs, lang, tables))
    .sort((a, b) => Number(a.otherHive !== undefined) - Number(b.otherHive !== undefined));
  const own = told.filter(({ otherHive }) => otherHive === undefined);
  const deciding = own.length > 0 ? own : told;
  const slugs = [...new Set(told.map(({ slug }) => slug))].join(', ');
  if (slugs.includes(',')) warnings.unshift(texts.several(pairName, slugs));
  warnings.push(...communityWarnings(matches, lang));
  warnings.push(...lists.flatMap(({ slug, served: { list } }) => (list ? [texts.list(slug, list)] : [])));
  warnings.push(...told.flatMap((each) => each.warnings), ...unmapped(deciding, lang));
  const { confidence, provenance } = about(
    deciding.map(({ match, confidence: each }) => ({ ...match.served, confidence: each })),
  );
  const same = deciding.every(
    ({ compatibility }) => JSON.stringify(compatibility) === JSON.stringify(deciding[0]?.compatibility),
  );
  const key0 = deciding.find(({ match }) => match.noMdm)?.match.noMdm;
  const unmappedSlugs = [...new Set(deciding.map(({ slug }) => slug))].join(', ');
  const reason = `${texts.valueUnmapped(unmappedSlugs)}${key0 === undefined ? '' : ` ${texts.keyNotIngestible(key0)}`}`;
  const result = {
    matches: told.map(({ match, judgement, otherHive, compatibility }) => ({
      ...shown(match, lang, judgement.nodes, true, otherHive),
      ...(told.length > 1 && { compatibility }),
    })),
    compatibility:
      same || own.length === 0 ? deciding[0]?.compatibility : compatibilityOf(combine(deciding), lang),
    ...(confidence === 'none' && { reason }),
  };
  const stored = told.map(({ match }) => match);
  return envelope(query, result, { confidence, ...(provenance && { provenance }) }, dataset, [
    ...warnings,
    ...supportWarnings(stored, lang),
    ...titleWarnings(titledOf(stored, lang), lang),
  ]);
}

const judgements = new WeakMap<Tables, WeakMap<StoredMatch, Map<string, Judgement>>>();

/** The same in all languages, and then judged once. */
function judged(match: StoredMatch, targetOs: string | null, tables: Tables, scope?: Scope): Judgement {
  const ofTables = judgements.get(tables) ?? new WeakMap<StoredMatch, Map<string, Judgement>>();
  judgements.set(tables, ofTables);
  const ofMatch = ofTables.get(match) ?? new Map<string, Judgement>();
  ofTables.set(match, ofMatch);
  const question = JSON.stringify([targetOs, scope]);
  const judgement =
    ofMatch.get(question) ?? judge(factsOf(match), readTarget(targetOs, tables.releases), tables, scope);
  ofMatch.set(question, judgement);
  return judgement;
}

/** One match with its verdict, for the hive asked for. */
function tell(
  match: StoredMatch,
  hive: string | null,
  targetOs: string | null,
  lang: string,
  tables: Tables,
) {
  const texts = messagesFor(lang);
  const { slug, nodes = [], served } = match;
  const documented = { Machine: 'HKLM', User: 'HKCU', Both: hive }[served.class];
  const otherHive = hive !== null && documented !== hive ? (documented ?? undefined) : undefined;
  const scope = { HKLM: 'Device', HKCU: 'User' }[otherHive ?? hive ?? ''] as Scope | undefined;
  const judgement = judged(match, targetOs, tables, scope);
  const own = compatibilityOf(judgement, lang);
  const unknown = {
    verdict: 'unknown' as const,
    reason: texts.otherHiveUnknown(otherHive ?? '', hive ?? ''),
  };
  const compatibility =
    otherHive === undefined
      ? own
      : {
          ...unknown,
          ...(own.targetBuild && { targetBuild: own.targetBuild }),
          ...(own.registry && { registry: unknown }),
          ...(own.mdm && { mdm: unknown }),
        };
  const first = nodes[judgement.nodes[0]?.index ?? -1];
  const warnings = [
    ...(otherHive === undefined ? [] : [texts.otherHive(slug, otherHive, hive ?? '')]),
    ...(first && scope && first.served.scope !== scope
      ? [texts.noScope(slug, scope, first.served.scope)]
      : []),
    ...(judgement.nodes.length > 1 ? [texts.severalNodes(slug, judgement.nodes.length)] : []),
    ...(first?.intuneOnly ? [texts.intuneOnly(slug)] : []),
    ...(first?.wholePolicy ? [texts.wholePolicy(slug)] : []),
    ...standingWarnings(match, lang),
    ...lifecycleWarnings([{ slug, ...served }], lang),
    ...(otherHive === undefined ? judgement.notes.map((note) => noteText(note, slug, lang)) : []),
  ];
  const confidence: Confidence = first?.confidence ?? 'none';
  return { match, slug, judgement, otherHive, compatibility, warnings, confidence };
}

function factsOf({ supportedOn: texts = {}, nodes, verdict }: StoredMatch): Facts {
  const supportedOn = texts[languageOf(texts, 'en-US') ?? ''];
  return {
    ...verdict,
    ...(supportedOn !== undefined && { supportedOn }),
    ...(nodes && {
      nodes: nodes.map(
        ({ place, editionList, wholePolicy, served: { scope, minOs, deprecated, deprecatedFrom, via } }) => ({
          place,
          scope,
          ...(minOs && { minOs }),
          ...(deprecated && { deprecatedFrom: deprecatedFrom ?? (true as const) }),
          ...(editionList !== undefined && { editionList }),
          ...(via === 'admx-ingestion' && { ingested: true as const }),
          ...(wholePolicy && { wholePolicy }),
        }),
      ),
    }),
  };
}
