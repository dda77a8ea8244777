/** Settings by the names that the DDF uses for them. */

import { append } from '../collections.ts';
import type { Facts } from '../facts/model.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { CategoryFact, SettingFact } from '../facts/types.ts';

export type JoinIndex = ReturnType<typeof indexSettings>;

export function policyName(setting: SettingFact): string {
  return setting.policyId.slice(setting.policyId.indexOf('::') + 2);
}

export function indexSettings(facts: Facts) {
  const categories = new Map(facts.categories.filter((c) => c.line === WINDOWS_LINE).map((c) => [c.id, c]));
  const index = {
    byId: new Map<string, SettingFact>(),
    /** `file.admx\0policy` (lower case), former file names included. */
    byFileAndName: new Map<string, SettingFact[]>(),
    /** `file.admx\0display name` (lower case, English). */
    byFileAndTitle: new Map<string, SettingFact[]>(),
    /** Policy name (lower case) → settings of the Windows line: a DDF never means another product's policy. */
    byName: new Map<string, SettingFact[]>(),
    byTitle: new Map<string, SettingFact[]>(),
    files: new Set<string>(),
    /** Category titles from the root, lower case. */
    categoryTitles: ({ category }: SettingFact) =>
      pathOf(category, (id) => categories.get(id)).map(({ text }) => text['en-US']?.toLowerCase() ?? ''),
  };
  for (const { id, line } of facts.sources) {
    for (const setting of facts.settings.get(id) ?? []) addSetting(index, setting, line);
  }
  return index;
}

function addSetting(index: JoinIndex, setting: SettingFact, line: string | undefined): void {
  const name = policyName(setting).toLowerCase();
  const title = setting.text['en-US']?.displayName?.toLowerCase();
  index.byId.set(setting.policyId, setting);
  for (const file of [setting.admx?.toLowerCase() ?? [], setting.formerAdmx ?? []].flat()) {
    index.files.add(file);
    append(index.byFileAndName, `${file}\0${name}`, setting);
    if (title) append(index.byFileAndTitle, `${file}\0${title}`, setting);
  }
  if (line !== WINDOWS_LINE) return;
  append(index.byName, name, setting);
  if (title) append(index.byTitle, title, setting);
}

/** The categories from the root down to `id`; a loop in the vendor's references ends the path. */
export function pathOf(
  id: string | undefined,
  find: (id: string) => CategoryFact | undefined,
): CategoryFact[] {
  const path: CategoryFact[] = [];
  for (let at = id === undefined ? undefined : find(id); at && !path.includes(at); ) {
    path.unshift(at);
    at = at.parent === undefined ? undefined : find(at.parent);
  }
  return path;
}
