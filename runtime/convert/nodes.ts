/** From verified values to MDM nodes: what a list sends to each node, made of all its values that set it. */
import type { FoundNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import { reasonText } from '../messages/index.ts';
import type { VerifyContext } from '../verify/context.ts';
import { type AskedNode, askNode, contradict, type Sent } from '../verify/node-sent.ts';
import { nodesOf } from '../verify/summary.ts';
import { type Converted, type Left, LeftOut, type ListValue, leave, refuseUndocumented } from './left-out.ts';

/** A node with all that the list sends to it. */
export interface NodeSetting {
  indexes: number[];
  /** As the vendor writes it, or as the list does where a part of it is the administrator's choice. */
  omaUri: string;
  found: FoundNode;
  parts: PartsEntry | undefined;
  sent: Sent;
}

export interface MdmForm {
  /** What the document has for the setting. */
  make(setting: NodeSetting): object;
  /** What is left out only now is taken out of `made` and added to `left`. */
  document(made: Map<NodeSetting, object>, left: Left[]): Converted;
}

export function nodeConverter(form: MdmForm, context: VerifyContext) {
  const nodes = new Map<string, Group>();
  return {
    async add(value: ListValue) {
      const asked = await askedOf(value, context);
      const group = nodes.get(asked.sent.node) ?? { ...asked, indexes: [], all: [] };
      nodes.set(asked.sent.node, group);
      group.indexes.push(value.index);
      group.all.push(asked.sent);
    },
    async finish(left: Left[]) {
      const made = new Map<NodeSetting, object>();
      for (const group of nodes.values()) {
        try {
          const setting = await settingOf(group, context);
          made.set(setting, form.make(setting));
        } catch (error) {
          leave(error, group.indexes, left);
        }
      }
      return form.document(made, left);
    },
  };
}

type Sending = AskedNode & { first: FoundNode; sent: Sent };
type Group = Sending & { indexes: number[]; all: Sent[] };

/** The node that the value is sent to, and what. */
async function askedOf({ asked, answer }: ListValue, context: VerifyContext): Promise<Sending> {
  const node = 'found' in asked ? asked : await equivalentOf(answer, context);
  const { item, found, sent } = node;
  const [first] = found.nodes;
  if (first === undefined) throw new LeftOut(answer.reason ?? ((t) => t.notDocumented));
  // Whatever the target: no verdict says so where none is named.
  const { access } = first.node;
  if (access !== undefined) throw new LeftOut(reasonText({ code: 'notSettable', access }, context.lang));
  if ('found' in asked) refuseUndocumented(answer);
  if (item.data === undefined) throw new LeftOut((t) => t.noData);
  if (sent !== undefined) return { ...node, first, sent };
  const { rest, member } = found.reading ?? {};
  throw new LeftOut((t) => ((rest ?? member) === undefined ? t.dynamic : t.notInRule));
}

/** The one node that is the equivalent of a registry value, with the data to send. */
async function equivalentOf(answer: ListValue['answer'], context: VerifyContext): Promise<AskedNode> {
  const nodes = nodesOf(answer);
  const ready = nodes.filter(({ sets, payload, data }) => !sets && (payload ?? data) !== undefined);
  const [mdm] = ready;
  if (ready.length > 1) throw new LeftOut((t) => t.severalNodes(ready.map(({ slug }) => slug).join(', ')));
  if (mdm === undefined) {
    const { wholePolicy } = context.verifyTexts;
    const reasons = nodes.map(
      ({ slug, sets, policyValues = 0, noPayload }) => noPayload ?? (sets && wholePolicy(slug, policyValues)),
    );
    throw new LeftOut(reasons.find(Boolean) ?? answer.noMdm ?? answer.reason ?? ((t) => t.noData));
  }
  if (mdm.verdict === 'unsupported' && answer.reason !== undefined) throw new LeftOut(answer.reason);
  return askNode({ omaUri: mdm.omaUri, data: mdm.payload ?? mdm.data ?? '' }, context);
}

async function settingOf(group: Group, { partsOf }: VerifyContext): Promise<NodeSetting> {
  const { item, found, first, all, indexes } = group;
  const slug = first.matches.value[0]?.slug;
  const parts = slug === undefined ? undefined : await partsOf(slug);
  const isNamed = found.reading === undefined && (found.otherApp !== undefined || found.path?.includes('{}'));
  const omaUri = isNamed ? item.omaUri.trim() : first.node.omaUri;
  return { indexes, omaUri, found: first, parts, sent: all.reduce(joinedNodes) };
}

function joinedNodes(a: Sent, b: Sent): Sent {
  if (contradict(a, b)) throw new LeftOut((t) => t.conflict);
  return { ...a, parts: new Map([...a.parts, ...b.parts]), whole: a.whole || b.whole };
}

type PolicyContent = 'disabled' | [PartElement, string][];

/** `disabled`, or all elements with what is sent for each. Undefined: the node is not ADMX-backed. */
export function policyContent({ found, parts, sent }: NodeSetting): PolicyContent | undefined {
  if (!found.node.admxBacked) return undefined;
  if (sent.parts.get('') === 'disabled') return 'disabled';
  const all = parts?.elements ?? [];
  const missing = all.map(({ id }) => id).filter((id) => !sent.parts.has(id));
  if (parts === undefined || missing.length > 0) throw new LeftOut((t) => t.elements(missing.join(', ')));
  return all.map((element) => [element, sent.parts.get(element.id) ?? '']);
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
