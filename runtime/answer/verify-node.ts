/** Verifies one MDM setting of a request: which registry value it sets, whether the target has it, what it takes. */

import { reasonText } from '../messages/index.ts';
import { dataReasonText, payloadFaultText } from '../messages/verify.ts';
import type { Csp } from '../schema/match.ts';
import type { BriefMatch, ItemData, ItemMdm, Meaning, Verified } from '../schema/verified.ts';
import { DEVICE_GROUPS } from '../verdict/edition-table.ts';
import type { Facts } from '../verdict/index.ts';
import { judgeElementText, readPayload } from './admx-payload.ts';
import { judgeAllowed } from './allowed-values.ts';
import { cspParts } from './csp.ts';
import type { DataVerdict } from './data-verdict.ts';
import { type FoundNodes, findNodes, type KeptNodeEntry } from './find-node.ts';
import { pickText } from './language.ts';
import type { KeptMatch } from './match.ts';
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

function elementOf({ reading }: FoundNodes, parts: PolicyParts | undefined): PolicyElement | undefined {
  const id = reading?.elementId;
  return id === undefined ? undefined : parts?.elements.find((each) => each.id === id);
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

function nodeData(
  item: NodeItem,
  found: FoundNodes,
  first: KeptNodeEntry,
  parts: PolicyParts | undefined,
  context: VerifyContext,
): ItemData {
  const { verifyTexts } = context;
  const element = elementOf(found, parts);
  const text = Array.isArray(item.data) ? item.data.join('\uf000') : String(item.data);
  if (element !== undefined && parts !== undefined)
    return catalogElementData(parts.slug, element, text, context);
  const admxBacked = first.matches[0]?.nodes[0]?.admxBacked ?? first.node.admxBacked;
  if (admxBacked && parts !== undefined) {
    return found.reading === undefined
      ? payloadData(text, parts, context)
      : catalogChoice(text, ['disabled', 'enabled'], { slug: parts.slug }, context);
  }
  const { allowedValues: allowed } = (parts ? nodeOf(parts, first) : first.node) ?? {};
  if (allowed === undefined) return { verdict: 'unknown', reason: verifyTexts.allowedUndocumented };
  const judged = judgeAllowed(allowed, text);
  return {
    verdict: judged.verdict,
    ...(judged.allowed !== undefined && { reason: notListed(judged.allowed, context) }),
    ...(judged.unchecked !== undefined && { reason: verifyTexts.formatNotChecked(judged.unchecked) }),
    ...(judged.label !== undefined && parts && { means: [{ slug: parts.slug, label: judged.label }] }),
  };
}

function nodeOf({ nodes }: PolicyParts, { matches, node }: KeptNodeEntry) {
  const uri = matches[0]?.nodes[0]?.omaUri ?? node.omaUri;
  return nodes.find(({ omaUri, omaUris }) => omaUri === uri || Object.values(omaUris).includes(uri));
}

type State = Required<Meaning>['state'];

/** A settings-catalog choice of a policy or check box is 0 or 1. */
function catalogChoice(
  text: string,
  [off, on]: readonly [State, State],
  meaning: Meaning,
  context: VerifyContext,
): ItemData {
  return text === '0' || text === '1'
    ? { verdict: 'documented', means: [{ ...meaning, state: text === '1' ? on : off }] }
    : { verdict: 'undocumented', reason: notListed('0, 1', context) };
}

/** A settings-catalog choice of an enum is the option's value, in lower case. */
function catalogElementData(
  slug: string,
  element: PolicyElement,
  text: string,
  context: VerifyContext,
): ItemData {
  const { id, type, options = [] } = element;
  if (type === 'boolean') return catalogChoice(text, ['false', 'true'], { slug, elementId: id }, context);
  if (type === 'enum') {
    const option = options.find(({ value }) => value?.toLowerCase() === text.toLowerCase());
    const listed = options.map(({ value }) => value ?? '').join(', ');
    return option === undefined
      ? { verdict: 'undocumented', reason: notListed(listed, context) }
      : {
          verdict: 'documented',
          means: [{ slug, elementId: id, ...(option.label !== undefined && { label: option.label }) }],
        };
  }
  const { verdict, allowed } = judgeElementText(element, text);
  return { verdict, ...(allowed !== undefined && { reason: notListed(allowed, context) }) };
}

function notListed(listed: string, { verifyTexts }: VerifyContext): string {
  return dataReasonText({ code: 'notListed', listed }, verifyTexts);
}

function payloadData(text: string, { slug, elements }: PolicyParts, context: VerifyContext): ItemData {
  const { verifyTexts } = context;
  const payload = readPayload(text);
  if ('fault' in payload)
    return { verdict: 'undocumented', reason: payloadFaultText(payload.fault, verifyTexts) };
  const means = [{ slug, state: payload.state }];
  if (payload.state === 'disabled') return { verdict: 'documented', means };
  let verdict: DataVerdict = 'documented';
  for (const [id, value] of payload.data) {
    const element = elements.find((each) => each.id === id);
    if (element === undefined) return { verdict: 'undocumented', reason: verifyTexts.elementUnknown(id) };
    const judged = judgeElementText(element, value);
    if (judged.verdict === 'undocumented') {
      const reason = notListed(judged.allowed ?? '', context);
      return { verdict: 'undocumented', reason: verifyTexts.elementData(id, reason) };
    }
    if (judged.verdict === 'free') verdict = 'free';
  }
  const missing = elements.flatMap(({ id }) => (payload.data.has(id) ? [] : [id]));
  return { verdict, means, ...(missing.length > 0 && { missing }) };
}
