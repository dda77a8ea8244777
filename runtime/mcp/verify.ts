/** The brief answers of verify and convert. */

import { BRIEF, pickMembers } from '../contract/brief.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { ItemMdm, VerifiedFile, VerifiedItem, VerifyEnvelope } from '../contract/verified.ts';
import type { TargetDrift } from '../contract/verify-summary.ts';
import { textsIn } from '../messages/index.ts';
import { MCP_TEXTS, type McpMessages } from '../messages/mcp.ts';
import { findingsOf } from '../verify/summary.ts';
import { bytesOf, cut, firstOf, LONG_ANSWER_BYTES, type Omitted } from './fit.ts';

export interface Shown {
  show: 'all' | 'findings';
  /** Index of the first item. */
  from: number;
}

const MOST = { text: 240, label: 80, list: 5, drifts: 30, data: 400, noteBytes: 2000, said: 500 } as const;

export function briefVerify(envelope: VerifyEnvelope, { show, from }: Shown) {
  const { items, files = [], summary, drifts } = envelope.result;
  const omitted: Omitted = {};
  const wanted = items.filter(
    (item) => item.index >= from && (show === 'all' || findingsOf(item).length > 0),
  );
  const all = files.flatMap(fileNotes);
  const notes = firstOf(all, fitting(all, MOST.noteBytes, String).length, 'files', omitted);
  const about = {
    ...(envelope.warnings.length > 0 && { warnings: envelope.warnings }),
    summary,
    ...(drifts && { drifts: drifts.map((each) => shortDrift(each, from, omitted)) }),
    ...(notes.length > 0 && { files: notes }),
    ...(Object.keys(omitted).length > 0 && { omitted }),
  };
  const end = { mdmConfidence: envelope.confidence, dataset: envelope.dataset };
  const room = LONG_ANSWER_BYTES - bytesOf({ ...about, ...end }) - MOST.said;
  const texts = textsIn(envelope.query.lang, MCP_TEXTS);
  const earlier: Earlier = new Map();
  const included = fitting(wanted, room, (item) => {
    const whole = briefItem(item, earlier);
    return bytesOf(whole) < room ? whole : withoutPayloads(whole, texts);
  });
  const next = wanted[included.length]?.index;
  return { ...about, items: included, ...(next !== undefined && { next }), ...end };
}

/** As many as there is room for, at least one. */
function fitting<T, B>(all: readonly T[], most: number, brief: (each: T) => B): B[] {
  const included: B[] = [];
  let room = most;
  for (const each of all) {
    const made = brief(each);
    room -= bytesOf(made) + 1;
    if (room < 0 && included.length > 0) break;
    included.push(made);
  }
  return included;
}

/** Without reasons, which the answers of the items have. */
function shortDrift({ items, ...targets }: TargetDrift, from: number, omitted: Omitted) {
  const changes = items.flatMap(({ reason: _, ...each }) => (each.index < from ? [] : [each]));
  return { ...targets, items: firstOf(changes, MOST.drifts, 'drifts', omitted) };
}

/** The payload of a list has all its entries: 300 entries took 16 kB. */
function withoutPayloads(item: BriefItem, texts: McpMessages): BriefItem {
  const short = (node: NonNullable<BriefItem['mdm']>) => {
    const { payload } = node;
    if (payload === undefined) return node;
    const noPayload = texts.longPayload(bytesOf(payload));
    return pickMembers({ ...node, payload: undefined, noPayload }, BRIEF.item.mdm);
  };
  return { ...item, mdm: item.mdm && short(item.mdm), mdmAlternatives: item.mdmAlternatives?.map(short) };
}

/** Long texts that several items share are included once. Text → index of the item that has it. */
type Earlier = Map<string, number>;

/** Undefined: the text is new. */
function earlierIndex(text: string, index: number, earlier: Earlier): number | undefined {
  const seen = earlier.get(text);
  if (seen === undefined && text.length > 40) earlier.set(text, index);
  return seen;
}

type BriefItem = ReturnType<typeof briefItem>;

/** An item of a file has its key, value and data: the client may not be able to read the file. */
function briefItem(item: VerifiedItem, earlier: Earlier) {
  const { at, key, value, hive, omaUri, given, ...own } = item;
  const { index, reason, registry, data, mdm, matches = [] } = own;
  const named = at && { key, value, hive: hive ?? undefined, omaUri, given: shortData(given) };
  const shared = (text: string | undefined) => sharedText(text, index, earlier);
  const several = matches.length > 1;
  const seen = item.warnings && earlierIndex(['', ...item.warnings].join('\n'), index, earlier);
  const brief = {
    ...own,
    ...named,
    at: at && placeText(at),
    reason: shared(reason),
    registry: registry && {
      ...registry,
      reason: registry.verdict === 'supported' ? undefined : shared(registry.reason),
    },
    noRegistry: shared(item.noRegistry),
    noMdm: shared(item.noMdm),
    data: data && { ...data, means: data.means && meansOf(data.means), reason: cut(data.reason, MOST.text) },
    mdm: mdm && nodeOf(mdm, several, index, earlier),
    mdmAlternatives: item.mdmAlternatives?.map((each) => nodeOf(each, several, index, earlier)),
    ...(seen !== undefined && { warnings: [`as item ${seen}`] }),
  };
  return pickMembers(brief, BRIEF.item);
}

