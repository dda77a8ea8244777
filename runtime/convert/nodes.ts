/** Collects what a list sends to each MDM node, from all its values that set the node. */
import type { FoundNode } from '../answer/find-node.ts';
import { reasonText } from '../messages/index.ts';
import type { VerifyContext } from '../verify/context.ts';
import { nodeVerdict } from '../verify/node.ts';
import { type AskedNode, askNode, contradict, type Sent } from '../verify/node-sent.ts';
import { nodesOf, readyOf } from '../verify/summary.ts';
import { getOrMake } from '../verify/values.ts';
import type { AnsweredItem } from '../verify/verify.ts';
import { type Converted, type Left, LeftOut, leave } from './left-out.ts';

/** A node with all that the list sends to it. */
export interface NodeSetting extends AskedNode {
  indexes: number[];
  /** The vendor's spelling, or that of the list if a part of it is the administrator's choice. */
  omaUri: string;
  first: FoundNode;
  sent: Sent;
}

export interface MdmForm {
  /** Makes the part of the document for the setting. */
  make(setting: NodeSetting): object;
  /** A setting that is left out only here is removed from `made` and added to `left`. */
  document(made: Map<NodeSetting, object>, left: Left): Converted;
}

/** All entries of a list have the same long payload: it is read once. */
type Asking = VerifyContext & { equivalents: Map<string, AskedNode> };

export function nodeConverter(form: MdmForm, context: VerifyContext) {
  const nodes = new Map<string, { setting: NodeSetting; all: Sent[] }>();
  const asking: Asking = { ...context, equivalents: new Map() };
  return {
    async add(value: AnsweredItem) {
      const found = await settingOf(value, asking);
      const { setting, all } = getOrMake(nodes, found.sent.node, () => ({ setting: found, all: [] }));
      setting.indexes.push(value.index);
      all.push(found.sent);
    },
    finish(left: Left) {
      const made = new Map<NodeSetting, object>();
      for (const { setting, all } of nodes.values()) {
        try {
          setting.sent = all.reduce(joinedNodes);
          made.set(setting, form.make(setting));
        } catch (error) {
          leave(error, setting.indexes, left);
        }
      }
      return form.document(made, left);
    },
  };
}

/** The node that the value is sent to, with the data. */
async function settingOf(value: AnsweredItem, context: Asking): Promise<NodeSetting> {
  const { answer } = value;
  const node = 'found' in value ? value : await equivalentOf(answer, context);
  const { item, found, sent } = node;
  const first = found.entry;
  if (first === undefined) throw new LeftOut(answer.reason ?? ((t) => t.notDocumented));
  // Independent of the target: without one no verdict includes it.
  const { access } = first.node;
  if (access !== undefined) throw new LeftOut(reasonText({ code: 'notSettable', access }, context.lang));
  if (item.data === undefined) throw new LeftOut((t) => t.noData);
  const { rest, member } = found.reading ?? {};
  if (sent === undefined)
    throw new LeftOut((t) => ((rest ?? member) === undefined ? t.dynamic : t.notInRule));
  const isNamed = found.reading === undefined && (found.otherApp !== undefined || found.path?.includes('{}'));
  return { ...node, first, sent, omaUri: isNamed ? item.omaUri.trim() : first.node.omaUri, indexes: [] };
}

/** The one node that is the equivalent of a registry value, with the data to send. */
async function equivalentOf(answer: AnsweredItem['answer'], context: Asking): Promise<AskedNode> {
  const nodes = nodesOf(answer);
  const ready = readyOf(nodes);
  const [mdm] = ready;
  if (ready.length > 1) throw new LeftOut((t) => t.severalNodes(ready.map(({ slug }) => slug).join(', ')));
  if (mdm === undefined) {
    const { wholePolicy } = context.verifyTexts;
    const reasons = nodes.map(
      ({ slug, sets, policyValues = 0, noPayload }) => noPayload ?? (sets && wholePolicy(slug, policyValues)),
    );
    throw new LeftOut(reasons.find(Boolean) ?? answer.noMdm ?? answer.reason ?? ((t) => t.noData));
  }
  const { omaUri, data = '', payload = data } = mdm;
  const known = context.equivalents.get(omaUri);
  const node = known?.item.data === payload ? known : await askNode({ omaUri, data: payload }, context);
  context.equivalents.set(omaUri, node);
  // The value may be supported where its node is not.
  if (mdm.verdict === 'unsupported')
    throw new LeftOut(nodeVerdict(node, context)?.reason ?? ((t) => t.notDocumented));
  return node;
}

function joinedNodes(a: Sent, b: Sent): Sent {
  if (contradict(a, b)) throw new LeftOut((t) => t.conflict);
  return { ...a, parts: new Map([...a.parts, ...b.parts]), whole: a.whole || b.whole };
}

/** `disabled`, or all elements with what is sent for each. Undefined: the node is not ADMX-backed. */
export function policyContent({ first, parts, sent }: NodeSetting) {
  if (!first.node.admxBacked) return undefined;
  if (sent.parts.get('') === 'disabled') return 'disabled' as const;
  const all = parts?.elements ?? [];
  const missing = all.map(({ id }) => id).filter((id) => !sent.parts.has(id));
  if (parts === undefined || missing.length > 0) throw new LeftOut((t) => t.elements(missing.join(', ')));
  return all.map((element) => [element, sent.parts.get(element.id) ?? ''] as const);
}

export function ownContent({ sent }: NodeSetting): string {
  return sent.parts.get('') ?? '';
}

/** Int32, which the numbers of Intune are. */
export function readInt32(text: string): number {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if ((number | 0) !== number) throw new LeftOut((t) => t.number);
  return number;
}
