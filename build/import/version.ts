/** One version of one source (a PolicyDefinitions folder) → its settings and definition tables, texts resolved. */

import type { Texts } from '../../runtime/format.ts';
import { optional } from '../collections.ts';
import type { ElementFact, SettingFact, SettingText } from '../facts/types.ts';
import { type AdmlFile, label, MAX_LABEL } from './adml.ts';
import type { AdmxDefinition, AdmxFile, AdmxPolicy, Report, TextRef } from './admx.ts';

/** An ADMX with the ADML of each language, as found in the folder. */
export interface TemplateFile {
  admx: AdmxFile;
  /** Language → its ADML, absent where the folder has none. */
  adml: Map<string, AdmlFile>;
}

export interface Definition {
  id: string;
  /** Resolved reference of a category's parent. */
  parent?: string;
  text: Texts;
}

export interface VersionModel {
  /** policyId in lower case → the setting: names that differ in case alone are one. */
  settings: Map<string, SettingFact>;
  categories: Map<string, Definition>;
  supportedOn: Map<string, Definition>;
  /** As `settings` → language → explanatory text: read for its keywords, never written. */
  explanations: Map<string, Record<string, string>>;
  notes: VersionNotes;
}

/** Absences of one version, for the coverage report. */
export interface VersionNotes {
  /** Language → display names that the ADML lacks. */
  missingDisplayNames: Record<string, number>;
  /** Labels over 250 characters, left out as prose. */
  proseLabels: number;
}

export interface VersionContext {
  version: string;
  date: string;
  /** ADML files of a language that belong to no ADMX of the folder: shared strings (CitrixBase.adml). */
  shared: Map<string, AdmlFile[]>;
  explainText: boolean;
  report: Report;
}

export function buildVersion(files: TemplateFile[], context: VersionContext): VersionModel {
  const model: VersionModel = {
    settings: new Map(),
    categories: new Map(),
    supportedOn: new Map(),
    explanations: new Map(),
    notes: { missingDisplayNames: {}, proseLabels: 0 },
  };
  const seenIn = new Map<string, string>();
  for (const file of files) {
    const { admx } = file;
    // Which of two definitions holds is not known; a file that repeats one stays out whole.
    if (repeats(admx, seenIn, context.report)) continue;
    const texts = textsOf(file, context, model.notes);
    for (const each of admx.categories) addDefinition(model.categories, admx, each, texts);
    for (const each of admx.supportedOn) addDefinition(model.supportedOn, admx, each, texts);
    for (const policy of admx.policies) {
      const fact = settingFact(policy, file, texts, model.notes, context);
      model.settings.set(fact.policyId.toLowerCase(), fact);
      model.explanations.set(fact.policyId.toLowerCase(), explanationsOf(policy, file, context));
    }
  }
  return model;
}

function repeats({ file, namespace, policies }: AdmxFile, seenIn: Map<string, string>, report: Report) {
  let found = false;
  for (const { name, line, column } of policies) {
    const id = `${namespace}::${name}`;
    const first = seenIn.get(id.toLowerCase());
    if (first === undefined) seenIn.set(id.toLowerCase(), `${file}:${line}:${column}`);
    else {
      found = true;
      report({ file, line, column, message: `policy ${id} is defined a second time (first in ${first})` });
    }
  }
  return found;
}

function explanationsOf({ explainText }: AdmxPolicy, { adml }: TemplateFile, context: VersionContext) {
  const texts: Record<string, string> = {};
  if (!explainText) return texts;
  for (const [lang, file] of adml) {
    const text = rawText(explainText, lang, file, context)?.trim();
    if (text) texts[lang] = text;
  }
  return texts;
}

type TextsOf = (ref: TextRef | undefined, counted?: boolean) => Texts;

/** Looks a reference up in every language; a string that a language lacks is absent there, never filled. */
function textsOf({ adml }: TemplateFile, context: VersionContext, notes: VersionNotes): TextsOf {
  return (ref, counted = false) => {
    const texts: Texts = {};
    if (!ref) return texts;
    for (const [lang, file] of adml) {
      const text = label(rawText(ref, lang, file, context));
      if (text === undefined) {
        if (counted) notes.missingDisplayNames[lang] = (notes.missingDisplayNames[lang] ?? 0) + 1;
      } else if (text.length > MAX_LABEL) notes.proseLabels++;
      else texts[lang] = text;
    }
    return texts;
  };
}

function rawText(ref: TextRef, lang: string, { strings }: AdmlFile, context: VersionContext) {
  return 'text' in ref ? ref.text : (strings.get(ref.id) ?? sharedString(ref.id, lang, context));
}

