/** The short text of each brief answer, for people and for clients that read no structured content. */
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { VerifyEnvelope } from '../contract/verified.ts';
import type { Verdict } from '../contract/words.ts';
import { textsIn } from '../messages/index.ts';
import { MCP_TEXTS, type McpMessages } from '../messages/mcp.ts';
import { FINDINGS, findingsOf } from '../verify/summary.ts';
import type { briefChanges, briefCoverage, briefSearch } from './brief.ts';
import { cut } from './fit.ts';
import type { briefConvert, briefVerify } from './verify.ts';

const MOST = 240;
const MOST_VERIFY = 420;
const MOST_SEARCH = 160;
const MOST_MATCHES = 3;

type Judged = { verdict: Verdict; reason?: string };
type Verdicts = Judged & { [Part in 'registry' | 'mdm' | 'product']?: Judged | undefined };

interface Named {
  slug: string;
  registryKey?: string;
  valueName?: string;
  csp?: { omaUri?: string };
  lifecycle?: { state: keyof McpMessages['past'] };
  removedIn?: string;
}

/** Members that look-ups and searches have in common. */
interface LookedUp extends Partial<Pick<ReturnType<typeof briefSearch>, 'total' | 'weak' | 'warnings'>> {
  compatibility?: Verdicts | undefined;
  reason?: string;
  matches: readonly (Named & { compatibility?: Verdicts | undefined })[];
  nearest?: { key?: string; value?: string; omaUri?: string }[];
  node?: { omaUri: string };
}

export function lookUpText(answer: LookedUp, lang: string, isLong: boolean): string {
  const texts = textsIn(lang, MCP_TEXTS);
  const { matches, compatibility, reason, nearest = [], node, total, weak, warnings = [] } = answer;
  const isWhole = compatibility !== undefined && matches.some((match) => match.compatibility);
  const near = nearest.map(({ key, value, omaUri }) => omaUri ?? [key, value].filter(Boolean).join(' '));
  // The verdict of a node that no registry value backs.
  const judged = node && compatibility && `${texts.mdm(texts.verdicts[compatibility.verdict])}.`;
  const why = compatibility?.reason ?? (matches.length < 2 ? warnings[0] : undefined);
  return joined(total === undefined || weak ? MOST : MOST_SEARCH, [
    total === undefined || total === 0 ? undefined : texts.hits(matches.length, total),
    weak && warnings[0],
    ...(matches.length === 0 ? [judged, reason] : []),
    near.length === 0 ? undefined : texts.nearest(near.join(', ')),
    isWhole ? texts.together(texts.verdicts[compatibility.verdict]) : undefined,
    ...matches.slice(0, MOST_MATCHES).map((match) => matchText(match, answer, texts)),
    isLong && total === undefined ? why : undefined,
  ]);
}

function matchText(match: LookedUp['matches'][number], answer: LookedUp, texts: McpMessages): string {
  const { slug, registryKey, valueName, csp } = match;
  const { verdict, registry, mdm, product } = match.compatibility ?? answer.compatibility ?? {};
  const parts = [
    pastText(match, texts),
    verdict && texts.verdicts[verdict],
    registry && texts.registry(texts.verdicts[registry.verdict]),
    mdm && texts.mdm(texts.verdicts[mdm.verdict]),
    verdict === undefined || csp !== undefined ? undefined : texts.noMdm,
    product && texts.product(texts.verdicts[product.verdict]),
    registryKey === undefined ? undefined : texts.writes(registryKey, valueName),
  ].filter(isPresent);
  return parts.length === 0 ? `${slug}.` : texts.setting(slug, parts);
}

export function settingText({ setting }: { setting: Named }, lang: string): string {
  const texts = textsIn(lang, MCP_TEXTS);
  const { csp } = setting;
  const node = csp === undefined ? texts.noMdm : csp.omaUri && texts.node(csp.omaUri);
  const parts = [pastText(setting, texts), texts.writes(setting.registryKey ?? '', setting.valueName), node];
  return joined(MOST, [texts.setting(setting.slug, parts.filter(isPresent))]);
}

export function verifyText(
  { items, next, warnings = [], files = [] }: ReturnType<typeof briefVerify>,
  { result, query }: VerifyEnvelope,
): string {
  const texts = textsIn(query.lang, MCP_TEXTS);
  const all = result.items.flatMap(findingsOf);
  const found = FINDINGS.flatMap((finding) => {
    const count = all.filter((each) => each === finding).length;
    return count === 0 ? [] : [texts.counted(count, texts.findings[finding])];
  });
  return joined(MOST_VERIFY, [
    texts.verified(result.items.length, found.length + result.summary.problems + files.length),
    found.length === 0 ? undefined : `${found.join(', ')}.`,
    texts.warned(result.items.filter((item) => item.warnings && findingsOf(item).length === 0).length),
    texts.listed(items.length, next),
    ...(result.drifts ?? []).map((each) => texts.drift(each.from, each.to, each.items.length)),
    ...warnings,
    ...files.map((note) => `${note}.`),
  ]);
}

export function changesText(
  { complete, items = [], omitted, reason }: ReturnType<typeof briefChanges>,
  lang: string,
): string {
  return joined(MOST, [
    complete ? undefined : reason,
    textsIn(lang, MCP_TEXTS).changed(items.length + (omitted?.items ?? 0)),
  ]);
}

export function convertText(
  { contentBytes, warnings = [], files = [] }: ReturnType<typeof briefConvert>,
  { query, result: { converted, left } }: ConvertEnvelope,
): string {
  const texts = textsIn(query.lang, MCP_TEXTS);
  const long = contentBytes === undefined ? undefined : texts.longPayload(contentBytes);
  const notes = files.map((note) => `${note}.`);
  return joined(MOST_VERIFY, [texts.converted(converted, left.length), long, ...warnings, ...notes]);
}

export function coverageText({ coverage, dataset }: ReturnType<typeof briefCoverage>, lang: string): string {
  const { totals, sources } = coverage;
  const counted = textsIn(lang, MCP_TEXTS).coverage(totals.settings ?? 0, sources.length);
  return joined(MOST, [counted, `${dataset.version}, ${dataset.generatedAt.slice(0, 10)}.`]);
}

function pastText({ lifecycle, removedIn }: Named, texts: McpMessages): string | undefined {
  const state = lifecycle?.state ?? (removedIn === undefined ? undefined : 'removed');
  return state && texts.past[state];
}

const isPresent = (text: string | undefined): text is string => text !== undefined;

const joined = (most: number, sentences: readonly (string | undefined)[]): string =>
  cut(sentences.filter(isPresent).join(' '), most);
