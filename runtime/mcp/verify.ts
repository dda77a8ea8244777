/** The brief answer of verify. */

import type { BriefVerdict } from '../contract/brief.ts';
import type { BriefItem, BriefVerify, ItemNode } from '../contract/brief-verify.ts';
import type { ItemMdm, VerifiedFile, VerifiedItem, VerifyEnvelope } from '../contract/verified.ts';
import type { Verdict } from '../contract/words.ts';
import { type McpMessages, mcpMessagesFor } from '../messages/mcp.ts';
import { findingsOf } from '../verify/findings.ts';
import { judgedOf } from './brief-match.ts';
import { bytesOf, cut, defined, LONG_ANSWER_BYTES, Omitted, unlessEmpty } from './fit.ts';

export interface Shown {
  show: 'all' | 'findings';
  /** Index of the first item. */
  from: number;
}

const MOST = { text: 240, warning: 200, warnings: 3, noteBytes: 2000, missing: 5, said: 500 } as const;

export function briefVerify(envelope: VerifyEnvelope, { show, from }: Shown): BriefVerify {
  const { items, files = [], summary } = envelope.result;
  const omitted = new Omitted();
  const wanted = items.filter(
    (item) => item.index >= from && (show === 'all' || findingsOf(item).length > 0),
  );
  const all = files.flatMap(fileNotes);
  const notes = omitted.first('file notes', all, howMany(all, MOST.noteBytes));
  const { verdicts: _, ...counts } = summary;
  const about = defined({
    summary: { ...counts, registry: tallyOf(items, registryVerdict), nodes: tallyOf(items, nodeVerdict) },
    files: unlessEmpty(notes),
    confidence: envelope.confidence,
    warnings: unlessEmpty(envelope.warnings),
    omitted: omitted.told(),
    dataset: envelope.dataset,
  });
  const texts = mcpMessagesFor(envelope.query.lang);
  return { ...about, ...fitting(wanted, LONG_ANSWER_BYTES - bytesOf(about) - MOST.said, texts) };
}

/** As many items as there is room for, at least one. */
function fitting(
  items: readonly VerifiedItem[],
  most: number,
  texts: McpMessages,
): Pick<BriefVerify, 'items' | 'next'> {
  const told: BriefItem[] = [];
  const earlier = new Earlier();
  let room = most;
  for (const item of items) {
    const whole = briefItem(item, earlier);
    const brief = bytesOf(whole) < most ? whole : withoutPayloads(whole, texts);
    room -= bytesOf(brief) + 1;
    if (room < 0 && told.length > 0) return { items: told, next: item.index };
    told.push(brief);
  }
  return { items: told };
}

/** The payload of a list has all its entries: of 300 it took 16 kB. */
function withoutPayloads({ mdm, mdmChoices, ...item }: BriefItem, texts: McpMessages): BriefItem {
  const short = ({ payload, ...node }: ItemNode): ItemNode =>
    payload === undefined ? node : { ...node, noPayload: texts.longPayload(bytesOf(payload)) };
  return defined({ ...item, mdm: mdm && short(mdm), mdmChoices: mdmChoices?.map(short) });
}

function howMany(texts: readonly string[], most: number): number {
  let count = 0;
  for (let room = most; count < texts.length; count++) {
    room -= bytesOf(texts[count]) + 1;
    if (room < 0) break;
  }
  return count;
}

/** Long texts that several items share are told once. */
class Earlier {
  readonly #seen = new Map<string, number>();

  /** The index of the item that told it; undefined: told now. */
  at(text: string, index: number): number | undefined {
    const seen = this.#seen.get(text);
    if (seen === undefined && text.length > 40) this.#seen.set(text, index);
    return seen;
  }
}

function briefItem(item: VerifiedItem, earlier: Earlier): BriefItem {
  const { index, at, problem, matches = [], data, mdm, mdmAlternatives, product, warnings = [] } = item;
  const named = { index, at: at && placeOf(at), asked: at && askedOf(item) };
  if (problem !== undefined) return defined({ ...named, problem: problemText(problem) });
  return defined({
    ...named,
    slugs: matches.map(({ slug }) => slug),
    ...verdictsOf(item, earlier),
    data: data && dataOf(data),
    mdm: mdm && defined({ ...mdmOf(mdm, index, earlier), reason: nodeReason(item, earlier) }),
    mdmChoices: mdmAlternatives?.map((each) => ({ slug: each.slug, ...mdmOf(each, index, earlier) })),
    product: product && judgedOf(product, MOST.text),
    noMdm: cut(item.noMdm, MOST.text),
    warnings: unlessEmpty(warnings.slice(0, MOST.warnings).map((text) => cut(text, MOST.warning))),
  });
}

