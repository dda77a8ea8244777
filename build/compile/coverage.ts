/** The figures of a dataset version: its contents per language and source, and its gaps. */
import type { Confidence, LineRule, SourceInfo } from '../../runtime/format/format.ts';
import { picked } from '../collections.ts';
import { pairId } from '../facts/pair-id.ts';
import { contentCoverage } from './content-coverage.ts';
import type { CompileContext, Item } from './context.ts';
import { displayNames } from './match.ts';
import { nodeBehaviour } from './node-facts.ts';
import { productCoverage, tally } from './products.ts';

export type Coverage = ReturnType<typeof coverageOf>;

export function coverageOf(context: CompileContext) {
  const { items, join } = context;
  const mapped = new Set(join.links.map(({ node }) => node.omaUri));
  return {
    totals: {
      settings: items.length,
      /** Pairs of all settings, without those of `list` elements. */
      registryPairs: sum(items, pairCount),
      distinctPairs: distinctPairs(items),
      listElements: sum(items, (item) => item.pairs.length - pairCount(item)),
    },
    /** `derived` includes `byIngestion`: settings that have a node once their template is ingested. */
    mdm: {
      official: count(items, (item) => confidenceOf(item) === 'official'),
      derived: count(items, (item) => confidenceOf(item) === 'derived'),
      byIngestion: count(items, (item) => item.mapping === undefined && isMapped(item)),
      none: count(items, (item) => !isMapped(item)),
      byElementOnly: count(
        items,
        ({ mapping }) => mapping?.nodes.every((each) => each.element !== undefined) === true,
      ),
    },
    languages: Object.fromEntries(context.languages.map((lang) => [lang, languageCoverage(items, lang)])),
    /** Settings by the basis of their verdicts. */
    basis: basisOf(items),
    /** Settings whose supported-on text gives a floor, by product line, and why the others give none. */
    supportedOn: {
      client: count(items, ({ floor }) => namesBuilds(floor?.client)),
      server: count(items, ({ floor }) => namesBuilds(floor?.server)),
      why: tally(items.flatMap(({ floor }) => floor?.why ?? [])),
      unresolved: count(items, ({ setting }) => setting.supportedOnUnresolved !== undefined),
    },
    products: productCoverage(items),
    contents: contentCoverage(context),
    sources: sourceInfos(context),
    ddf: {
      nodes: context.facts.nodes.length,
      mapped: mapped.size,
      /** Number of nodes for which the DDF states a behaviour, by the member that serves it. */
      stated: tally(context.facts.nodes.flatMap((node) => Object.keys(nodeBehaviour(node)))),
      /** Nodes with an allowed value whose description is too long for a label. */
      labelOmitted: count(context.facts.nodes, ({ allowed }) =>
        (allowed?.values ?? []).some((each) => each.labelOmitted),
      ),
      unmatched: tally(join.unmatched.map(({ reason }) => reason)),
      /** Nodes that name a missing policy, with the reason. */
      broken: join.unmatched
        .filter(({ reason }) => reason !== 'documented-only' && reason !== 'security-setting')
        .map(({ node, reason }) => ({ omaUri: node.omaUri, reason })),
    },
    /** Labels over 250 characters, left out as prose. */
    proseLabels: sum(Object.values(context.facts.report.sources), (each) => each.proseLabels),
    /** Policies that two product lines document. */
    sharedPolicies: context.facts.report.shared.length,
  };
}

function languageCoverage(items: Item[], lang: string) {
  const titled = items.filter(({ setting }) => displayNames(setting.text)[lang] !== undefined);
  return {
    settings: titled.length,
    registryPairs: sum(titled, pairCount),
    cspMappings: count(titled, isMapped),
    /** Settings without a title in the language: the English one is served, with a warning. */
    missingTexts: items.length - titled.length,
  };
}

function confidenceOf({ mapping, ingestion }: Item): Confidence {
  if (mapping) return mapping.confidence;
  return ingestion ? 'derived' : 'none';
}

function isMapped(item: Item): boolean {
  return confidenceOf(item) !== 'none';
}

/** The basis is a node with a minimum; otherwise a readable supported-on text; otherwise there is none. */
function basisOf(items: Item[]) {
  const csp = count(items, hasMinOs);
  const supportedOn = count(
    items,
    (item) => !hasMinOs(item) && (namesBuilds(item.floor?.client) || namesBuilds(item.floor?.server)),
  );
  return { csp, supportedOn, none: items.length - csp - supportedOn };
}

/** Whether some build can be `supported` by the rule, and the rule is that of a text. */
function namesBuilds(rule: LineRule | undefined): boolean {
  if (typeof rule === 'string') return true;
  return rule !== undefined && rule.named.length > 0 && rule.page === undefined;
}

function hasMinOs({ mapping }: Item): boolean {
  return mapping?.nodes.some(({ node }) => node.builds !== undefined) === true;
}

/** Pairs that a vendor has dropped from a setting that still exists are not counted. */
function distinctPairs(items: Item[]): number {
  return new Set(
    items.flatMap(({ pairs }) =>
      pairs.flatMap(({ key, valueName }) => (valueName === undefined ? [] : [pairId(key, valueName)])),
    ),
  ).size;
}

/** A source is active if every file of it could be read. */
export function sourceInfos({ facts, items }: CompileContext): SourceInfo[] {
  return facts.sources.map((source) => {
    const own = items.filter((item) => item.source.id === source.id);
    const report = facts.report.sources[source.id];
    return {
      ...picked(source, 'id', 'line', 'title', 'versions', 'licence', 'redistributable', 'provenanceKind'),
      active: report !== undefined && report.files > 0 && report.leftOut.length === 0,
      counts: { settings: own.length, registryPairs: sum(own, pairCount) },
    };
  });
}

function pairCount({ pairs }: Item): number {
  return count(pairs, ({ valueName }) => valueName !== undefined);
}

export function count<T>(all: T[], test: (each: T) => boolean): number {
  return all.filter(test).length;
}

function sum<T>(all: T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
