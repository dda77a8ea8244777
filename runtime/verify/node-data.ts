/** The verdict on the data of an MDM setting: an ADMX payload, a choice of the settings catalog, or what its node takes. */

import type { FoundNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import type { DataVerdict, ItemData, Meaning } from '../contract/verified.ts';
import { dataReasonText, payloadFaultText, type VerifyMessages } from '../messages/verify.ts';
import { judgeElementText, readPayload } from './admx-payload.ts';
import { type Allowed, judgeAllowed } from './allowed-values.ts';
import { type AskedNode, dataText } from './node-sent.ts';
import { nodeIn } from './registry-content.ts';

/** @param first The first of its nodes. */
export function nodeData(asked: AskedNode, first: FoundNode, texts: VerifyMessages): ItemData {
  const judged = knownData(asked, first, texts);
  const isRefused = judged.verdict === 'undocumented' || judged.verdict === 'wrong-type';
  return asked.found.reading?.secondVersion && isRefused
    ? { verdict: 'unknown', reason: texts.allowedUndocumented }
    : judged;
}

function knownData(
  { item, found, parts, element }: AskedNode,
  first: FoundNode,
  texts: VerifyMessages,
): ItemData {
  const { reading } = found;
  const text = dataText(item, found);
  const slug = first.matches.value[0]?.slug;
  if (reading?.member !== undefined) {
    const { name, options } = reading.member;
    const meaning = (each: string) => (slug === undefined ? undefined : { slug, label: `${name}: ${each}` });
    const choices = options.map((each): Choice => [each, meaning(each)]);
    return choiceData(choices, text, texts);
  }
  if (slug !== undefined && parts !== undefined) {
    if (element !== undefined) return elementData(slug, element, text, texts);
    if (first.node.admxBacked && reading === undefined) return payloadData(text, slug, parts, texts);
    if (first.node.admxBacked)
      return choiceData(zeroOrOne({ slug, state: 'disabled' }, { slug, state: 'enabled' }), text, texts);
  }
  return plainData(text, first, parts, texts);
}

/** What the catalog has for an option, in any case, and what it stands for. */
type Choice = readonly [text: string, meaning: Meaning | undefined];

function choiceData(choices: readonly Choice[], text: string, texts: VerifyMessages): ItemData {
  const found = choices.find(([each]) => each.toLowerCase() === text.toLowerCase());
  if (found === undefined) return valueNotListed(choices.map(([each]) => each).join(', '), texts);
  const [, meaning] = found;
  return { verdict: 'documented', ...(meaning && { means: [meaning] }) };
}

/** The choices of a policy or check box. */
function zeroOrOne(off: Meaning, on: Meaning): Choice[] {
  return [
    ['0', off],
    ['1', on],
  ];
}

function valueNotListed(listed: string, texts: VerifyMessages): ItemData {
  return { verdict: 'undocumented', reason: dataReasonText({ code: 'notListed', listed }, texts) };
}

/** Data that is no ADMX payload. */
function plainData(
  text: string,
  first: FoundNode,
  parts: PartsEntry | undefined,
  texts: VerifyMessages,
): ItemData {
  const allowed = allowedOf(first, parts);
  const { verdict, label, allowed: listed = '', unchecked } = allowed ? judgeAllowed(allowed, text) : {};
  const slug = first.matches.value[0]?.slug;
  if (verdict === 'documented')
    return { verdict, ...(label !== undefined && slug && { means: [{ slug, label }] }) };
  const wrong = wrongFormat(first.node.format, text, allowed);
  if (wrong !== undefined) return { verdict: 'wrong-type', reason: texts.nodeFormat[wrong] };
  if (verdict === 'undocumented') return valueNotListed(listed, texts);
  if (verdict === 'free') return { verdict };
  const reason = unchecked === undefined ? texts.allowedUndocumented : texts.formatNotChecked(unchecked);
  return { verdict: 'unknown', reason };
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
  return nodeIn(parts, node.omaUri)?.allowedValues;
}

function elementData(slug: string, element: PartElement, text: string, texts: VerifyMessages): ItemData {
  const { id: elementId, type, choices = [] } = element;
  const own = { slug, elementId };
  if (type === 'boolean')
    return choiceData(zeroOrOne({ ...own, state: 'false' }, { ...own, state: 'true' }), text, texts);
  if (type === 'enum') {
    const options = choices.map(
      ({ text: each = '', label }): Choice => [each, { ...own, ...(label !== undefined && { label }) }],
    );
    return choiceData(options, text, texts);
  }
  const { verdict, allowed } = judgeElementText(element, text);
  return allowed === undefined ? { verdict } : valueNotListed(allowed, texts);
}

function payloadData(
  text: string,
  slug: string,
  { elements = [] }: PartsEntry,
  texts: VerifyMessages,
): ItemData {
  const payload = readPayload(text);
  if ('fault' in payload) return { verdict: 'undocumented', reason: payloadFaultText(payload.fault, texts) };
  const means = [{ slug, state: payload.state }];
  if (payload.state === 'disabled') return { verdict: 'documented', means };
  let verdict: DataVerdict = 'documented';
  for (const [id, value] of payload.data) {
    const element = elements.find((each) => each.id === id);
    if (element === undefined) {
      // Mozilla's page of OMA-URIs names JSON for Handlers and ExtensionSettings; firefox.admx names others there.
      const reason = texts.elementUnknown(id, elements.map((each) => each.id).join(', '));
      return { verdict: 'undocumented', reason };
    }
    const judged = judgeElementText(element, value);
    if (judged.verdict === 'undocumented') {
      const { reason = '' } = valueNotListed(judged.allowed ?? '', texts);
      return { verdict: 'undocumented', reason: texts.elementData(id, reason) };
    }
    if (judged.verdict === 'free') verdict = 'free';
  }
  const missing = elements.flatMap(({ id }) => (payload.data.has(id) ? [] : [id]));
  return { verdict, means, ...(missing.length > 0 && { missing }) };
}