type Given = VerifiedItem['given'];

function shortData(given: Given): Given {
  return given?.data === undefined || bytesOf(given.data) <= MOST.data
    ? given
    : { ...given, data: cut(JSON.stringify(given.data), MOST.data) };
}

function placeText({ file, line, offset }: NonNullable<VerifiedItem['at']>): string {
  return line === undefined ? `${file}, byte ${offset ?? 0}` : `${file}:${line}`;
}

/** Each state or option once; with its setting where several are meant: one may enable what the other disables. */
function meansOf(means: NonNullable<NonNullable<VerifiedItem['data']>['means']>) {
  const texts = means.map(({ state, label }) => `${state}\0${label}`);
  const once = means.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
  const several = new Set(once.map(({ slug }) => slug)).size > 1;
  const short = (each: (typeof means)[number]) => ({ ...each, label: cut(each.label, MOST.label) });
  return once.map((each) => ({ ...short(each), slug: several ? each.slug : undefined }));
}

/** Lists are cut: a policy that disables thirty others has as many values. */
function nodeOf(mdm: ItemMdm, several: boolean, index: number, earlier: Earlier) {
  const { payload, omaUri, allowedValues, noPayload, missing = [], missingValues = [] } = mdm;
  const seen = payload === undefined ? undefined : earlierIndex(`${omaUri}\0${payload}`, index, earlier);
  const fewer = (list: string[]) =>
    list.length > MOST.list ? [...list.slice(0, MOST.list), `… + ${list.length - MOST.list}`] : list;
  return {
    ...mdm,
    slug: several ? mdm.slug : undefined,
    ...(seen !== undefined && { payload: undefined, payloadAt: seen }),
    reason: sharedText(mdm.reason, index, earlier),
    noPayload: sharedText(noPayload, index, earlier),
    missing: missing.length === 0 ? undefined : fewer(missing),
    missingValues: missingValues.length === 0 ? undefined : fewer(missingValues),
    allowedValues: allowedValues && shortValues(allowedValues),
  };
}

function shortValues({ values, ...allowed }: NonNullable<ItemMdm['allowedValues']>) {
  if (values === undefined) return allowed;
  const first = values.slice(0, 2 * MOST.list);
  return { ...allowed, values: first.map(({ value, label }) => ({ value, label: cut(label, MOST.label) })) };
}

function sharedText(text: string | undefined, index: number, earlier: Earlier): string | undefined {
  const seen = text === undefined ? undefined : earlierIndex(text, index, earlier);
  return seen === undefined ? cut(text, MOST.text) : `as item ${seen}`;
}

function fileNotes({ name, problem, notes = [] }: VerifiedFile): string[] {
  const faults = problem === undefined ? [] : [`${name}: ${problem.message}`];
  return [...faults, ...notes.map(({ message, at }) => `${placeText(at)}: ${message}`)].map((text) =>
    cut(text, MOST.text),
  );
}

const MOST_CONVERTED = { left: 12, why: 240, notes: 5, rest: 500 } as const;

export function briefConvert({ result, warnings, confidence, dataset }: ConvertEnvelope) {
  const { content, mediaType, converted, left, files = [] } = result;
  const omitted: Omitted = {};
  const shown = firstOf(left, MOST_CONVERTED.left, 'left', omitted);
  const notes = firstOf(files.flatMap(fileNotes), MOST_CONVERTED.notes, 'files', omitted);
  const first = warnings.length > 0 ? { warnings } : {};
  const about = {
    mediaType,
    converted,
    ...(shown.length > 0 && {
      left: shown.map(({ index, at, why }) => ({
        index,
        ...(at && { at: placeText(at) }),
        why: cut(why, MOST_CONVERTED.why),
      })),
    }),
    ...(notes.length > 0 && { files: notes }),
    ...(Object.keys(omitted).length > 0 && { omitted }),
    mdmConfidence: confidence,
    dataset,
  };
  const bytes = bytesOf(content);
  const isShort = bytes + bytesOf({ ...first, ...about }) + MOST_CONVERTED.rest <= LONG_ANSWER_BYTES;
  const document: { content?: string; contentBytes?: number } = isShort
    ? { content }
    : { contentBytes: bytes };
  return { ...first, ...(content !== '' && document), ...about };
}
