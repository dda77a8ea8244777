/** The verdict on the data of an MDM setting: an ADMX payload, a choice of the settings catalog, or a plain value. */

import type { FoundNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import type { DataVerdict, ItemData, Meaning } from '../contract/verified.ts';
import { payloadFaultText, type VerifyMessages } from '../messages/verify.ts';
import { judgeElementText, readPayload } from './admx-payload.ts';
import { type Allowed, judgeAllowed } from './allowed-values.ts';
import { type AskedNode, BOX_STATES, dataText, POLICY_STATES } from './node-sent.ts';
import { nodeIn } from './registry-content.ts';

/** `reason`: its sentence in a language. */
type Finding = Omit<ItemData, 'reason'> & { reason?: (texts: VerifyMessages) => string };

/** @param first Its node. */
export function nodeData(asked: AskedNode, first: FoundNode, texts: VerifyMessages): ItemData {
  const { reason, ...data } = knownData(asked, first);
  const isRefused = data.verdict === 'undocumented' || data.verdict === 'wrong-type';
  if (asked.found.reading?.secondVersion && isRefused)
    return { verdict: 'unknown', reason: texts.allowedUndocumented };
  return { ...data, ...(reason && { reason: reason(texts) }) };
}

function knownData({ item, found, parts, element }: AskedNode, first: FoundNode): Finding {
  const { reading } = found;
  const text = dataText(item, found);
  const slug = first.matches[0]?.slug;
  if (reading?.member !== undefined) {
    const { member: name, options = [] } = reading;
    const meaning = (each: string) => (slug === undefined ? undefined : { slug, label: `${name}: ${each}` });
    return choiceData(
      options.map((each) => [each, meaning(each)]),
      text,
    );
  }
  if (slug !== undefined && parts !== undefined) {
    if (element !== undefined) return elementData(slug, element, text);
    if (first.node.admxBacked && reading === undefined) return payloadData(text, slug, parts);
    if (first.node.admxBacked) return choiceData(stateChoices(POLICY_STATES, { slug }), text);
  }
  return plainData(text, first, parts);
}

/** The text of an option in the catalog (its case does not matter), and its meaning. */
type Choice = readonly [text: string, meaning: Meaning | undefined];

function choiceData(choices: readonly Choice[], text: string): Finding {
  const found = choices.find(([each]) => each.toLowerCase() === text.toLowerCase());
  if (found === undefined) return valueNotListed(choices.map(([each]) => each).join(', '));
  const [, meaning] = found;
  return { verdict: 'documented', ...(meaning && { means: [meaning] }) };
}

function stateChoices(states: Map<string, NonNullable<Meaning['state']>>, own: Meaning): Choice[] {
  return [...states].map(([text, state]) => [text, { ...own, state }]);
}

function valueNotListed(listed: string): Finding {
  return { verdict: 'undocumented', reason: ({ data }) => data.notListed({ listed }) };
}

/** The verdict on data that is not an ADMX payload. */
function plainData(text: string, first: FoundNode, parts: PartsEntry | undefined): Finding {
  const allowed = allowedOf(first, parts);
  const { verdict, label, allowed: listed = '', unchecked } = allowed ? judgeAllowed(allowed, text) : {};
  const slug = first.matches[0]?.slug;
  if (verdict === 'documented')
    return { verdict, ...(label !== undefined && slug && { means: [{ slug, label }] }) };
  const wrong = wrongFormat(first.node.format, text, allowed);
  if (wrong !== undefined) return { verdict: 'wrong-type', reason: (texts) => texts.nodeFormat[wrong] };
  if (verdict === 'undocumented') return valueNotListed(listed);
  if (verdict === 'free') return { verdict };
  const reason = (texts: VerifyMessages) =>
    unchecked === undefined ? texts.allowedUndocumented : texts.formatNotChecked(unchecked);
  return { verdict: 'unknown', reason };
}

/** The formats of the DDF that define which texts are valid. */
const FORMATS = { int: /^[+-]?\d+$/, bool: /^(?:true|false)$/i };
const HEX = /^0x[\da-f]+$/i;

function wrongFormat(
  format: string | undefined,
  text: string,
  { values = [], delimiter }: Partial<Allowed> = {},
): keyof typeof FORMATS | undefined {
  if (format !== 'int' && format !== 'bool') return undefined;
  const fits = (each: string) => FORMATS[format].test(each.trim());
  const parts = delimiter === undefined ? [text] : text.split(delimiter);
  if (parts.every(fits)) return undefined;
  const others = values.filter(({ value }) => !fits(value));
  if (others.length === 0) return format;
  // The DDF lists 0x1 for int nodes, and 0 and 1 for bool nodes (VPNv2 AlwaysOnActive): then the list decides.
  const isNumber = (each: string) => fits(each) || HEX.test(each.trim());
  const isListInHex = format === 'int' && others.every(({ value }) => HEX.test(value.trim()));
  return isListInHex && !parts.every(isNumber) ? 'int' : undefined;
}

/** The allowed values of a node; if a setting backs the node, they are stored with the parts of the setting. */
export function allowedOf({ matches, node }: FoundNode, parts: PartsEntry | undefined): Allowed | undefined {
  if (parts === undefined || matches.length === 0) return node.allowedValues;
  return nodeIn(parts, node.omaUri)?.allowedValues;
}

function elementData(slug: string, element: PartElement, text: string): Finding {
  const { id: elementId, type, choices = [] } = element;
  const own = { slug, elementId };
  if (type === 'boolean') return choiceData(stateChoices(BOX_STATES, own), text);
  if (type === 'enum') {
    const options = choices.map(
      ({ text: each = '', label }): Choice => [each, { ...own, ...(label !== undefined && { label }) }],
    );
    return choiceData(options, text);
  }
  const { verdict, allowed } = judgeElementText(element, text);
  return allowed === undefined ? { verdict } : valueNotListed(allowed);
}

function payloadData(text: string, slug: string, { elements = [] }: PartsEntry): Finding {
  const payload = readPayload(text);
  if ('fault' in payload)
    return { verdict: 'undocumented', reason: (texts) => payloadFaultText(payload.fault, texts) };
  const means = [{ slug, state: payload.state }];
  if (payload.state === 'disabled') return { verdict: 'documented', means };
  let verdict: DataVerdict = 'documented';
  for (const [id, value] of payload.data) {
    const element = elements.find((each) => each.id === id);
    if (element === undefined) {
      // Mozilla's page of OMA-URIs names JSON for Handlers and ExtensionSettings; firefox.admx names others there.
      const known = elements.map((each) => each.id).join(', ');
      return { verdict: 'undocumented', reason: (texts) => texts.elementUnknown(id, known) };
    }
    const { verdict: judged, allowed: listed = '' } = judgeElementText(element, value);
    const reason = (texts: VerifyMessages) => texts.elementData(id, texts.data.notListed({ listed }));
    if (judged === 'undocumented') return { verdict: judged, reason };
    if (judged === 'free') verdict = judged;
  }
  const missing = elements.flatMap(({ id }) => (payload.data.has(id) ? [] : [id]));
  if (missing.length === 0) return { verdict, means };
  // No payload is made without them either.
  return { verdict: 'unknown', means, missing, reason: (texts) => texts.elementsMissing(missing.join(', ')) };
}
