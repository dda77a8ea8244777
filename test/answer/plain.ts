/**
 * The naive oracle of the answers: whole objects, made anew from stored entries for every question. What the service
 * writes must be the JSON of these, to the byte.
 */

import { combinedCompatibility, compatibilityOf, notesOf } from '../../runtime/answer/compatibility.ts';
import { nearestTo } from '../../runtime/answer/nearest.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import type { CspEntry, MatchEntry, SettingEntry, StoredMatch } from '../../runtime/format.ts';
import { messagesFor, reasonsInEnglish } from '../../runtime/messages/index.ts';
import { normalizeOmaUri, normalizeValue, pairKey, parseKey } from '../../runtime/normalize.ts';
import type { CspRequest, ResolveRequest, SettingRequest } from '../../runtime/schema/requests.ts';
import type { Confidence } from '../../runtime/schema/words.ts';
import { judge, type Releases, readTarget } from '../../runtime/verdict/index.ts';
import { raw } from '../raw.ts';

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

const languageOf = (titles: Record<string, string>, lang: string): string | undefined =>
  [lang, 'en-US', ...Object.keys(titles)].find((each) => titles[each] !== undefined);

function shown({ slug, name, titles, supportedOn = {}, served }: StoredMatch, lang: string): Json {
  const language = languageOf(titles, lang);
  return {
    slug,
    lang: language ?? lang,
    name,
    ...(language !== undefined && { displayName: titles[language] }),
    ...served,
    ...(Object.keys(supportedOn).length > 0 && {
      supportedOn: supportedOn[languageOf(supportedOn, language ?? lang) ?? ''],
    }),
  };
}

function supportWarnings(matches: StoredMatch[], lang: string): string[] {
  return matches.flatMap(({ titles, supportedOn = {} }) => {
    const own = languageOf(titles, lang) ?? lang;
    const served = languageOf(supportedOn, own);
    return served === undefined || served === own
      ? []
      : [messagesFor(lang).partialTexts(served, 'supportedOn')];
  });
}

