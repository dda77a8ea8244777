/** The verdict on the data of an MDM setting: an ADMX payload, a choice of the settings catalog, or what its node takes. */

import type { FoundNode, FoundNodes } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import type { DataVerdict, ItemData, Meaning } from '../contract/verified.ts';
import { dataReasonText, payloadFaultText } from '../messages/verify.ts';
import { judgeElementText, readPayload } from './admx-payload.ts';
import { type Allowed, judgeAllowed } from './allowed-values.ts';
import type { VerifyContext } from './context.ts';
import type { NodeItem } from './items.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';

export function elementOf({ reading }: FoundNodes, parts: PartsEntry | undefined): PartElement | undefined {
  const id = reading?.elementId;
  return id === undefined ? undefined : parts?.elements?.find((each) => each.id === id);
}

/** The data as one text. Intune names an option by its setting's identifier and the value: only the value counts. */
export function dataText({ omaUri, data }: NodeItem, { reading }: FoundNodes): string {
  const setting = `${omaUri.trim().toLowerCase()}_`;
  const texts = (Array.isArray(data) ? data : [String(data)]).map((text) =>
    reading !== undefined && text.toLowerCase().startsWith(setting) ? text.slice(setting.length) : text,
  );
  return texts.join(ENTRY_SEPARATOR);
}

export function nodeData(...asked: Parameters<typeof knownData>): ItemData {
  const [, { reading }, , , context] = asked;
  const judged = knownData(...asked);
  const isTied = judged.verdict !== 'undocumented' && judged.verdict !== 'wrong-type';
  return reading?.secondVersion && !isTied
    ? { verdict: 'unknown', reason: context.verifyTexts.allowedUndocumented }
    : judged;
}

function knownData(
  item: NodeItem,
  found: FoundNodes,
  first: FoundNode,
  parts: PartsEntry | undefined,
  context: VerifyContext,
): ItemData {
  const element = elementOf(found, parts);
  const text = dataText(item, found);
  const slug = first.matches.value[0]?.slug;
  const member = found.reading?.member;
  if (member !== undefined) return memberData(text.toLowerCase(), member, slug, context);
  if (slug === undefined || parts === undefined)
    return plainData(text, allowedOf(first, parts), first.node.format, undefined, context);
  if (element !== undefined) return catalogElementData(slug, element, text, context);
  if (first.node.admxBacked) {
    return found.reading === undefined
      ? payloadData(text, slug, parts, context)
      : catalogChoice(text, ['disabled', 'enabled'], { slug }, context);
  }
  return plainData(text, allowedOf(first, parts), first.node.format, slug, context);
}

/** A choice that the catalog has for one value of the node's text. */
function memberData(
  text: string,
  { name, options }: NonNullable<NonNullable<FoundNodes['reading']>['member']>,
  slug: string | undefined,
  context: VerifyContext,
): ItemData {
  if (!options.includes(text))
    return { verdict: 'undocumented', reason: valueNotListed(options.join(', '), context) };
  return { verdict: 'documented', ...(slug && { means: [{ slug, label: `${name}: ${text}` }] }) };
}

/** Data that is no ADMX payload. */
function plainData(
  text: string,
  allowed: Allowed | undefined,
  format: string | undefined,
  slug: string | undefined,
  context: VerifyContext,
): ItemData {
  const { verifyTexts } = context;
  const judged = allowed && judgeAllowed(allowed, text);
  if (judged?.verdict === 'documented') {
    const { label } = judged;
    return { verdict: 'documented', ...(label !== undefined && slug && { means: [{ slug, label }] }) };
  }
  const wrong = wrongFormat(format, text, allowed);
  if (wrong !== undefined) return { verdict: 'wrong-type', reason: verifyTexts.nodeFormat[wrong] };
  if (judged?.verdict === 'undocumented')
    return { verdict: 'undocumented', reason: valueNotListed(judged.allowed ?? '', context) };
  if (judged?.verdict === 'free') return { verdict: 'free' };
  const unchecked = judged?.unchecked;
  return {
    verdict: 'unknown',
    reason:
      unchecked === undefined ? verifyTexts.allowedUndocumented : verifyTexts.formatNotChecked(unchecked),
  };
}

