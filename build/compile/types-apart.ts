/** Registry values for which vendors document contents of several types. */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { append, compare } from '../collections.ts';
import { pairId } from '../facts/pair-id.ts';
import { evidenceOf } from '../import/option-contents.ts';
import type { CompileContext } from './context.ts';
import { contributionsOf, listOf } from './contributions.ts';
import { typesOf } from './data.ts';

export interface TypesApart {
  /** In the vendor's upper and lower case. */
  key: string;
  valueName: string;
  /** Map from what documents it, a setting or a control, to the types that it documents. */
  types: Record<string, string[]>;
}

interface Statement {
  key: string;
  /** Absent for a list, whose type applies to any name under its key. */
  valueName?: string | undefined;
  by: string;
  types: string[];
}

export function typesApart(context: CompileContext): TypesApart[] {
  const lists = new Map<string, Statement[]>();
  const values = new Map<string, Statement[]>();
  for (const each of [...settingTypes(context), ...controlTypes(context)]) {
    if (each.valueName === undefined) append(lists, normalizeKeyForBuild(each.key), each);
    else append(values, pairId(each.key, each.valueName), each);
  }
  return [...values]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, own]) => {
      const { key = '', valueName = '' } = own[0] ?? {};
      // A value that a policy writes under the key of its own list is not an entry of that list: its types override.
      const all = [...(lists.get(normalizeKeyForBuild(key)) ?? []), ...own];
      const types = Object.fromEntries(all.map((each) => [each.by, each.types]));
      return new Set(Object.values(types).flat()).size > 1 ? [{ key, valueName, types }] : [];
    });
}

function settingTypes({ items }: CompileContext): Statement[] {
  return items.flatMap(({ setting, source, pairs }) =>
    source.provenanceKind === 'community'
      ? []
      : pairs.flatMap(({ key, valueName, element }) => {
          const id = valueName === undefined ? listOf(element?.id ?? '') : pairId(key, valueName);
          const types = [...typesOf(contributionsOf(setting).get(id) ?? [])];
          return types.length === 0 ? [] : [{ key, valueName, by: setting.slug, types }];
        }),
  );
}

/** Types of controls; a control that is a setting of its own is among the settings. */
function controlTypes({ facts }: CompileContext): Statement[] {
  return facts.controls.flatMap(({ key, valueName, registryType, setting, ...control }) =>
    key !== undefined && valueName !== undefined && registryType && setting === undefined
      ? [{ key, valueName, by: evidenceOf(control), types: [registryType] }]
      : [],
  );
}
