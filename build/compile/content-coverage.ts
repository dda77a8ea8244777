/** Figures on registry values of settings: values that stay after removal, and documented contents. */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { nativeKey } from '../../runtime/format/view-32.ts';
import { append, compare } from '../collections.ts';
import { pairId } from '../facts/pair-id.ts';
import { evidenceOf } from '../import/option-contents.ts';
import type { CompileContext, Item } from './context.ts';
import type { DocumentedData, DocumentedValue } from './contributions.ts';
import { contributionsTo, typesOf } from './data.ts';
import { dataOfVersions } from './documented-in.ts';
import { isPolicyKey } from './match.ts';

export function contentCoverage(context: CompileContext) {
  const outside = context.items.map(({ pairs }) => pairs.map(({ key }) => !isPolicyKey(key)));
  const all = context.items.flatMap((item) => dataOf(item, context));
  const having = (test: (value: DocumentedValue) => boolean) =>
    all.filter(({ values = [] }) => values.some(test)).length;
  return {
    /** Settings whose values stay when the policy is removed: all of their values, or some. */
    tattoos: {
      all: outside.filter((each) => each.length > 0 && each.every(Boolean)).length,
      some: outside.filter((each) => each.some(Boolean) && !each.every(Boolean)).length,
    },
    /** Pairs of settings whose contents are sums of flags. */
    flags: all.filter(({ flags }) => flags).length,
    typesApart: typesApart(context),
    /** Settings that write below Wow6432Node, the 32-bit view. */
    view32: context.items.filter(({ pairs }) => pairs.some(({ key }) => nativeKey(normalizeKeyForBuild(key))))
      .length,
    /** Settings with options or types that their own source lacks and another one documents. */
    otherSources: context.items.filter(
      ({ setting: { content } }) => content?.otherOptions ?? content?.otherTypes,
    ).length,
    /** Pairs of settings with a content that not all versions of the product line document. */
    documentedIn: having((value) => value.documentedIn !== undefined),
    /** Pairs of settings with a content whose text is too long for a label, in some language. */
    labelOmitted: having(({ label = {} }) => Object.values(label).includes('')),
  };
}

function dataOf(item: Item, context: CompileContext): DocumentedData[] {
  return item.pairs.flatMap((pair) =>
    pair.valueName === undefined ? [] : dataOfVersions(item, pair, context),
  );
}

interface Statement {
  key: string;
  /** Absent for a list, whose type applies to any name under its key. */
  valueName?: string | undefined;
  by: string;
  types: string[];
}

/**
 * The registry values for which vendors document contents of several types, in the vendor's upper and lower case. `types`:
 * what documents it, a setting or a control → the types that it documents.
 */
function typesApart(context: CompileContext) {
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
      : pairs.flatMap((pair) => {
          const types = [...typesOf(contributionsTo(setting, pair) ?? [])];
          const { key, valueName } = pair;
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
