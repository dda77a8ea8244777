/** The short text of each brief answer, for people and for clients that read no structured content. */
import type {
  BriefChanges,
  BriefCoverage,
  BriefCsp,
  BriefResolve,
  BriefSearch,
  BriefSetting,
} from '../contract/brief.ts';
import type { BriefConvert } from '../contract/brief-convert.ts';
import type { BriefVerify } from '../contract/brief-verify.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { VerifyEnvelope } from '../contract/verified.ts';
import { type McpMessages, mcpMessagesFor } from '../messages/mcp.ts';
import { FINDINGS, findingsOf } from '../verify/findings.ts';
import { cut } from './fit.ts';

const MOST = 240;
const MOST_VERIFY = 420;
const FIRST_HITS = 3;

type Sentences = readonly (string | undefined)[];

export function resolveText({ compatibility, ...answer }: BriefResolve, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const matches = answer.matches.map((match) => {
    const { registry, mdm, product } = match.compatibility ?? compatibility ?? {};
    const verdictOf = ({ verdict }: { verdict: keyof McpMessages['verdicts'] }) => texts.verdicts[verdict];
    const parts = [
      pastText(match, texts),
      registry && texts.registry(verdictOf(registry)),
      match.csp === undefined ? texts.noMdm : mdm && texts.mdm(verdictOf(mdm)),
      product && texts.product(verdictOf(product)),
    ];
    return texts.setting(match.slug, parts.filter(isPresent));
  });
  const instead = answer.node && texts.setInstead(answer.node.omaUri);
  return joined(MOST, [...missText(answer, instead, texts), ...matches]);
}

export function cspText(answer: BriefCsp, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const matches = answer.matches.map((match) => {
    const parts = [pastText(match, texts), texts.writes(match.registryKey, match.valueName)];
    return texts.setting(match.slug, parts.filter(isPresent));
  });
  return joined(MOST, [...missText(answer, undefined, texts), ...matches]);
}

type Missed = Pick<BriefResolve, 'reason'> & {
  matches: readonly object[];
  nearest?: { key?: string; value?: string; omaUri?: string }[];
};

/** The reason of a key of MDM's own store names the node that is to be set. */
function missText(
  { matches, reason, nearest = [] }: Missed,
  instead: string | undefined,
  texts: McpMessages,
): Sentences {
  if (matches.length > 0) return [];
  const near = nearest.map(({ key, value, omaUri }) => omaUri ?? [key, value].filter(Boolean).join(' '));
  return [instead ?? reason, near.length === 0 ? undefined : texts.nearest(near.join(', '))];
}

export function searchText({ matches, total = matches.length, reason }: BriefSearch, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const first = matches.slice(0, FIRST_HITS).map(({ slug }) => slug);
  return joined(
    MOST,
    matches.length === 0 && reason !== undefined
      ? [reason]
      : [texts.hits(matches.length, total, first.join(', '))],
  );
}

export function settingText({ setting }: BriefSetting, lang: string): string {
  const texts = mcpMessagesFor(lang);
  const { slug, displayName, registryKey, csp } = setting;
  const parts = [
    displayName,
    pastText(setting, texts),
    texts.writes(registryKey, setting.valueName),
    csp === undefined ? texts.noMdm : csp.omaUri && texts.node(csp.omaUri),
  ];
  return joined(MOST, [texts.setting(slug, parts.filter(isPresent))]);
}

export function verifyText(
  { items, next, warnings = [] }: BriefVerify,
  { result, query }: VerifyEnvelope,
): string {
  const texts = mcpMessagesFor(query.lang);
  const all = result.items.flatMap(findingsOf);
  const found = FINDINGS.flatMap((finding) => {
    const count = all.filter((each) => each === finding).length;
    return count === 0 ? [] : [texts.counted(count, texts.findings[finding])];
  });
  return joined(MOST_VERIFY, [
    texts.verified(result.items.length, found.length),
    found.length === 0 ? undefined : `${found.join(', ')}.`,
    texts.listed(items.length, next),
    ...warnings,
  ]);
}

export function changesText({ complete, items = [], omitted, reason }: BriefChanges, lang: string): string {
  return joined(MOST, [
    complete ? undefined : reason,
    mcpMessagesFor(lang).changed(items.length + (omitted?.items ?? 0)),
  ]);
}

export function convertText(
  { contentBytes, warnings = [] }: BriefConvert,
  { query, result: { converted, left } }: ConvertEnvelope,
): string {
  const texts = mcpMessagesFor(query.lang);
  const long = contentBytes === undefined ? undefined : texts.longPayload(contentBytes);
  return joined(MOST, [texts.converted(converted, left.length), long, ...warnings]);
}

export function coverageText({ coverage, dataset }: BriefCoverage, lang: string): string {
  const { totals, sources } = coverage;
  const counted = mcpMessagesFor(lang).coverage(totals.settings ?? 0, sources.length);
  return joined(MOST, [counted, `${dataset.version}, ${dataset.generatedAt.slice(0, 10)}.`]);
}

function pastText(
  { lifecycle, removedIn }: { lifecycle?: { state: keyof McpMessages['past'] }; removedIn?: string },
  texts: McpMessages,
): string | undefined {
  const state = lifecycle?.state ?? (removedIn === undefined ? undefined : 'removed');
  return state && texts.past[state];
}

function joined(most: number, sentences: Sentences): string {
  return cut(sentences.filter(isPresent).join(' '), most);
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined;
}
