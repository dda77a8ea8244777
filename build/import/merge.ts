/**
 * Versions of one product line → one set of settings. The newest version that has a setting gives its facts, `source`
 * and `sourceVersion`; older ones give the texts of languages that the newest lacks.
 */

import { isDeepStrictEqual } from 'node:util';
import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import { optional } from '../collections.ts';
import { statedFacts } from '../facts/order.ts';
import type { CategoryFact, ElementFact, SettingFact, SettingText, SupportedOnFact } from '../facts/types.ts';
import { historyOf, missingFrom } from './former.ts';
import type { Keywords } from './keywords.ts';
import type { LoadedVersion } from './load.ts';
import type { Definition } from './version.ts';

type LineVersion = Pick<LoadedVersion, 'model' | 'keywords'> & {
  source: { id: string };
  version: { version: string };
};

export interface LineSetting {
  /** The source of the facts. */
  source: string;
  fact: SettingFact;
  keywords: Keywords;
}

/** The combined statements of a line's versions. Committed facts contain the same, so that a version can be added. */
export interface LineModel {
  line: string;
  /** Keyed by policyId in lower case. */
  settings: Map<string, LineSetting>;
  categories: Map<string, CategoryFact>;
  supportedOn: Map<string, SupportedOnFact>;
}

export function emptyLine(line: string): LineModel {
  return { line, settings: new Map(), categories: new Map(), supportedOn: new Map() };
}

/** `versions` oldest first, all newer than those merged into `base`. */
export function mergeLine(base: LineModel, versions: readonly LineVersion[]): LineModel {
  const merged: LineModel = {
    line: base.line,
    settings: new Map(base.settings),
    categories: new Map(base.categories),
    supportedOn: new Map(base.supportedOn),
  };
  for (const version of versions) addVersion(merged, version);
  return merged;
}

function addVersion(line: LineModel, next: LineVersion): void {
  const { model } = next;
  for (const [id, older] of line.settings) {
    if (!model.settings.has(id))
      line.settings.set(id, { ...older, fact: missingFrom(older.fact, next.version.version, model) });
  }
  for (const [id, fact] of model.settings)
    line.settings.set(id, addSetting(line.settings.get(id), fact, next));
  addDefinitions(line.line, line.categories, model.categories);
  addDefinitions(line.line, line.supportedOn, model.supportedOn);
}

function addSetting(
  older: LineSetting | undefined,
  fact: SettingFact,
  { source: { id: source }, keywords }: LineVersion,
): LineSetting {
  const own = keywords.get(fact.policyId.toLowerCase()) ?? {};
  if (!older) return { source, fact, keywords: own };
  const newest = supersede(older.fact, fact);
  // A file that is not of the line has no older versions there.
  const history = newest.line === undefined && historyOf(older, newest, source);
  return { source, fact: { ...newest, ...history }, keywords: { ...older.keywords, ...own } };
}

function addDefinitions(
  line: string,
  into: Map<string, CategoryFact>,
  definitions: ReadonlyMap<string, Definition>,
): void {
  for (const [id, { text, ...rest }] of definitions) {
    const older = into.get(id)?.text;
    const isSame = isSameText(older?.[FALLBACK_LANGUAGE], text[FALLBACK_LANGUAGE]);
    into.set(id, { line, ...rest, text: isSame ? { ...older, ...text } : text });
  }
}

/** The newer version's facts with the older one's dates, and with the texts of languages that only the older has. */
export function supersede(older: SettingFact, newer: SettingFact): SettingFact {
  const changed = !isDeepStrictEqual(statedFacts(older), statedFacts(newer)) || textChanged(older, newer);
  const { formerAdmx: _, formerCategories: __, ...rest } = newer;
  const admx = [older.admx?.toLowerCase(), newer.admx?.toLowerCase()] as const;
  return {
    ...rest,
    ...optional('formerAdmx', formerPlaces(older.formerAdmx, ...admx)),
    ...optional('formerCategories', formerPlaces(older.formerCategories, older.category, newer.category)),
    seenIn: [...(older.seenIn ?? []), older.version],
    ...optional('firstSeen', older.firstSeen),
    ...optional('lastModified', changed ? newer.lastModified : older.lastModified),
    text: { ...carriedTexts(older, newer), ...newer.text },
  };
}

/**
 * The places of a policy before its newest. Policies move between files: Shell-CommandPrompt-RegEditTools.admx became
 * Shell_CommandPrompt_RegEditTools.admx. Chrome moves those that it deprecates or removes to separate categories.
 */
function formerPlaces(known: readonly string[] = [], older = '', newest = ''): string[] | undefined {
  const places = new Set([...known, older]);
  places.delete(newest);
  places.delete('');
  return places.size > 0 ? [...places].sort() : undefined;
}

/** Versions have different languages: only a text in both can have changed. */
function textChanged(older: SettingFact, newer: SettingFact): boolean {
  return Object.keys(older.text).some(
    (lang) => newer.text[lang] !== undefined && !isDeepStrictEqual(older.text[lang], newer.text[lang]),
  );
}

/**
 * The texts of languages that the newer version lacks, reduced to the elements and items that it still has, and to
 * translations of what its English text still says.
 */
function carriedTexts(older: SettingFact, newer: SettingFact): Record<string, SettingText> {
  const carried: Record<string, SettingText> = {};
  const elements = new Map((newer.elements ?? []).map((each) => [each.id, each]));
  const [was, is] = [older.text[FALLBACK_LANGUAGE], newer.text[FALLBACK_LANGUAGE]];
  for (const [lang, text] of Object.entries(older.text)) {
    if (newer.text[lang]) continue;
    const labels = Object.entries(text.labels ?? {}).filter(
      ([id]) => elements.has(id) && isSameText(was?.labels?.[id], is?.labels?.[id]),
    );
    const items = Object.entries(text.items ?? {}).flatMap(([id, each]) => {
      const before = older.elements?.find((element) => element.id === id);
      const place = movesOf(before, elements.get(id));
      const moved = place.map((from, at) =>
        isSameText(was?.items?.[id]?.[from], is?.items?.[id]?.[at]) ? (each[from] ?? null) : null,
      );
      return moved.some((label) => label !== null) ? [[id, moved] as const] : [];
    });
    const kept: SettingText = {
      ...optional(
        'displayName',
        isSameText(was?.displayName, is?.displayName) ? text.displayName : undefined,
      ),
      ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
      ...(items.length > 0 ? { items: Object.fromEntries(items) } : {}),
      ...optional('explainText', text.explainText),
    };
    if (Object.keys(kept).length > 0) carried[lang] = kept;
  }
  return carried;
}

/** Words alone: vendors add dots and change hyphens. Undefined: nothing says that the text has changed. */
function isSameText(older: string | null | undefined, newer: string | null | undefined): boolean {
  const words = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return !older || !newer || words(older) === words(newer);
}

/** Where each item was. Labels follow the value, not the place: vendors insert items. Of items with one value their order tells. */
function movesOf(before: ElementFact | undefined, after: ElementFact | undefined): number[] {
  return (after?.items ?? []).map(({ value }, place) => {
    const [earlier, places] = [placesOf(before, value), placesOf(after, value)];
    return places.length === earlier.length ? (earlier[places.indexOf(place)] ?? -1) : -1;
  });
}

function placesOf(element: ElementFact | undefined, value: unknown): number[] {
  return (element?.items ?? []).flatMap((item, at) => (isDeepStrictEqual(item.value, value) ? at : []));
}