/** Of the formats of the DDF these two say which texts they take. */
const FORMATS = { int: /^[+-]?\d+$/, bool: /^(?:true|false)$/i };
const HEX = /^0x[\da-f]+$/i;

function wrongFormat(
  format: string | undefined,
  text: string,
  { values = [], delimiter }: Partial<Allowed> = {},
): keyof typeof FORMATS | undefined {
  if (format !== 'int' && format !== 'bool') return undefined;
  const fits = (each: string) => FORMATS[format].test(each.trim());
  const others = values.filter(({ value }) => !fits(value));
  const parts = delimiter === undefined ? [text] : text.split(delimiter);
  if (parts.every(fits)) return undefined;
  if (others.length === 0) return format;
  // The DDF lists 0x1 for int nodes, and 0 and 1 for bool nodes (VPNv2 AlwaysOnActive): such a list says what is a value.
  const isNumber = (each: string) => fits(each) || HEX.test(each.trim());
  return format === 'int' && others.every(({ value }) => HEX.test(value.trim())) && !parts.every(isNumber)
    ? 'int'
    : undefined;
}

/** What the node takes: one that a setting backs has it with the parts of that setting. */
export function allowedOf({ isBacked, node }: FoundNode, parts: PartsEntry | undefined): Allowed | undefined {
  if (parts === undefined || !isBacked) return node.allowedValues;
  return parts.nodes?.find(({ uris }) => uris.includes(node.omaUri))?.allowedValues;
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
    : { verdict: 'undocumented', reason: valueNotListed('0, 1', context) };
}

/** A settings-catalog choice of an enum is the option's value, in lower case. */
function catalogElementData(
  slug: string,
  element: PartElement,
  text: string,
  context: VerifyContext,
): ItemData {
  const { id, type, choices = [] } = element;
  if (type === 'boolean') return catalogChoice(text, ['false', 'true'], { slug, elementId: id }, context);
  if (type === 'enum') {
    const option = choices.find((choice) => choice.text?.toLowerCase() === text.toLowerCase());
    const listed = choices.map((choice) => choice.text ?? '').join(', ');
    return option === undefined
      ? { verdict: 'undocumented', reason: valueNotListed(listed, context) }
      : {
          verdict: 'documented',
          means: [{ slug, elementId: id, ...(option.label !== undefined && { label: option.label }) }],
        };
  }
  const { verdict, allowed } = judgeElementText(element, text);
  return { verdict, ...(allowed !== undefined && { reason: valueNotListed(allowed, context) }) };
}

function valueNotListed(listed: string, { verifyTexts }: VerifyContext): string {
  return dataReasonText({ code: 'notListed', listed }, verifyTexts);
}

function payloadData(
  text: string,
  slug: string,
  { elements = [] }: PartsEntry,
  context: VerifyContext,
): ItemData {
  const { verifyTexts } = context;
  const payload = readPayload(text);
  if ('fault' in payload)
    return { verdict: 'undocumented', reason: payloadFaultText(payload.fault, verifyTexts) };
  const means = [{ slug, state: payload.state }];
  if (payload.state === 'disabled') return { verdict: 'documented', means };
  let verdict: DataVerdict = 'documented';
  for (const [id, value] of payload.data) {
    const element = elements.find((each) => each.id === id);
    if (element === undefined) {
      // Mozilla's page of OMA-URIs names JSON for Handlers and ExtensionSettings; firefox.admx names others there.
      const reason = verifyTexts.elementUnknown(id, elements.map((each) => each.id).join(', '));
      return { verdict: 'undocumented', reason };
    }
    const judged = judgeElementText(element, value);
    if (judged.verdict === 'undocumented') {
      const reason = valueNotListed(judged.allowed ?? '', context);
      return { verdict: 'undocumented', reason: verifyTexts.elementData(id, reason) };
    }
    if (judged.verdict === 'free') verdict = 'free';
  }
  const missing = elements.flatMap(({ id }) => (payload.data.has(id) ? [] : [id]));
  return { verdict, means, ...(missing.length > 0 && { missing }) };
}
