/** Figures on registry values of settings: values that stay after removal, and documented contents. */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { nativeKey } from '../../runtime/format/view-32.ts';
import type { CompileContext, Item } from './context.ts';
import type { DocumentedData, DocumentedValue } from './contributions.ts';
import { dataOfVersions } from './documented-in.ts';
import { isPolicyKey } from './match.ts';
import { type TypesApart, typesApart } from './types-apart.ts';

export interface ContentCoverage {
  /** Settings whose values stay when the policy is removed: all of their values, or some. */
  tattoos: { all: number; some: number };
  /** Pairs of settings whose contents are sums of flags. */
  flags: number;
  /** Values with contents of several types, by what documents each type. */
  typesApart: TypesApart[];
  /** Settings that write below Wow6432Node, the 32-bit view. */
  view32: number;
  /** Settings with options or types that their own source lacks and another one documents. */
  otherSources: number;
  /** Pairs of settings with a content that not all versions of the product line document. */
  documentedIn: number;
  /** Pairs of settings with a content whose text is too long for a label, in some language. */
  labelOmitted: number;
}

export function contentCoverage(context: CompileContext): ContentCoverage {
  const outside = context.items.map(({ pairs }) => pairs.map(({ key }) => !isPolicyKey(key)));
  const all = context.items.flatMap((item) => dataOf(item, context));
  const having = (test: (value: DocumentedValue) => boolean) =>
    all.filter(({ values = [] }) => values.some(test)).length;
  return {
    tattoos: {
      all: outside.filter((each) => each.length > 0 && each.every(Boolean)).length,
      some: outside.filter((each) => each.some(Boolean) && !each.every(Boolean)).length,
    },
    flags: all.filter(({ flags }) => flags).length,
    typesApart: typesApart(context),
    view32: context.items.filter(({ pairs }) => pairs.some(({ key }) => nativeKey(normalizeKeyForBuild(key))))
      .length,
    otherSources: context.items.filter(
      ({ setting: { content } }) => content?.otherOptions ?? content?.otherTypes,
    ).length,
    documentedIn: having((value) => value.documentedIn !== undefined),
    labelOmitted: having(({ label = {} }) => Object.values(label).includes('')),
  };
}

function dataOf(item: Item, context: CompileContext): DocumentedData[] {
  return item.pairs.flatMap((pair) =>
    pair.valueName === undefined ? [] : dataOfVersions(item, pair, context),
  );
}
