/** The short text of each brief answer, for people and for clients that read no structured content. */

import type {
  BriefCoverage,
  BriefCsp,
  BriefMatch,
  BriefResolve,
  BriefSearch,
  BriefSetting,
} from '../contract/brief.ts';
import type { BriefVerify } from '../contract/brief-verify.ts';
import { type McpMessages, mcpMessagesFor } from '../messages/mcp.ts';
import { cut } from './fit.ts';

/** Most characters of a text. */
const MOST = 420;
const FIRST_HITS = 3;

export function resolveText(answer: BriefResolve, lang: string, most = MOST): string {
  const texts = mcpMessagesFor(lang);
  const matches = answer.matches.map((match) => matchText(match, texts));
  return joined(most, foundText(answer, matches, texts));
}

function matchText(match: BriefMatch, texts: McpMessages): string {
  const { slug, title, registry, mdm, product } = match;
  const verdictOf = (judged: { verdict?: keyof McpMessages['verdicts'] }) =>
    texts.verdicts[judged.verdict ?? 'unknown'];
  const parts = [
    pastText(match, texts),
    registry && texts.registry(verdictOf(registry)),
    mdm === undefined ? texts.noMdmOfValue : texts.mdm(verdictOf(mdm), mdm.omaUri),
    product && texts.product(verdictOf(product)),
  ];
  return texts.setting(slug, title, parts.filter(isSaid));
}

export function cspText(answer: BriefCsp, lang: string, most = MOST): string {
  const texts = mcpMessagesFor(lang);
  const matches = answer.matches.map((match) => {
    const parts = [pastText(match, texts), texts.writes(placed(match.hive, match.key), match.value)];
    return texts.setting(match.slug, match.title, parts.filter(isSaid));
  });
  return joined(most, foundText(answer, matches, texts));
}

export function searchText({ hits, total, reason }: BriefSearch, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const first = hits.slice(0, FIRST_HITS).map((hit) => {
    const said = [hit.title, pastText(hit, texts)].filter(Boolean).join('; ');
    return said === '' ? hit.slug : `${hit.slug} (${said})`;
  });
  const told = texts.hits(hits.length, total, first.join(', '));
  return joined(MOST, hits.length === 0 && reason !== undefined ? [reason] : [told]);
}

export function settingText(setting: BriefSetting, lang: string): string {
  const { slug, title, hive, key, writes, mdm } = setting;
  const texts = mcpMessagesFor(lang);
  const values = writes.flatMap(({ value }) => (value === undefined ? [] : [value || '""'])).join(', ');
  const parts = [
    pastText(setting, texts),
    texts.writes(placed(hive, key), values === '' ? undefined : values),
    mdm === undefined ? texts.noMdm : mdm.omaUri && texts.node(mdm.omaUri),
  ];
  return joined(MOST, [texts.setting(slug, title, parts.filter(isSaid))]);
}

export function verifyText({ summary, items, next, warnings = [] }: BriefVerify, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const found = attentionOf(summary).map(([name, count]) => texts.counted(count, texts.attention[name]));
  return joined(MOST, [
    texts.verified(summary.items, verdictsOf(summary, 'supported'), summary.undocumented),
    found.length === 0 ? undefined : `${found.join(', ')}.`,
    texts.told(items.length, next),
    ...warnings,
  ]);
}

type Attention = keyof McpMessages['attention'];

function attentionOf(summary: BriefVerify['summary']): [Attention, number][] {
  const { problems, conflicts, dropped, data, products } = summary;
  const counts: Record<Attention, number | undefined> = {
    problems,
    conflicts,
    unsupported: verdictsOf(summary, 'unsupported'),
    products: products.unsupported,
    wrongType: data['wrong-type'],
    undocumentedData: data.undocumented,
    dropped,
    unverified: verdictsOf(summary, 'unverified'),
    // What is not documented is counted before.
    unknown: verdictsOf(summary, 'unknown') - summary.undocumented,
    unknownData: data.unknown,
  };
  return Object.entries(counts).filter(([, count = 0]) => count > 0) as [Attention, number][];
}

function verdictsOf({ registry, nodes }: BriefVerify['summary'], verdict: string): number {
  return (registry[verdict] ?? 0) + (nodes[verdict] ?? 0);
}

export function coverageText({ totals, provenance, dataset }: BriefCoverage, lang: string): string {
  const counted = mcpMessagesFor(lang).coverage(totals.settings ?? 0, provenance.length);
  return joined(MOST, [counted, `${dataset.version}, ${dataset.generatedAt.slice(0, 10)}.`]);
}

type Found = Pick<BriefResolve, 'others' | 'reason' | 'nearest' | 'setInstead' | 'omitted'>;

function foundText(
  { others = [], reason, nearest = [], setInstead, omitted }: Found,
  matches: readonly string[],
  texts: McpMessages,
): (string | undefined)[] {
  const near = nearest.map(({ key, value, omaUri }) => omaUri ?? [key, value].filter(Boolean).join(' '));
  const more = others.length + (omitted?.matches ?? 0);
  const why = matches.length === 0 ? reason : undefined;
  // The reason of a key of MDM's own store names that node, and is often cut.
  return [
    setInstead === undefined ? why : texts.setInstead(setInstead),
    near.length === 0 ? undefined : texts.nearest(near.join(', ')),
    ...matches,
    more === 0 ? undefined : texts.more(more),
  ];
}

function pastText(
  { lifecycle, removedIn }: Pick<BriefMatch, 'lifecycle' | 'removedIn'>,
  texts: McpMessages,
): string | undefined {
  const state = lifecycle ?? (removedIn === undefined ? undefined : 'removed');
  return state && texts.past[state];
}

function placed(hive: string, key: string): string {
  return hive === 'either' ? key : `${hive}\\${key}`;
}

function joined(most: number, sentences: readonly (string | undefined)[]): string {
  return cut(sentences.filter(isSaid).join(' '), Math.min(most, MOST));
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined;
}