function titleWarnings(titled: { slug: string; language: string | undefined }[], lang: string): string[] {
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

function unmapped(matches: StoredMatch[], lang: string): string[] {
  const without = matches.filter(({ served }) => served.confidence === 'none');
  if (without.length === 0 || without.length === matches.length) return [];
  return [messagesFor(lang).valueUnmapped([...new Set(without.map(({ slug }) => slug))].join(', '))];
}

/** For keys below a policy hive with backslashes alone, whose names come from the dataset. */
export async function plainResolve(
  dataset: Dataset,
  releases: Releases,
  { key: asked, value: name, lang, targetOs }: ResolveRequest,
): Promise<string> {
  const texts = messagesFor(lang);
  const { hive, key, warning } = parseKey(asked);
  const value = normalizeValue(name);
  const query = { key, value, lang, hive, targetOs };
  const pair = await dataset.lookup(raw<MatchEntry>('resolve'), pairKey(key, value));
  const under = (await dataset.lookup(raw<MatchEntry>('list'), key))?.matches ?? [];
  const lists = under.filter(({ served: { list } }) => {
    if (list === undefined || value === '') return false;
    if (list.explicitValue || list.valuePrefix === undefined) return true;
    const prefix = list.valuePrefix.toLowerCase();
    return value.startsWith(prefix) && /^\d+$/.test(value.slice(prefix.length));
  });
  const own = pair?.matches.filter(({ served }) => served.list === undefined) ?? [];
  const matches = [...own, ...lists];
  const pairName = `${key} + ${value === '' ? '(default)' : value}`;
  const warnings = warning === 'user-sid' ? [texts.userSid] : [];
  if (matches.length === 0) {
    for (const { slug, served } of under) warnings.push(texts.listOnly(slug, served.list?.valuePrefix ?? ''));
    // A slash that no key holds is read as a separator.
    const read = key.replaceAll('/', '\\');
    const nearest = await nearestTo(dataset, read, value);
    const result = {
      matches: [],
      compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
      reason: texts.nothingWrites(`${read} + ${value === '' ? '(default)' : value}`),
      ...(nearest.length > 0 && { nearest }),
    };
    return envelope({ ...query, key: read }, result, { confidence: 'none' }, dataset, warnings);
  }
  const target = readTarget(targetOs, releases);
  const judged = matches.map(
    ({ slug, supportedOn: { 'en-US': supportedOn } = {}, served: { csp }, verdict }) => {
      const facts = { ...verdict, ...(supportedOn !== undefined && { supportedOn }), ...(csp && { csp }) };
      const judgement = judge(facts, target, releases);
      return {
        slug,
        judgement,
        compatibility: compatibilityOf(judgement, lang),
        warnings: notesOf(judgement, slug, lang),
      };
    },
  );
  const slugs = [...new Set(matches.map(({ slug }) => slug))].join(', ');
  if (slugs.includes(',')) warnings.unshift(texts.several(pairName, slugs));
  warnings.push(...lists.map(({ slug }) => texts.list(slug)));
  for (const { slug, served } of matches) {
    const documented = { Machine: 'HKLM', User: 'HKCU', Both: hive }[served.class];
    if (hive !== null && documented !== null && documented !== hive)
      warnings.push(texts.otherHive(slug, documented, hive));
  }
  warnings.push(...unmapped(matches, lang), ...judged.flatMap((each) => each.warnings));
  const { confidence, provenance } = about(matches.map(({ served }) => served));
  const result = {
    matches: matches.map((match, at) => ({
      ...shown(match, lang),
      ...(judged.length > 1 && { compatibility: judged[at]?.compatibility }),
    })),
    compatibility: judged.length > 1 ? combinedCompatibility(judged, lang) : judged[0]?.compatibility,
    ...(confidence === 'none' && { reason: texts.valueUnmapped(slugs) }),
  };
  return envelope(query, result, { confidence, ...(provenance && { provenance }) }, dataset, [
    ...warnings,
    ...supportWarnings(matches, lang),
    ...titleWarnings(titledOf(matches, lang), lang),
  ]);
}

/** For nodes that are in the dataset by the path asked for, or in no form at all. */
export async function plainCsp(dataset: Dataset, { omaUri, lang }: CspRequest): Promise<string> {
  const texts = messagesFor(lang);
  const { uri, scope } = normalizeOmaUri(omaUri);
  const { node, matches = [] } = (await dataset.lookup(raw<CspEntry>('csp'), uri)) ?? {};
  const empty = matches.length === 0;
  const reason = node ? texts.documentedOnly(node.omaUri) : texts.undocumented(uri);
  const from =
    empty && node
      ? [{ confidence: 'none' as const, source: node.source, sourceVersion: node.sourceVersion }]
      : matches.map(({ served }) => served);
  return envelope(
    { omaUri: uri, lang, scope },
    { matches: matches.map((match) => shown(match, lang)), ...(empty && { reason, ...(node && { node }) }) },
    about(from),
    dataset,
    [
      ...unmapped(matches, lang),
      ...supportWarnings(matches, lang),
      ...titleWarnings(titledOf(matches, lang), lang),
    ],
  );
}

/** For slugs of the language's index. */
export async function plainSetting(
  dataset: Dataset,
  { slug, lang }: SettingRequest,
): Promise<string | undefined> {
  const entry = await dataset.lookup(raw<SettingEntry>(`setting/${lang}`), slug);
  if (entry === undefined) return undefined;
  const { setting } = entry;
  const texts = messagesFor(lang);
  const partial = Object.entries(setting.textFallbacks ?? {}).filter(([, served]) => served !== setting.lang);
  const served = [...new Set(partial.map(([, language]) => language))].join(', ');
  const language = setting.displayName === undefined ? undefined : setting.lang;
  return envelope(
    { slug: setting.slug, lang },
    {
      setting,
      matches: [setting],
      ...(setting.confidence === 'none' && { reason: texts.noMapping(setting.slug) }),
    },
    about([setting]),
    dataset,
    [
      ...titleWarnings([{ slug, language }], lang),
      ...(partial.length === 0
        ? []
        : [texts.partialTexts(served, partial.map(([place]) => place).join(', '))]),
    ],
  );
}
