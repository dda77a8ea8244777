/** Verifies one MDM setting of a request: which registry value it sets, whether the target has it, what it takes. */

import { reasonText } from '../messages/index.ts';
import type { Csp } from '../schema/match.ts';
import type { BriefMatch, ItemMdm, Verified } from '../schema/verified.ts';
import { DEVICE_GROUPS } from '../verdict/edition-table.ts';
import type { Facts } from '../verdict/index.ts';
import { cspParts } from './csp.ts';
import { findNodes, type KeptNodeEntry } from './find-node.ts';
import { pickText } from './language.ts';
import type { KeptMatch } from './match.ts';
import { elementOf, nodeData } from './node-data.ts';
import { type PolicyElement, type PolicyParts, policyParts } from './policy-parts.ts';
import { unsupportedWarnings } from './told.ts';
import type { VerifyContext } from './verify-context.ts';
import type { NodeItem } from './verify-items.ts';

export async function nodeAnswer(item: NodeItem, context: VerifyContext): Promise<Verified> {
  const { dataset, texts, lang } = context;
  const found = await findNodes(dataset, item.omaUri);
  const { uri, scope, nodes } = found;
  const [first] = nodes;
  const slug = first?.matches[0]?.slug;
  const parts = slug === undefined ? undefined : await policyParts(dataset, slug);
  const element = elementOf(found, parts);
  const head = {
    omaUri: uri,
    scope,
    matches: nodes.flatMap(({ matches }) => matches.map((match) => briefMatch(match, element, parts, lang))),
  };
  const request = { omaUri: item.omaUri, lang };
  const { result, warnings } = await cspParts(dataset, request, found);
  const full = context.full ? { result } : {};
  if (first === undefined) {
    const verdict = { verdict: 'unknown', reason: texts.undocumented(uri) } as const;
    return { ...head, ...verdict, ...full, ...said(warnings) };
  }
  const reason = first.matches.length === 0 ? { noRegistry: String(result.reason ?? '') } : {};
  const data = item.data === undefined ? undefined : nodeData(item, found, first, parts, context);
  const { unsupported = [], ...judged } = verdictOf(first, context);
  const mdm = mdmOf(first, judged.verdict);
  return {
    ...head,
    ...judged,
    ...reason,
    ...(data && { data }),
    ...(mdm && { mdm }),
    ...full,
    ...said([...warnings, ...unsupported]),
  };
}

function said(warnings: readonly string[]): Pick<Verified, 'warnings'> {
  return warnings.length > 0 ? { warnings: [...new Set(warnings)] } : {};
}

/** The node asked for, where a registry setting backs it. */
function mdmOf({ matches: [match] }: KeptNodeEntry, verdict: Verified['verdict']): ItemMdm | undefined {
  const node = match?.nodes[0];
  if (match === undefined || node === undefined || verdict === undefined) return undefined;
  const { omaUri, scope, confidence, ingest } = node;
  return { slug: match.slug, omaUri, scope, confidence, verdict, ...(ingest !== undefined && { ingest }) };
}

function briefMatch(
  match: KeptMatch,
  element: PolicyElement | undefined,
  parts: PolicyParts | undefined,
  lang: string,
): BriefMatch {
  const title = pickText(match.titles, lang)?.text;
  const own = element !== undefined && match.slug === parts?.slug ? element : undefined;
  const valueName = own === undefined ? match.valueName : own.valueName;
  return {
    slug: match.slug,
    ...(title !== undefined && { displayName: title }),
    class: match.class,
    registryKey: own?.key ?? match.registryKey,
    ...(valueName !== undefined && { valueName }),
  };
}

const DEVICES: ReadonlySet<string> = new Set(DEVICE_GROUPS);
const alone = new WeakMap<object, Facts>();

/** The verdict on the node asked for alone. */
function verdictOf(
  entry: KeptNodeEntry,
  context: VerifyContext,
): Pick<Verified, 'verdict' | 'reason' | 'product'> & { unsupported?: readonly string[] } {
  const { judge, targetOs, lang } = context;
  const [match] = entry.matches;
  const { editions } = entry.node;
  // Without a match the dataset keeps the groups of the edition list, not the list itself.
  if (match === undefined && editions !== undefined && editions.every((group) => DEVICES.has(group))) {
    return editions.length === 0
      ? { verdict: 'unverified', reason: reasonText({ code: 'editionsUndocumented' }, lang) }
      : { verdict: 'unsupported', reason: reasonText({ code: 'notForPc', editions }, lang) };
  }
  const key = match ?? entry;
  const facts = alone.get(key) ?? (match === undefined ? factsOf(entry.node) : firstNode(match));
  alone.set(key, facts);
  const judged = judge(facts, targetOs, lang, entry.node.scope);
  const { compatibility } = judged;
  const { verdict, reason } = compatibility.mdm ?? compatibility;
  const { product } = compatibility;
  const unsupported = match && unsupportedWarnings(judged, match.slug, lang);
  return {
    verdict,
    ...(verdict !== 'supported' && { reason }),
    ...(product && { product }),
    ...(unsupported && { unsupported }),
  };
}

/** Of a match found by its node that node is the first. */
function firstNode({ facts: { nodes = [], ...facts } }: KeptMatch): Facts {
  return { ...facts, nodes: nodes.slice(0, 1) };
}

function factsOf({ scope, minOs, deprecated, deprecatedFrom, via }: Csp): Facts {
  return {
    nodes: [
      {
        place: 0,
        scope,
        ...(minOs !== undefined && { minOs }),
        ...(deprecated && { deprecatedFrom: deprecatedFrom ?? true }),
        ...(via === 'admx-ingestion' && { ingested: true as const }),
      },
    ],
  };
}
