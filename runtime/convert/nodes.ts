/** From verified values to MDM nodes: what a list sends to each node, made of all its values that set it. */

import type { FoundNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import type { ConvertSentence } from '../messages/convert.ts';
import { reasonText } from '../messages/index.ts';
import type { Pace } from '../pace.ts';
import type { Allowed } from '../verify/allowed-values.ts';
import type { VerifyContext } from '../verify/context.ts';
import { allowedOf } from '../verify/node-data.ts';
import { type AskedNode, askNode, contradict, type Sent } from '../verify/node-sent.ts';
import { nodesOf } from '../verify/summary.ts';
import type { Conversion, Left, ListValue } from './convert.ts';

/** A node with all that the list sends to it. */
export interface NodeSetting {
  /** Of the items that it is made of. */
  indexes: number[];
  /** As the vendor writes it, or as the list does where a part of it is the administrator's choice. */
  omaUri: string;
  found: FoundNode;
  parts: PartsEntry | undefined;
  allowed: Allowed | undefined;
  sent: Sent;
}

export interface MdmForm {
  mediaType: string;
  encoding: 'utf-8';
  write(settings: readonly NodeSetting[]): Omit<Conversion, 'left'> & {
    left: { setting: NodeSetting; why: ConvertSentence }[];
  };
}

export async function convertNodes(
  values: readonly ListValue[],
  form: MdmForm,
  context: VerifyContext,
  pace: Pace,
): Promise<Conversion> {
  const left: Left[] = [];
  const settings = new Map<string, NodeSetting & { conflict?: true }>();
  for (const value of values) {
    const { index } = value;
    const asked = await askedOf(value, context);
    if ('why' in asked) left.push({ index, why: asked.why });
    else {
      const { sent } = asked;
      const known = settings.get(sent.node);
      if (known === undefined) settings.set(sent.node, await settingOf(asked, index, context));
      else {
        known.indexes.push(index);
        if (contradict(known.sent, sent)) known.conflict = true;
        known.sent = joinedNodes(known.sent, sent);
      }
    }
    await pace();
  }
  const all = [...settings.values()];
  const written = form.write(all.filter(({ conflict }) => !conflict));
  const conflicts = all.filter(({ conflict }) => conflict).map((setting) => ({ setting, why: CONFLICT }));
  for (const { setting, why } of [...conflicts, ...written.left])
    left.push(...setting.indexes.map((index) => ({ index, why })));
  return { ...written, left: left.sort((a, b) => a.index - b.index) };
}

const CONFLICT: ConvertSentence = (t) => t.conflict;

type Sending = AskedNode & { sent: Sent };

/** The node that the value is sent to, and what; or why nothing is. */
async function askedOf(value: ListValue, context: VerifyContext): Promise<Sending | Pick<Left, 'why'>> {
  const { asked, answer } = value;
  const { item } = asked;
  if ('errors' in item) return { why: item.errors.map(({ detail }) => detail).join('; ') };
  if (item.unread !== undefined) return { why: item.unread };
  if (answer.conflicts?.some(({ kind }) => kind !== 'twin')) return { why: CONFLICT };
  const node = 'found' in asked ? asked : await equivalentOf(answer, context);
  if ('why' in node) return node;
  const { sent } = node;
  const why = 'found' in asked ? whyNotSent(asked, answer, context) : undefined;
  if (why !== undefined) return { why };
  if (sent !== undefined) return { ...node, sent };
  const { reading } = node.found;
  return { why: (t) => ((reading?.rest ?? reading?.member) === undefined ? t.dynamic : t.notInRule) };
}

/** The one node that is the equivalent of a registry value, with the data to send. */
async function equivalentOf(
  answer: ListValue['answer'],
  context: VerifyContext,
): Promise<AskedNode | Pick<Left, 'why'>> {
  const nodes = nodesOf(answer);
  const ready = nodes.filter(
    ({ sets, payload, data }) => sets === undefined && (payload ?? data) !== undefined,
  );
  const [mdm] = ready;
  if (ready.length > 1) return { why: (t) => t.severalNodes(ready.map(({ slug }) => slug).join(', ')) };
  if (mdm === undefined) {
    const { wholePolicy } = context.verifyTexts;
    const reasons = nodes.map(
      ({ slug, sets, policyValues = 0, noPayload }) =>
        noPayload ?? (sets ? wholePolicy(slug, policyValues) : undefined),
    );
    return { why: reasons.find(Boolean) ?? answer.noMdm ?? answer.reason ?? ((t) => t.noData) };
  }
  if (mdm.verdict === 'unsupported' && answer.reason !== undefined) return { why: answer.reason };
  return askNode({ omaUri: mdm.omaUri, data: mdm.payload ?? mdm.data ?? '' }, context);
}

function whyNotSent(
  { item, found: { nodes } }: AskedNode,
  { verdict, reason, data }: ListValue['answer'],
  { lang }: VerifyContext,
): Left['why'] | undefined {
  const [first] = nodes;
  if (first === undefined) return reason ?? ((t) => t.notDocumented);
  const { access } = first.node;
  if (access !== undefined) return reasonText({ code: 'notSettable', access }, lang);
  if (verdict === 'unsupported') return reason;
  if (item.data === undefined) return (t) => t.noData;
  return data?.verdict === 'undocumented' || data?.verdict === 'wrong-type' ? data.reason : undefined;
}

async function settingOf(
  { item, found, sent }: Sending,
  index: number,
  { partsOf }: VerifyContext,
): Promise<NodeSetting> {
  const [first] = found.nodes;
  if (first === undefined) throw new RangeError('The node is not documented.');
  const slug = first.matches.value[0]?.slug;
  const parts = slug === undefined ? undefined : await partsOf(slug);
  const isNamed = found.reading === undefined && (found.otherApp !== undefined || found.path?.includes('{}'));
  const omaUri = isNamed ? item.omaUri.trim() : first.node.omaUri;
  return { indexes: [index], omaUri, found: first, parts, allowed: allowedOf(first, parts), sent };
}

/** Two that do not contradict each other. */
function joinedNodes(a: Sent, b: Sent): Sent {
  return { ...a, parts: new Map([...a.parts, ...b.parts]), whole: a.whole || b.whole };
}

interface PolicyContent {
  isEnabled: boolean;
  /** All elements of an enabled policy, with what is sent for each. */
  elements: [element: PartElement, text: string][];
}

/** Of an ADMX-backed node; undefined: the node takes a value of its own. */
export function policyContent({
  found,
  parts,
  sent,
}: NodeSetting): PolicyContent | ConvertSentence | undefined {
  if (!found.node.admxBacked) return undefined;
  if (sent.parts.get('') === 'disabled') return { isEnabled: false, elements: [] };
  const elements = new Map((parts?.elements ?? []).map((element) => [element.id, element]));
  const missing = [...elements.keys()].filter((id) => !sent.parts.has(id));
  if (parts === undefined || missing.length > 0) return (t) => t.elements(missing.join(', '));
  return {
    isEnabled: true,
    elements: [...elements].map(([id, element]) => [element, sent.parts.get(id) ?? '']),
  };
}

/** The content of a node that takes a value of its own. */
export function ownContent({ sent }: NodeSetting): string {
  return sent.parts.get('') ?? '';
}

/** Int32, which the numbers of Intune are. */
export function readInt32(text: string): number | undefined {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return (number | 0) === number ? number : undefined;
}
