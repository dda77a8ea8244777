/** What newer versions of a product line no longer have: matches that are never served as current. */
import { optional } from '../collections.ts';
import { formerSetting } from '../facts/former.ts';
import type { SettingFact } from '../facts/types.ts';
import type { CompileContext, Item } from './context.ts';
import { pairsOf } from './pairs.ts';

export interface Dropped {
  removedIn?: string;
  lastSeenIn?: string;
}

export function droppedOf({ removedIn, lastSeenIn }: SettingFact): Dropped {
  return { ...optional('removedIn', removedIn), ...optional('lastSeenIn', lastSeenIn) };
}

/** The setting as it was with the pairs that it no longer writes. No node sets these, so that it has no mapping. */
export function formerItems(item: Item, { facts }: CompileContext): Item[] {
  return (item.setting.former ?? []).flatMap((part) => {
    const source = facts.sources.find(({ id }) => id === part.source);
    if (!source) return [];
    const setting = formerSetting(item.setting, part);
    const date = source.versions.find(({ version }) => version === part.version)?.date ?? '';
    const { mapping: _, ingestion: __, ...rest } = item;
    return [{ ...rest, source, setting, pairs: pairsOf(setting), date }];
  });
}

/** Dotted build of the Windows release whose templates dropped the setting; undefined for other products. */
export function removalBuild(item: Item, { facts, releases }: CompileContext): string | undefined {
  const { removedIn, line = item.source.line } = item.setting;
  if (removedIn === undefined || line !== 'windows') return undefined;
  const insider = /^(\d{5})\.\d+$/.exec(removedIn)?.[1];
  if (insider !== undefined) return `10.0.${insider}`;
  const source = facts.sources.find(
    (each) => each.line === line && each.versions.some(({ version }) => version === removedIn),
  );
  return releases.all.find(
    ({ family, label }) => label === removedIn && family.toLowerCase().replace(' ', '-') === source?.id,
  )?.build;
}
