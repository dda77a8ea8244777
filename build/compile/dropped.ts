/** Settings and pairs that newer versions of a product line no longer have; never served as current. */
import type { Template } from '../../runtime/format/format.ts';
import type { Releases } from '../../runtime/verdict/releases.ts';
import { compare, once, optional, picked } from '../collections.ts';
import { formerSetting, isDropped } from '../facts/former.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import type { CompileContext, Item } from './context.ts';
import { floorOfFormer } from './moved.ts';
import { pairsOf } from './pairs.ts';
import { hasTemplatesOfVersion, productOf } from './product-names.ts';

export const droppedOf = (setting: SettingFact) => picked(setting, 'removedIn', 'lastSeenIn');

/** The setting as it was, with the pairs that it no longer writes. No node sets these, so it has no mapping. */
export function formerItems(item: Item, { facts }: CompileContext): Item[] {
  return (item.setting.former ?? []).flatMap((part) => {
    const source = facts.sources.find(({ id }) => id === part.source);
    if (!source) return [];
    const setting = formerSetting(item.setting, part);
    const date = source.versions.find(({ version }) => version === part.version)?.date ?? '';
    const { mapping: _, ingestion: __, noMdm: ___, ...rest } = item;
    return [{ ...rest, ...floorOfFormer(item, part), source, setting, pairs: pairsOf(setting), date }];
  });
}

/** The first version of its line without the setting. */
export function firstWithout({ source, setting }: Item, context: CompileContext): Template | undefined {
  const { removedIn, version, line = source.line } = setting;
  if (!isDropped(setting)) return undefined;
  const all = templatesOf(context).filter((each) => each.line === line);
  const last = all.findIndex((each) => each.source === source.id && each.sourceVersion === version);
  return all.slice(last + 1).find((each) => removedIn === undefined || each.sourceVersion === removedIn);
}

/**
 * The Windows release of a template version, whose folder is named by a release label, with the number of a re-release
 * (`25H2-V3.0`) or without, or by the build of a preview.
 */
export function releaseOf(source: string, version: string, { all }: Releases) {
  const family = ['Windows 10', 'Windows 11'].find((name) => source.startsWith(nameOfSource(name)));
  const insider = /^(\d{5})\.\d+$/.exec(version)?.[1];
  if (family !== undefined && insider !== undefined) return { family, build: `10.0.${insider}` };
  const label = version.replace(/-V[\d.]+$/, '');
  return all.find((each) => each.label === label && nameOfSource(each.family) === source);
}

const nameOfSource = (family: string) => family.toLowerCase().replace(' ', '-');

/** The product whose version numbers the templates of the source have. */
export function productOfTemplates(source: string): string | undefined {
  const name = productOf([source])?.product.name;
  return hasTemplatesOfVersion(name) ? name : undefined;
}

/** The versions of product lines that have several, oldest first. */
export const templatesOf = once(({ facts, releases }: CompileContext): Template[] => {
  const all = facts.sources
    .filter(({ kind }) => kind === 'admx')
    .flatMap(({ id, line, title, versions }) =>
      versions.map(({ version, date = '' }) => {
        const release = line === WINDOWS_LINE ? releaseOf(id, version, releases) : undefined;
        const of = { ...optional('family', release?.family), ...optional('build', release?.build) };
        const template = {
          line,
          source: id,
          sourceVersion: version,
          title,
          ...of,
          ...optional('product', productOfTemplates(id)),
        };
        return { date, template };
      }),
    );
  return all
    .filter(({ template: { line } }) => all.filter(({ template }) => template.line === line).length > 1)
    .sort((a, b) => compare(a.date, b.date))
    .map(({ template }) => template);
});
