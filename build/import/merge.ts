/**
 * Versions of one product line → one set of settings. The newest version that has a setting gives its facts,
 * `source` and `sourceVersion`; an older one gives the texts of the languages that the newest lacks.
 */

import { isDeepStrictEqual } from 'node:util';
import { append, optional } from '../collections.ts';
import type { CategoryFact, ElementFact, SettingFact, SettingText, SupportedOnFact } from '../facts/types.ts';
import { markFormer, type Sighting } from './former.ts';
import type { Definition, VersionModel } from './version.ts';

export interface LineVersion {
  source: string;
  version: string;
  date?: string;
  model: VersionModel;
}

export interface LineModel {
  line: string;
  /** policyId in lower case → the source that gives the facts, and the facts. */
  settings: Map<string, { source: string; fact: SettingFact }>;
  categories: Map<string, CategoryFact>;
  supportedOn: Map<string, SupportedOnFact>;
}

/** `versions` oldest first. */
export function mergeLine(line: string, versions: LineVersion[]): LineModel {
  const settings: LineModel['settings'] = new Map();
  const sightings = new Map<string, Sighting[]>();
  versions.forEach(({ source, model }, at) => {
    for (const [id, fact] of model.settings) {
      const older = settings.get(id)?.fact;
      settings.set(id, { source, fact: older ? supersede(older, fact) : fact });
      append(sightings, id, { at, fact });
    }
  });
  for (const [id, each] of settings) each.fact = markFormer(each.fact, sightings.get(id) ?? [], versions);
  return {
    line,
    settings,
    categories: mergeDefinitions(line, versions, (model) => model.categories),
    supportedOn: mergeDefinitions(line, versions, (model) => model.supportedOn),
  };
}

function mergeDefinitions(
  line: string,
  versions: LineVersion[],
  pick: (model: VersionModel) => Map<string, Definition>,
): Map<string, CategoryFact> {
  const merged = new Map<string, CategoryFact>();
  for (const { model } of versions) {
    for (const [id, { parent, text }] of pick(model)) {
      const older = merged.get(id);
      merged.set(id, { line, id, ...optional('parent', parent), text: { ...older?.text, ...text } });
    }
  }
  return merged;
}

/** The newer version's facts with the older one's dates and the texts of languages that only it has. */
export function supersede(older: SettingFact, newer: SettingFact): SettingFact {
  const changed = !isDeepStrictEqual(factsOnly(older), factsOnly(newer)) || textChanged(older, newer);
  const { slug, policyId, class: policyClass, admx, formerAdmx: _, ...rest } = newer;
  return {
    slug,
    policyId,
    class: policyClass,
    ...optional('admx', admx),
    ...optional('formerAdmx', formerNames(older, newer)),
    ...rest,
    ...optional('firstSeen', older.firstSeen),
    ...optional('lastModified', changed ? newer.lastModified : older.lastModified),
    text: { ...carriedTexts(older, newer), ...newer.text },
  };
}

/** Policies move between files: Shell_CommandPrompt_RegEditTools.admx was Shell-CommandPrompt-RegEditTools.admx. */
function formerNames(older: SettingFact, newer: SettingFact): string[] | undefined {
  const names = new Set([...(older.formerAdmx ?? []), older.admx?.toLowerCase() ?? '']);
  names.delete(newer.admx?.toLowerCase() ?? '');
  names.delete('');
  return names.size > 0 ? [...names].sort() : undefined;
}

/** What counts as a change: everything the vendor states but texts, and text-box defaults, which he translates. */
function factsOnly(fact: SettingFact): unknown {
  const {
    slug: _s,
    version: _v,
    admx: _a,
    formerAdmx: _o,
    firstSeen: _f,
    lastModified: _l,
    line: _p,
    removedIn: _r,
    lastSeenIn: _i,
    former: _d,
    text: _t,
    elements,
    ...rest
  } = fact;
  return {
    ...rest,
    elements: elements?.map((each) => ({ ...each, ...(each.type === 'text' && { defaultValue: '' }) })),
  };
}

/** Versions have different languages: only what both have can have changed. */
function textChanged(older: SettingFact, newer: SettingFact): boolean {
  return Object.keys(older.text).some(
    (lang) => newer.text[lang] !== undefined && !isDeepStrictEqual(older.text[lang], newer.text[lang]),
  );
}

/** The texts of languages that the newer version lacks, cut down to the elements and items that it still has. */
function carriedTexts(older: SettingFact, newer: SettingFact): Record<string, SettingText> {
  const carried: Record<string, SettingText> = {};
  const elements = new Map((newer.elements ?? []).map((each) => [each.id, each]));
  for (const [lang, text] of Object.entries(older.text)) {
    if (newer.text[lang]) continue;
    const labels = Object.entries(text.labels ?? {}).filter(([id]) => elements.has(id));
    const items = Object.entries(text.items ?? {}).flatMap(([id, each]) => {
      const before = older.elements?.find((element) => element.id === id);
      const moved = moveItems(each, before, elements.get(id));
      return moved ? [[id, moved] as const] : [];
    });
    const kept: SettingText = {
      ...optional('displayName', text.displayName),
      ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
      ...(items.length > 0 ? { items: Object.fromEntries(items) } : {}),
      ...optional('explainText', text.explainText),
    };
    if (Object.keys(kept).length > 0) carried[lang] = kept;
  }
  return carried;
}

/** Item labels follow their value, not their place: vendors insert items. */
function moveItems(
  labels: (string | null)[],
  before: ElementFact | undefined,
  after: ElementFact | undefined,
): (string | null)[] | undefined {
  const moved = after?.items?.map(({ value }) => {
    const at = before?.items?.findIndex((item) => isDeepStrictEqual(item.value, value)) ?? -1;
    return at < 0 ? null : (labels[at] ?? null);
  });
  return moved?.some((each) => each !== null) ? moved : undefined;
}
