/** One version of one source (a PolicyDefinitions folder) → its settings and definition tables, texts resolved. */
import { basename } from 'node:path';
import type { Texts } from '../../runtime/format/format.ts';
import { optional, picked } from '../collections.ts';
import type { SettingFact, SupportLogic } from '../facts/types.ts';
import { type AdmlFile, labelLines } from './adml.ts';
import type { AdmxDefinition, AdmxFile, AdmxPolicy } from './admx-file.ts';
import { explanationsOf, settingTexts, type TextsOf, textsOf, withDefaults } from './policy-texts.ts';
import type { Report } from './problems.ts';

/** An ADMX with the ADML of each language, as found in the folder. */
export interface TemplateFile {
  admx: AdmxFile;
  /** Language → its ADML; absent if the folder has none. */
  adml: Map<string, AdmlFile>;
}

export interface Definition {
  id: string;
  /** Resolved reference of a category's parent. */
  parent?: string;
  /** Only on a supported-on definition, with its references resolved. */
  logic?: SupportLogic;
  text: Texts;
}

export type VersionModel = ReturnType<typeof emptyModel>;
export type VersionNotes = VersionModel['notes'];

export interface VersionContext {
  version: string;
  date?: string;
  /** ADMX file name (lower case) → its product line, if it is not the source's. */
  lines?: Map<string, string>;
  /** ADML files of a language that belong to no ADMX of the folder: shared strings (CitrixBase.adml). */
  shared: Map<string, AdmlFile[]>;
  explainText: boolean;
  report: Report;
}

/** The model of a folder without templates. */
export function emptyModel() {
  return {
    /** policyId in lower case → the setting: names that differ only in case are one. */
    settings: new Map<string, SettingFact>(),
    categories: new Map<string, Definition>(),
    supportedOn: new Map<string, Definition>(),
    /** Same keys as `settings` → language → explanatory text: read for its keywords, never written. */
    explanations: new Map<string, Record<string, string>>(),
    /** ADMX file names and namespaces of the version, lower case. */
    files: new Set<string>(),
    namespaces: new Set<string>(),
    /** Absences of one version, for the coverage report. */
    notes: {
      /** Language → number of display names that the ADML lacks. */
      missingDisplayNames: {} as Record<string, number>,
      /** Number of labels over 250 characters, left out as prose. */
      proseLabels: 0,
    },
  };
}

export function buildVersion(files: TemplateFile[], context: VersionContext): VersionModel {
  const model = emptyModel();
  const seenIn = new Map<string, string>();
  for (const file of files) {
    const { admx } = file;
    // It is unknown which of two definitions applies; a file that repeats one is left out.
    if (repeats(admx, seenIn, context.report)) continue;
    model.files.add(basename(admx.file).toLowerCase());
    model.namespaces.add(admx.namespace.toLowerCase());
    const texts = textsOf(file, context, model.notes);
    for (const each of admx.categories) addDefinition(model.categories, admx, each, texts);
    const lines = textsOf(file, context, model.notes, labelLines);
    for (const each of admx.supportedOn) addDefinition(model.supportedOn, admx, each, lines);
    for (const policy of admx.policies) {
      const fact = settingFact(policy, file, texts, model.notes, context);
      model.settings.set(fact.policyId.toLowerCase(), fact);
      model.explanations.set(fact.policyId.toLowerCase(), explanationsOf(policy, file, context));
    }
  }
  return model;
}

function repeats(admx: AdmxFile, seenIn: Map<string, string>, report: Report) {
  const { file, namespace, policies, supportedOn, categories } = admx;
  let found = false;
  const definitions = { 'supported-on definition': supportedOn, category: categories };
  for (const [what, all] of Object.entries(definitions)) {
    for (const { line, column, ...stated } of all) {
      // Several files of a set may contain one definition, but only with the same content.
      const [id, text] = [`${namespace}::${stated.name}\0${what}`, JSON.stringify(stated)];
      const first = seenIn.get(id) ?? text;
      seenIn.set(id, first);
      if (first === text) continue;
      found = true;
      const message = `${what} ${stated.name} says something else than its first one: leave one of them`;
      report({ file, line, column, message });
    }
  }
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

function addDefinition(
  into: Map<string, Definition>,
  admx: AdmxFile,
  each: AdmxDefinition,
  texts: TextsOf,
): void {
  const id = `${admx.namespace}::${each.name}`;
  // Several files of a set repeat categories (Office): the first one with a text is used.
  const known = into.get(id);
  if (known && Object.keys(known.text).length > 0) return;
  into.set(id, {
    id,
    ...picked(each, 'parent', 'logic'),
    text: texts(each.displayName),
  });
}

function settingFact(
  policy: AdmxPolicy,
  file: TemplateFile,
  texts: TextsOf,
  notes: VersionNotes,
  context: VersionContext,
): SettingFact {
  const { admx } = file;
  const base = basename(admx.file);
  return {
    slug: slugOf(base, policy.name),
    policyId: `${admx.namespace}::${policy.name}`,
    class: policy.class,
    admx: base,
    ...optional('line', context.lines?.get(base.toLowerCase())),
    version: context.version,
    ...optional('firstSeen', context.date),
    ...optional('lastModified', context.date),
    key: policy.key,
    ...picked(policy, 'valueName', 'enabledValue', 'disabledValue', 'enabledList', 'disabledList'),
    ...optional('elements', policy.elements.length > 0 ? withDefaults(policy, file) : undefined),
    ...picked(policy, 'category', 'categoryUnresolved', 'supportedOn', 'supportedOnUnresolved'),
    text: settingTexts(policy, file, texts, notes, context),
  };
}

/** `admxfile.policyname`, lower case; characters that a URL would escape become `-`. */
export function slugOf(admxFile: string, policyName: string): string {
  return `${admxFile.replace(/\.admx$/i, '')}.${policyName}`.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}
