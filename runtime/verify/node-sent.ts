/** What an item of a request sends to an MDM node, in a form in which two can be compared. */

import { findNode, type ReadNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import { normalizeOmaUri } from '../format/keys.ts';
import { readPayload } from './admx-payload.ts';
import type { VerifyContext } from './context.ts';
import type { NodeItem } from './items.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';
import { type RegistryWrite, registryWrites } from './registry-content.ts';

export interface Sent {
  /** Of the node, however it was spelled. */
  node: string;
  /** Id of an element of the policy, or `` for the policy or node itself → what is sent for it. */
  parts: ReadonlyMap<string, string>;
  /** An ADMX payload: what it does not name is not set. */
  whole: boolean;
  hive: 'HKLM' | 'HKCU';
  /** What that writes to the registry, as far as it is documented. */
  writes: RegistryWrite[];
  /** Which of several values set for the node holds, as the DDF names it. */
  resolution: string | undefined;
}

export interface AskedNode {
  item: NodeItem;
  found: ReadNode;
  /** Of the setting that backs the node. */
  parts: PartsEntry | undefined;
  /** The one of its elements that the identifier names. */
  element: PartElement | undefined;
  /** Undefined: no data, or its identifier names no instance of the node. */
  sent: Sent | undefined;
}

export async function askNode(
  item: NodeItem,
  { dataset, lang, partsOf }: Pick<VerifyContext, 'dataset' | 'lang' | 'partsOf'>,
): Promise<AskedNode> {
  const found = await findNode(dataset, item.omaUri, lang);
  const slug = found.entry?.matches[0]?.slug;
  const parts = slug === undefined ? undefined : await partsOf(slug);
  const element = parts?.elements?.find(({ id }) => id === found.reading?.elementId);
  return { item, found, parts, element, sent: sentBy(item, found, parts, element) };
}

function sentBy(
  item: NodeItem,
  found: ReadNode,
  parts: PartsEntry | undefined,
  element: PartElement | undefined,
): Sent | undefined {
  const node = item.data === undefined ? undefined : nodeId(found);
  if (node === undefined) return undefined;
  const sent = partsSent(item, found, element);
  const csp = found.entry?.matches[0]?.csp;
  return {
    node,
    ...sent,
    hive: found.scope === 'User' ? 'HKCU' : 'HKLM',
    resolution: found.entry?.node.conflictResolution,
    writes: parts && csp ? registryWrites(sent.parts, parts, csp) : [],
  };
}

/** The data as one text. Intune names an option by its setting's identifier and the value: only the value counts. */
export function dataText({ omaUri, data }: NodeItem, { reading }: ReadNode): string {
  const setting = `${omaUri.trim().toLowerCase()}_`;
  const texts = (Array.isArray(data) ? data : [String(data)]).map((text) =>
    reading !== undefined && text.toLowerCase().startsWith(setting) ? text.slice(setting.length) : text,
  );
  return texts.join(ENTRY_SEPARATOR);
}

/**
 * An identifier of the catalog names no instance: each rule of a firewall profile, and each entry of a list, has the
 * same one; one of a value in the text of a node does not name the others. An ingested template has one policy, whatever app names the administrator chose.
 */
function nodeId({ uri, otherApp, reading }: ReadNode): string | undefined {
  const id = otherApp === undefined ? uri : normalizeOmaUri(otherApp).uri;
  const isPart = (reading?.rest ?? reading?.member) !== undefined;
  return id.startsWith('./') && !id.includes('{}') && !isPart ? id : undefined;
}

function partsSent(
  item: NodeItem,
  found: ReadNode,
  element: PartElement | undefined,
): Pick<Sent, 'parts' | 'whole'> {
  const text = dataText(item, found);
  const { reading, entry } = found;
  if (reading?.elementId !== undefined) {
    // The catalog has the elements below the option that enables the policy.
    const parts = new Map([
      ['', 'enabled'],
      [reading.elementId, elementText(element, text)],
    ]);
    return { parts, whole: false };
  }
  const only = (content: string) => ({ parts: new Map([['', content]]), whole: false });
  if (entry === undefined || !entry.node.admxBacked) return only(plainText(text, entry?.node.format));
  if (reading !== undefined) return only(POLICY_STATES.get(text) ?? text);
  const payload = readPayload(text);
  if ('fault' in payload) return only(text);
  return { parts: new Map([['', payload.state], ...payload.data]), whole: true };
}

const statesOf = <S extends string>(off: S, on: S) => new Map([['0', off]]).set('1', on);
/** What the catalog has for the states of a policy, and for those of a check box. */
export const POLICY_STATES = statesOf('disabled', 'enabled');
export const BOX_STATES = statesOf('false', 'true');

/** As a payload has it. */
function elementText(element: PartElement | undefined, text: string): string {
  if (element?.type === 'boolean') return BOX_STATES.get(text) ?? text;
  // The catalog has no names for the entries of such a list: MDM numbers them.
  if (element?.type === 'list' && !element.explicitValue) return numberedEntries(text);
  const option = element?.choices?.find((choice) => choice.text?.toLowerCase() === text.toLowerCase());
  return option?.text ?? text;
}

function numberedEntries(text: string): string {
  if (text === '') return '';
  const entries = text.split(ENTRY_SEPARATOR).flatMap((entry, at) => [String(at + 1), entry]);
  return entries.join(ENTRY_SEPARATOR);
}

function plainText(text: string, format: string | undefined): string {
  const trimmed = text.trim();
  if (format === 'int' && /^(?:[+-]?\d{1,20}|0x[\da-f]{1,16})$/i.test(trimmed)) {
    return String(BigInt(trimmed.replace('+', '')));
  }
  return format === 'bool' ? trimmed.toLowerCase() : text;
}

export function contradict(a: Sent, b: Sent): boolean {
  for (const [part, content] of a.parts) {
    const other = b.parts.get(part);
    if (other === undefined ? b.whole : other !== content) return true;
  }
  return a.whole && [...b.parts.keys()].some((part) => !a.parts.has(part));
}
