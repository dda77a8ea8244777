/** Tables for what no template documents (security options, controls of a baseline) → the settings of one version. */
import { optional } from '../collections.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';
import type { ControlFact, SettingFact } from '../facts/types.ts';
import type { Control } from './osconfig.ts';
import type { SecurityOption } from './security-options.ts';
import { type Definition, emptyModel, slugOf, type VersionModel } from './version.ts';

/** The path of security options in the Group Policy editor. */
const OPTIONS_PATH = ['Windows Settings', 'Security Settings', 'Local Policies', 'Security Options'];
const LANGUAGE = 'en-US';

export function optionsVersion(options: SecurityOption[], source: SourceDeclaration, version: SourceVersion) {
  const categories = new Map<string, Definition>();
  let parent: string | undefined;
  for (const title of OPTIONS_PATH) {
    const id = `${source.id}::${title}`;
    categories.set(id, { id, ...optional('parent', parent), text: { [LANGUAGE]: title } });
    parent = id;
  }
  const settings = options.flatMap(({ name, registry }): SettingFact[] => {
    if (!registry) return [];
    const { key, valueName, content, labels } = registry;
    return [
      {
        ...identity(name, source, version),
        key,
        valueName,
        content,
        ...optional('category', parent),
        text: labels.length > 0 ? { [LANGUAGE]: { options: labels } } : {},
      },
    ];
  });
  const controls = options.flatMap(({ name, section, registry }): ControlFact[] =>
    registry ? [] : [{ source: source.id, version: version.version, name, area: section }],
  );
  return { model: modelOf(source, settings, categories), controls };
}

export function controlsVersion(all: Control[], source: SourceDeclaration, version: SourceVersion) {
  const categories = new Map<string, Definition>();
  const settings = all.flatMap(({ name, title, area, key, valueName, content, baseline }): SettingFact[] => {
    if (key === undefined || valueName === undefined || !content) return [];
    const category = `${source.id}::${area}`;
    categories.set(category, { id: category, text: { [LANGUAGE]: area } });
    return [
      {
        ...identity(name, source, version),
        key,
        valueName,
        content,
        ...optional('baseline', baseline),
        category,
        text: title === undefined ? {} : { [LANGUAGE]: { displayName: title } },
      },
    ];
  });
  // Every entry as stated, including those that write no registry value.
  const stated = { source: source.id, version: version.version };
  const controls = all.map(({ content: _, baseline: __, ...each }): ControlFact => ({ ...stated, ...each }));
  return { model: modelOf(source, settings, categories), controls };
}

function identity(name: string, source: SourceDeclaration, { version, date }: SourceVersion) {
  return {
    // `securityoptions.…`, as slugs of templates begin with a file name.
    slug: slugOf(source.id.replaceAll('-', ''), name),
    policyId: `${source.id}::${name}`,
    class: 'Machine' as const,
    version,
    ...optional('firstSeen', date),
    ...optional('lastModified', date),
  };
}

function modelOf(
  source: SourceDeclaration,
  settings: SettingFact[],
  categories: Map<string, Definition>,
): VersionModel {
  return {
    ...emptyModel(),
    settings: new Map(settings.map((each) => [each.policyId.toLowerCase(), each])),
    categories,
    namespaces: new Set([source.id]),
  };
}
