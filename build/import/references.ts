/**
 * References of settings and categories → ids of the definition tables, or marked as unresolved: 392 supported-on
 * references of the corpus name a definition that exists nowhere (GoogleUpdate, Devolutions, office16, WSL…).
 */
import { optional } from '../collections.ts';
import { type SourceDeclaration, WINDOWS_LINE } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import type { LineModel } from './merge.ts';

export function resolveReferences(
  settings: Map<string, SettingFact[]>,
  models: LineModel[],
  sources: SourceDeclaration[],
): void {
  const lines = new Map(models.map((each) => [each.line, each]));
  const windows = lines.get(WINDOWS_LINE);
  for (const source of sources) {
    const own = lines.get(source.line);
    const all = settings.get(source.id);
    if (!own || !all) continue;
    const known = (table: 'categories' | 'supportedOn', id: string) =>
      own[table].has(id) || windows?.[table].has(id);
    settings.set(
      source.id,
      all.map((fact) => {
        const lostSupport = fact.supportedOn !== undefined && !known('supportedOn', fact.supportedOn);
        const lostCategory = fact.category !== undefined && !known('categories', fact.category);
        if (!lostSupport && !lostCategory) return fact;
        const { supportedOn, category, text, ...rest } = fact;
        return {
          ...rest,
          ...optional(lostCategory ? 'categoryUnresolved' : 'category', category),
          ...optional(lostSupport ? 'supportedOnUnresolved' : 'supportedOn', supportedOn),
          text,
        };
      }),
    );
  }
  // A parent that no file defines ends the path there; its name is stored, since a later file may define it.
  for (const own of models) {
    for (const [id, { parent, ...rest }] of own.categories) {
      if (parent === undefined || own.categories.has(parent) || windows?.categories.has(parent)) continue;
      const { line, text } = rest;
      own.categories.set(id, { line, id, parentUnresolved: parent, text });
    }
  }
}
