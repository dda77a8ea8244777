/**
 * The answers made the plain way: from entries as they are parsed, as objects, judged anew for every question. What
 * the service puts together from kept pieces must be the JSON of these.
 */
import { combinedCompatibility, compatibilityOf, notesOf } from '../../runtime/answer/compatibility.ts';
import {
  confidenceOf,
  envelope,
  languageWarnings,
  mappingWarnings,
  pickText,
  provenanceOf,
  slugsOf,
} from '../../runtime/answer/envelope.ts';
import { nearestTo } from '../../runtime/answer/nearest.ts';
import type {
  CspRequest,
  Envelope,
  Match,
  ResolveRequest,
  SettingRequest,
} from '../../runtime/answer/types.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import type { CspEntry, ListEntry, ResolveEntry, SettingEntry, StoredMatch } from '../../runtime/format.ts';
import { messagesFor } from '../../runtime/messages/index.ts';
import { normalizeOmaUri, normalizeValue, pairKey, parseKey } from '../../runtime/normalize.ts';
import { judge, type Releases, readTarget } from '../../runtime/verdict/index.ts';

function shown(stored: StoredMatch, lang: string): Match {
  const { slug, name, displayName, floor: _floor, hostOnly: _hostOnly, ...rest } = stored;
  const title = pickText(displayName, lang);
  return { slug, lang: title?.lang ?? lang, name, ...(title && { displayName: title.text }), ...rest };
}

function titleWarnings(matches: readonly StoredMatch[], lang: string): string[] {
  const titled = matches.map(({ slug, displayName }) => ({
    slug,
    titleLang: pickText(displayName, lang)?.lang,
  }));
  return languageWarnings(titled, lang, messagesFor(lang));
}

/** For keys below a policy hive with backslashes alone, whose names come from the dataset. */
export async function plainResolve(
  dataset: Dataset,
  releases: Releases,
  { key: asked, value: name, lang, targetOs }: ResolveRequest,
): Promise<Envelope> {
  const texts = messagesFor(lang);
  const { hive, key, warning } = parseKey(asked);
  const value = normalizeValue(name);
  const query = { key, value, lang, hive, targetOs };
  const pair = await dataset.lookup<ResolveEntry>('resolve', pairKey(key, value));
  const under = (await dataset.lookup<ListEntry>('list', key))?.matches ?? [];
  const lists = under.filter(({ list }) => {
    if (list === undefined || value === '') return false;
    if (list.explicitValue || list.valuePrefix === undefined) return true;
    const prefix = list.valuePrefix.toLowerCase();
    return value.startsWith(prefix) && /^\d+$/.test(value.slice(prefix.length));
  });
  const matches = [...(pair?.matches ?? []), ...lists];
  const pairName = `${key} + ${value === '' ? '(default)' : value}`;
  const warnings = warning === 'user-sid' ? [texts.userSid] : [];
  if (matches.length === 0) {
    for (const { slug, list } of under) warnings.push(texts.listOnly(slug, list?.valuePrefix ?? ''));
    const nearest = await nearestTo(dataset, key, value);
    return envelope({
      query,
      result: {
        matches: [],
        compatibility: { verdict: 'unknown', reason: texts.nothingJudged },
        reason: texts.nothingWrites(pairName),
        ...(nearest.length > 0 && { nearest }),
      },
      confidence: 'none',
      dataset,
      warnings,
    });
  }
  const target = readTarget(targetOs, releases);
  const judged = matches.map((match) => {
    const judgement = judge(match, target, releases);
    return {
      slug: match.slug,
      judgement,
      compatibility: compatibilityOf(judgement, lang),
      warnings: notesOf(judgement, match.slug, lang),
    };
  });
  const slugs = slugsOf(matches);
  if (new Set(matches.map(({ slug }) => slug)).size > 1) warnings.unshift(texts.several(pairName, slugs));
  warnings.push(...lists.map(({ slug }) => texts.list(slug)));
  for (const { slug, class: policyClass } of matches) {
    const documented = { Machine: 'HKLM', User: 'HKCU', Both: hive }[policyClass];
    if (hive !== null && documented !== null && documented !== hive) {
      warnings.push(texts.otherHive(slug, documented, hive));
    }
  }
  warnings.push(...mappingWarnings(matches, texts), ...judged.flatMap((each) => each.warnings));
  const compatibility = judged.length > 1 ? combinedCompatibility(judged, lang) : judged[0]?.compatibility;
  const confidence = confidenceOf(matches);
  return envelope({
    query,
    result: {
      matches: matches.map((match, at) => ({
        ...shown(match, lang),
        ...(judged.length > 1 && judged[at] && { compatibility: judged[at].compatibility }),
      })),
      ...(compatibility && { compatibility }),
      ...(confidence === 'none' && { reason: texts.valueUnmapped(slugs) }),
    },
    confidence,
    provenance: provenanceOf(matches),
    dataset,
    warnings: [...warnings, ...titleWarnings(matches, lang)],
  });
}

/** For nodes that are in the dataset by the path asked for, or in no form at all. */
export async function plainCsp(dataset: Dataset, { omaUri, lang }: CspRequest): Promise<Envelope> {
  const texts = messagesFor(lang);
  const { uri, scope } = normalizeOmaUri(omaUri);
  const { node, matches = [] } = (await dataset.lookup<CspEntry>('csp', uri)) ?? {};
  const empty = matches.length === 0;
  const reason = node ? texts.documentedOnly(node.omaUri) : texts.undocumented(uri);
  return envelope({
    query: { omaUri: uri, lang, scope },
    result: {
      matches: matches.map((match) => shown(match, lang)),
      ...(empty && { reason, ...(node && { node }) }),
    },
    confidence: confidenceOf(matches),
    provenance: provenanceOf(
      empty && node ? [{ source: node.source, sourceVersion: node.sourceVersion }] : matches,
    ),
    dataset,
    warnings: [...mappingWarnings(matches, texts), ...titleWarnings(matches, lang)],
  });
}

/** For slugs of the language's index. */
export async function plainSetting(
  dataset: Dataset,
  { slug, lang }: SettingRequest,
): Promise<Envelope | undefined> {
  const entry = await dataset.lookup<SettingEntry>(`setting/${lang}`, slug);
  if (entry === undefined) return undefined;
  const { setting } = entry;
  const texts = messagesFor(lang);
  const titleLang = setting.displayName === undefined ? undefined : setting.lang;
  const partial = Object.entries(setting.textFallbacks ?? {}).filter(([, served]) => served !== setting.lang);
  const served = [...new Set(partial.map(([, language]) => language))].join(', ');
  return envelope({
    query: { slug: setting.slug, lang },
    result: {
      setting,
      matches: [setting],
      ...(setting.confidence === 'none' && { reason: texts.noMapping(setting.slug) }),
    },
    confidence: setting.confidence,
    provenance: provenanceOf([setting]),
    dataset,
    warnings: [
      ...languageWarnings([{ slug, titleLang }], lang, texts),
      ...(partial.length === 0
        ? []
        : [texts.partialTexts(served, partial.map(([place]) => place).join(', '))]),
    ],
  });
}
