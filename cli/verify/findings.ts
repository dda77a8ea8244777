/** The parts of an answer that need attention. */
import { contentOf, nameOf, placeOf, writtenText } from '../../build/item-text.ts';
import type { OwnDist } from '../../build/pipeline/own-dist.ts';
import { visible } from '../../build/visible.ts';
import type { GivenProducts } from '../../runtime/contract/product.ts';
import type { Conflict, ItemMdm, VerifiedItem } from '../../runtime/contract/verified.ts';
import type { TargetDrift } from '../../runtime/contract/verify-summary.ts';
import type { DatasetStamp } from '../../runtime/contract/words.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { conflictText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { FINDINGS, type ItemFinding, nodesOf } from '../../runtime/verify/summary.ts';
import type { Collected } from './collect.ts';

const CONFLICTS: Record<Conflict['kind'], string> = {
  'same-value': 'other data for the same value, or its deletion',
  'same-node': 'other data for the same MDM node',
  'same-policy': 'the same policy set to something else by another way (registry value, MDM node)',
  twin: 'other data for the other of user and machine',
};

/** A value of the files and its answer. */
export interface Found {
  unit: string;
  item: Item;
  answer: VerifiedItem;
  findings: ItemFinding[];
  /** The findings that `--baseline` accepts. */
  accepted: readonly ItemFinding[];
  /** Other values that contradict it: what they do, and where (`<file>:<line>`). */
  conflicts: readonly string[];
}

/** With what every output prints of it. */
export function rowOf(found: Found, failOn: ReadonlySet<string>) {
  const { item, answer, findings, accepted } = found;
  const reasons = reasonsOf(found);
  const unaccepted = findings.filter((finding) => !accepted.includes(finding));
  return {
    ...found,
    name: nameOf(item),
    content: contentOf(item),
    written: writtenText(item),
    place: placeOf(item),
    nodes: nodesOf(answer),
    /** One sentence for each finding, on one line. */
    reasons,
    /** All of them on one line, each with its final punctuation. */
    why: reasons
      .map((reason, at) => (at === reasons.length - 1 || /[.!?]$/.test(reason) ? reason : `${reason}.`))
      .join(' '),
    /** Whether it is listed by default: not without a finding, nor if all are accepted. */
    needsAttention: unaccepted.length > 0,
    isFailure: unaccepted.some((finding) => finding === 'unreadable' || failOn.has(finding)),
  };
}
export type Row = ReturnType<typeof rowOf>;

/** The answers of a dataset or a server for the values. */
export interface Answer {
  items: VerifiedItem[];
  /** Only with several targets. */
  drifts: TargetDrift[];
  /** Language of the texts. */
  lang: string;
  /** The dataset of the last answer; without values to verify, the one in service. */
  dataset: DatasetStamp;
  /** Warnings on the question: a target OS or a product that cannot be read. */
  warnings: string[];
}

/** The data for every output of the command. */
export interface Report extends Omit<Answer, 'items' | 'lang'> {
  rows: readonly Row[];
  collected: Collected;
  /** The query as in the envelope. */
  query: { lang: string; targetOs: string | null; targetProducts?: GivenProducts };
  /** Whether values without a finding are listed too. */
  all: boolean;
  /** Only with `--baseline`: its findings that are gone. */
  gone?: readonly string[] | undefined;
  failOn: ReadonlySet<string>;
  /** The templates of `--admx`. */
  own?: OwnDist | undefined;
}

/** Each row once, under its most severe finding; the most severe first. */
export function byGravest(rows: readonly Row[]): { finding: ItemFinding; rows: Row[] }[] {
  const gravest = ({ findings }: Row) => FINDINGS.find((finding) => findings.includes(finding));
  const groups = FINDINGS.map((finding) => ({
    finding,
    rows: rows.filter((row) => gravest(row) === finding),
  }));
  return groups.filter((group) => group.rows.length > 0);
}

function reasonsOf({ item: { unread }, answer, findings, conflicts }: Found): string[] {
  const { problem, product, data, reason, warnings = [] } = answer;
  if (problem !== undefined)
    return problem.errors.map(({ pointer, detail }) => visible(`${pointer.split('/').at(-1)}: ${detail}`));
  const dropped = findings.some((finding) => finding === 'removed' || finding === 'deprecated');
  const onData = findings.some((finding) => finding.endsWith('-data') || finding === 'wrong-type');
  return [
    unread,
    ...conflicts,
    reason,
    product?.verdict === 'supported' ? undefined : product?.reason,
    onData && unread === undefined ? data?.reason : undefined,
    ...(dropped ? warnings : []),
  ].flatMap((text) => (text === undefined ? [] : visible(text)));
}

/** @param items All items of the run. */
export function conflictReason(conflict: Conflict, items: readonly Item[]): string {
  const { kind, indexes, conflictResolution: rule } = conflict;
  const held = rule === undefined ? '' : ` (the node holds, as its vendor names it: ${rule})`;
  const places = indexes.flatMap((index) => items[index] ?? []).map(placeOf);
  return `${CONFLICTS[kind]}: ${places.join(', ')}${held}`;
}

/** Removes the warnings that name other values by index: readers of a file know only places. */
export function withoutIndexes({ warnings = [], ...item }: VerifiedItem, lang: string): VerifiedItem {
  const byIndex = (item.conflicts ?? []).map((each) => conflictText(each, textsIn(lang, VERIFY_TEXTS)));
  const others = warnings.filter((warning) => !byIndex.includes(warning));
  return others.length === 0 ? item : { ...item, warnings: others };
}

/** Whether the target lacks the node: nothing is to be sent to it. */
export const isLacking = ({ verdict }: ItemMdm): boolean => verdict === 'unsupported';

/** Why nothing is sent to the node. @param reason That of the item, which a node without a reason of its own shares. */
export function whyUnsent(mdm: ItemMdm, reason: string | undefined): string | undefined {
  return isLacking(mdm) ? (mdm.reason ?? reason) : mdm.noPayload;
}