function placeOf({ file, line, offset }: NonNullable<VerifiedItem['at']>): string {
  return line === undefined ? `${file}, byte ${offset ?? 0}` : `${file}:${line}`;
}

function askedOf({ hive, key, value, omaUri }: VerifiedItem): string {
  if (omaUri !== undefined) return omaUri;
  return `${hive ? `${hive}\\` : ''}${key ?? ''} ${value === '' ? '(default)' : (value ?? '')}`.trimEnd();
}

function problemText({ detail, errors }: NonNullable<VerifiedItem['problem']>): string {
  const fields = errors.map((error) => `${error.pointer}: ${error.detail}`);
  return cut([detail, ...fields].join(' '), MOST.text);
}

/** An OMA-URI that no registry setting backs has no `mdm`. */
function verdictsOf(
  item: VerifiedItem,
  earlier: Earlier,
): Pick<BriefItem, 'registry' | 'node' | 'noRegistry'> {
  const { index, reason, mdm, noRegistry } = item;
  const registry = registryVerdict(item);
  const node = mdm === undefined ? nodeVerdict(item) : undefined;
  return defined({
    registry: registry && sharedReason(registry, item.registry?.reason ?? reason, index, earlier),
    node: node && sharedReason(node, reason, index, earlier),
    noRegistry: node && sharedText(noRegistry, index, earlier),
  });
}

/** Where the verdict on the registry value has not the same. */
function nodeReason(item: VerifiedItem, earlier: Earlier): string | undefined {
  const { omaUri, registry, verdict, reason, mdm, index } = item;
  const beside = omaUri === undefined && registry === undefined;
  return beside || mdm?.verdict !== verdict ? undefined : sharedText(reason, index, earlier);
}

/** On the OMA-URI that was asked for. */
function nodeVerdict({ omaUri, verdict }: VerifiedItem): Verdict | undefined {
  return omaUri === undefined ? undefined : verdict;
}

/** An item of the API has it apart only where it differs. That of an OMA-URI is on its node. */
function registryVerdict({ omaUri, registry, verdict }: VerifiedItem): Verdict | undefined {
  return registry?.verdict ?? (omaUri === undefined ? verdict : undefined);
}

function tallyOf(
  items: readonly VerifiedItem[],
  verdictOf: (item: VerifiedItem) => Verdict | undefined,
): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const item of items) {
    const verdict = verdictOf(item);
    if (verdict !== undefined) tally[verdict] = (tally[verdict] ?? 0) + 1;
  }
  return tally;
}

function sharedReason(
  verdict: Verdict,
  reason: string | undefined,
  index: number,
  earlier: Earlier,
): BriefVerdict {
  return verdict === 'supported'
    ? { verdict }
    : defined({ verdict, reason: sharedText(reason, index, earlier) });
}

function dataOf({ verdict, reason, means = [], missing = [] }: NonNullable<VerifiedItem['data']>) {
  const told = new Set(means.flatMap(({ state, label }) => state ?? label ?? []));
  return defined({
    verdict,
    reason: cut(reason, MOST.text),
    means: unlessEmpty([...told].map((text) => cut(text, 80))),
    missing: unlessEmpty(missing),
  });
}

function mdmOf(mdm: ItemMdm, index: number, earlier: Earlier): ItemNode {
  const { omaUri, scope, confidence, verdict, ingest, payload, missing = [], missingValues = [] } = mdm;
  const seen = payload === undefined ? mdm.payloadAt : earlier.at(`${omaUri}\0${payload}`, index);
  // A policy that disables thirty others has as many values.
  const lacking = [...missing, ...missingValues];
  return defined({
    omaUri,
    scope,
    confidence,
    verdict,
    ingest,
    payload: seen === undefined ? payload : undefined,
    data: mdm.data,
    noPayload:
      sharedText(mdm.noPayload, index, earlier) ?? (seen === undefined ? undefined : `as item ${seen}`),
    missing: unlessEmpty(lacking.slice(0, MOST.missing)),
    moreMissing: lacking.length > MOST.missing ? lacking.length - MOST.missing : undefined,
  });
}

function sharedText(text: string | undefined, index: number, earlier: Earlier): string | undefined {
  const seen = text === undefined ? undefined : earlier.at(text, index);
  return seen === undefined ? cut(text, MOST.text) : `as item ${seen}`;
}

function fileNotes({ name, problem, notes = [] }: VerifiedFile): string[] {
  const faults = problem === undefined ? [] : [`${name}: ${problem.message}`];
  return [...faults, ...notes.map(({ message, at }) => `${placeOf(at)}: ${message}`)].map((text) =>
    cut(text, MOST.text),
  );
}
