/** A policy's texts in every language, and the defaults of its presentation. */

import type { Texts } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { ElementFact, SettingFact, SettingText } from '../facts/types.ts';
import { type AdmlFile, label, MAX_LABEL } from './adml.ts';
import type { AdmxPolicy, TextRef } from './admx-file.ts';
import type { TemplateFile, VersionContext, VersionNotes } from './version.ts';

export function explanationsOf({ explainText }: AdmxPolicy, { adml }: TemplateFile, context: VersionContext) {
  const texts: Record<string, string> = {};
  if (!explainText) return texts;
  for (const [lang, file] of adml) {
    const text = rawText(explainText, lang, file, context)?.trim();
    if (text) texts[lang] = text;
  }
  return texts;
}

/** `title`: missing ones are counted by language; `option`: an empty text replaces prose. */
export type TextsOf = (ref: TextRef | undefined, use?: 'title' | 'option') => Texts;

/** Looks a reference up in every language; a string that a language lacks is absent there. */
export function textsOf(
  { adml }: TemplateFile,
  context: VersionContext,
  notes: VersionNotes,
  read = label,
): TextsOf {
  const missing = notes.missingDisplayNames;
  return (ref, use) => {
    const texts: Texts = {};
    if (!ref) return texts;
    for (const [lang, file] of adml) {
      const text = read(rawText(ref, lang, file, context));
      if (text !== undefined) setLabel(texts, lang, text, notes, use === 'option');
      else if (use === 'title') missing[lang] = (missing[lang] ?? 0) + 1;
    }
    return texts;
  };
}

/** A text too long for a label is prose: it is counted and left out. @param marked An empty label replaces it. */
function setLabel(
  labels: Record<string, string>,
  id: string,
  text: string,
  notes: VersionNotes,
  marked: boolean,
): void {
  const isProse = text.length > MAX_LABEL;
  if (isProse) notes.proseLabels++;
  if (!isProse || marked) labels[id] = isProse ? '' : text;
}

function rawText(ref: TextRef, lang: string, { strings }: AdmlFile, context: VersionContext) {
  return 'text' in ref ? ref.text : (strings.get(ref.id) ?? sharedString(ref.id, lang, context));
}

function sharedString(id: string, lang: string, { shared }: VersionContext): string | undefined {
  const found = (shared.get(lang) ?? []).flatMap((each) => each.strings.get(id) ?? []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** The elements with the defaults of the presentation: English if there is one, else the first language. */
export function withDefaults(policy: AdmxPolicy, { adml }: TemplateFile): ElementFact[] {
  const languages = [...adml.keys()].sort((a, b) => Number(b === 'en-US') - Number(a === 'en-US'));
  const controls = languages.flatMap(
    (lang) => adml.get(lang)?.presentations.get(policy.presentation ?? '') ?? [],
  );
  return policy.elements.map((element) => {
    const control = controls.map((each) => each.get(element.id)).find((each) => each !== undefined);
    if (!control) return element;
    const { defaultValue, defaultItem } = control;
    if (element.type === 'enum') {
      // An index beyond the items is ignored.
      const known = defaultItem !== undefined && defaultItem < (element.items?.length ?? 0);
      return known ? { ...element, defaultItem } : element;
    }
    return defaultValue === undefined ? element : { ...element, defaultValue };
  });
}

export function settingTexts(
  policy: AdmxPolicy,
  file: TemplateFile,
  texts: TextsOf,
  notes: VersionNotes,
  context: VersionContext,
): SettingFact['text'] {
  const displayName = texts(policy.displayName, 'title');
  const items = Object.entries(policy.itemTexts).map(
    ([id, refs]) => [id, refs.map((ref) => texts(ref, 'option'))] as const,
  );
  const result: Record<string, SettingText> = {};
  for (const [lang, adml] of file.adml) {
    const labels = labelsOf(policy, adml, notes);
    const itemLabels = itemLabelsOf(items, lang);
    const ref = policy.explainText;
    const explain = context.explainText && ref ? rawText(ref, lang, adml, context) : undefined;
    const text: SettingText = {
      ...optional('displayName', displayName[lang]),
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      ...(Object.keys(itemLabels).length > 0 ? { items: itemLabels } : {}),
      ...optional('explainText', explain?.trim() || undefined),
    };
    if (Object.keys(text).length > 0) result[lang] = text;
  }
  return result;
}

/** The labels of a policy's elements, by element id. */
function labelsOf(policy: AdmxPolicy, adml: AdmlFile, notes: VersionNotes): Record<string, string> {
  const controls = adml.presentations.get(policy.presentation ?? '');
  const labels: Record<string, string> = {};
  for (const { id } of policy.elements) {
    const text = controls?.get(id)?.label;
    if (text !== undefined) setLabel(labels, id, text, notes, true);
  }
  return labels;
}

/** The labels of each enum's items, by element id; null if the language has no text for the item. */
function itemLabelsOf(
  items: readonly (readonly [id: string, texts: Texts[]])[],
  lang: string,
): Record<string, (string | null)[]> {
  return Object.fromEntries(
    items
      .map(([id, each]) => [id, each.map((text) => text[lang] ?? null)] as const)
      .filter(([, each]) => each.some((text) => text !== null)),
  );
}
