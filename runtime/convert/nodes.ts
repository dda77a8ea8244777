/** From verified values to MDM nodes: what a list sends to each node, made of all its values that set it. */
import type { FoundNode } from '../answer/find-node.ts';
import type { PartElement, PartsEntry } from '../contract/parts.ts';
import type { VerifyContext } from '../verify/context.ts';
import { type AskedNode, askNode, contradict, type Sent } from '../verify/node-sent.ts';
import { nodesOf } from '../verify/summary.ts';
import {
  type Converted,
  type Converter,
  type Left,
  LeftOut,
  type ListValue,
  leave,
  refuseUndocumented,
} from './left-out.ts';

/** A node with all that the list sends to it. */
export interface NodeSetting {
  /** Of the items that it is made of. */
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

export function nodeConverter(form: MdmForm, context: VerifyContext): Converter {
  const nodes = new Map<string, { indexes: number[]; all: Sending[] }>();
  return {
    async add(value) {
      const asked = await askedOf(value, context);
      const { indexes, all } = nodes.get(asked.sent.node) ?? { indexes: [], all: [] };
      nodes.set(asked.sent.node, { indexes, all });
      indexes.push(value.index);
      all.push(asked);
    },
    async finish(left) {
      const made = new Map<NodeSetting, object>();
      for (const { indexes, all } of nodes.values()) {
        try {
          const setting = await settingOf(all, indexes, context);
          made.set(setting, form.make(setting));
        } catch (error) {
          leave(error, indexes, left);
        }
      }
      return form.document(made, left);
    },
  };
}

type Sending = AskedNode & { sent: Sent };

/** The node that the value is sent to, and what. */
async function askedOf({ asked, answer }: ListValue, context: VerifyContext): Promise<Sending> {
  const node = 'found' in asked ? asked : await equivalentOf(answer, context);
  const { item, found, sent } = node;
  if (found.nodes.length === 0) throw new LeftOut(answer.reason ?? ((t) => t.notDocumented));
  if ('found' in asked) refuseUndocumented(answer);
  if (item.data === undefined) throw new LeftOut((t) => t.noData);
  if (sent !== undefined) return { ...node, sent };
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

async function settingOf(
  all: readonly Sending[],
  indexes: number[],
  { partsOf }: VerifyContext,
): Promise<NodeSetting> {
  const [{ item, found } = {}] = all;
  const [first] = found?.nodes ?? [];
  if (item === undefined || found === undefined || first === undefined)
    throw new RangeError('The node is not documented.');
  const slug = first.matches.value[0]?.slug;
  const parts = slug === undefined ? undefined : await partsOf(slug);
  const isNamed = found.reading === undefined && (found.otherApp !== undefined || found.path?.includes('{}'));
  const omaUri = isNamed ? item.omaUri.trim() : first.node.omaUri;
  return { indexes, omaUri, found: first, parts, sent: all.map(({ sent }) => sent).reduce(joinedNodes) };
}

function joinedNodes(a: Sent, b: Sent): Sent {
  if (contradict(a, b)) throw new LeftOut((t) => t.conflict);
  return { ...a, parts: new Map([...a.parts, ...b.parts]), whole: a.whole || b.whole };
}

/** What an ADMX-backed node gets: `disabled`, or all elements with what is sent for each. Undefined: a value of its own. */
export function policyContent({
  found,
  parts,
  sent,
}: NodeSetting): 'disabled' | [PartElement, string][] | undefined {
  if (!found.node.admxBacked) return undefined;
  if (sent.parts.get('') === 'disabled') return 'disabled';
  const all = parts?.elements ?? [];
  const missing = all.map(({ id }) => id).filter((id) => !sent.parts.has(id));
  if (parts === undefined || missing.length > 0) throw new LeftOut((t) => t.elements(missing.join(', ')));
  return all.map((element) => [element, sent.parts.get(element.id) ?? '']);
}

/** The content of a node that takes a value of its own. */
export function ownContent({ sent }: NodeSetting): string {
  return sent.parts.get('') ?? '';
}

/** Int32, which the numbers of Intune are. */
export function readInt32(text: string): number {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if ((number | 0) !== number) throw new LeftOut((t) => t.number);
  return number;
}