function sharedString(id: string, lang: string, { shared }: VersionContext): string | undefined {
  const found = (shared.get(lang) ?? []).flatMap((each) => each.strings.get(id) ?? []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

function addDefinition(
  into: Map<string, Definition>,
  admx: AdmxFile,
  each: AdmxDefinition,
  texts: TextsOf,
): void {
  const id = `${admx.namespace}::${each.name}`;
  // Categories are repeated by several files of a set (Office): the first that has a text wins.
  const known = into.get(id);
  if (known && Object.keys(known.text).length > 0) return;
  into.set(id, { id, ...optional('parent', resolveRef(each.parent, admx)), text: texts(each.displayName) });
}

/** `prefix:NAME` → `namespace::NAME`; no prefix = the file's own namespace; undefined for an unknown prefix. */
export function resolveRef(ref: string | undefined, admx: AdmxFile): string | undefined {
  if (ref === undefined) return undefined;
  const colon = ref.indexOf(':');
  const prefix = ref.slice(0, Math.max(colon, 0));
  const known = Object.hasOwn(admx.prefixes, prefix) ? admx.prefixes[prefix] : undefined;
  const namespace = colon < 0 ? admx.namespace : known;
  return namespace === undefined ? undefined : `${namespace}::${ref.slice(colon + 1)}`;
}

function settingFact(
  policy: AdmxPolicy,
  file: TemplateFile,
  texts: TextsOf,
  notes: VersionNotes,
  context: VersionContext,
): SettingFact {
  const { admx } = file;
  const base = admx.file.slice(admx.file.lastIndexOf('/') + 1);
  const supportedOn = resolveRef(policy.supportedOn, admx);
  const category = resolveRef(policy.category, admx);
  return {
    slug: slugOf(base, policy.name),
    policyId: `${admx.namespace}::${policy.name}`,
    class: policy.class,
    admx: base,
    version: context.version,
    firstSeen: context.date,
    lastModified: context.date,
    key: policy.key,
    ...optional('valueName', policy.valueName),
    ...optional('enabledValue', policy.enabledValue),
    ...optional('disabledValue', policy.disabledValue),
    ...optional('enabledList', policy.enabledList),
    ...optional('disabledList', policy.disabledList),
    ...optional('elements', policy.elements.length > 0 ? withDefaults(policy, file) : undefined),
    ...optional('category', category),
    ...(category === undefined ? optional('categoryUnresolved', policy.category) : {}),
    ...optional('supportedOn', supportedOn),
    ...(supportedOn === undefined ? optional('supportedOnUnresolved', policy.supportedOn) : {}),
    text: settingTexts(policy, file, texts, notes, context),
  };
}

/** `admxfile.policyname`, lower case; characters that a URL would escape become `-`. */
export function slugOf(admxFile: string, policyName: string): string {
  return `${admxFile.replace(/\.admx$/i, '')}.${policyName}`.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}

/** The elements with the defaults of the presentation: English where there is one, else the first language. */
function withDefaults(policy: AdmxPolicy, { adml }: TemplateFile): ElementFact[] {
  const languages = [...adml.keys()].sort((a, b) => Number(b === 'en-US') - Number(a === 'en-US'));
  const controls = languages.flatMap(
    (lang) => adml.get(lang)?.presentations.get(policy.presentation ?? '') ?? [],
  );
  return policy.elements.map((element) => {
    const control = controls.map((each) => each.get(element.id)).find((each) => each !== undefined);
    if (!control) return element;
    const { defaultValue, defaultItem } = control;
    if (element.type === 'enum') {
      // An index beyond the items names nothing.
      const known = defaultItem !== undefined && defaultItem < (element.items?.length ?? 0);
      return known ? { ...element, defaultItem } : element;
    }
    return defaultValue === undefined ? element : { ...element, defaultValue };
  });
}

function settingTexts(
  policy: AdmxPolicy,
  file: TemplateFile,
  texts: TextsOf,
  notes: VersionNotes,
  context: VersionContext,
): SettingFact['text'] {
  const displayName = texts(policy.displayName, true);
  const items = Object.entries(policy.itemTexts).map(
    ([id, refs]) => [id, refs.map((ref) => texts(ref))] as const,
  );
  const result: Record<string, SettingText> = {};
  for (const [lang, adml] of file.adml) {
    const controls = adml.presentations.get(policy.presentation ?? '');
    const labels: Record<string, string> = {};
    for (const { id } of policy.elements) {
      const text = controls?.get(id)?.label;
      if (text === undefined) continue;
      if (text.length > MAX_LABEL) notes.proseLabels++;
      else labels[id] = text;
    }
    const itemLabels = Object.fromEntries(
      items
        .map(([id, each]) => [id, each.map((text) => text[lang] ?? null)] as const)
        .filter(([, each]) => each.some((text) => text !== null)),
    );
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
