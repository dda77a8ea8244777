/** What a node with a value of its own takes for the registry values of a request, by the reviewed list. Pure. */
import type { PartsEntry, Taken, TakenList } from '../contract/parts.ts';
import { splitPairKey } from '../format/keys.ts';
import type { Given } from './data-verdict.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';
import type { AskedPair } from './pair.ts';
import { type ComposedPayload, incomplete } from './payload.ts';
import { isContent, pairText, readList, type WrittenValues } from './payload-elements.ts';
import { contentAs } from './registry-content.ts';

/** Whether the value is the one whose data the node takes, or one of the list. */
export function isTaken(
  taken: Taken,
  { pairs, elements = [] }: PartsEntry,
  { id, item }: AskedPair,
): boolean {
  if (!('list' in taken)) return pairs[taken.pair] === id && item.data !== undefined;
  return elements.some((each) => each.id === taken.list && each.below === splitPairKey(id)[0]);
}

/** What is sent for a value of the request, or for all of a list. */
export function takenOf(
  taken: Taken,
  item: Given,
  parts: PartsEntry,
  request: WrittenValues,
): ComposedPayload {
  const off = switchedOff(taken, parts, request);
  if (off !== undefined) return off;
  const data = 'list' in taken ? listData(taken, parts, request) : takenData(taken, item);
  return data === undefined ? {} : { data };
}

/**
 * The request does not have the policy of an element enabled. A list is sent only if the request has what switches it on:
 * the vendor's texts on attack surface reduction say that no entry applies while the policy is not configured.
 */
function switchedOff(
  taken: Taken,
  { pairs, states = [], elements = [] }: PartsEntry,
  request: WrittenValues,
): ComposedPayload | undefined {
  const own = 'list' in taken ? undefined : taken.pair;
  const on = states.filter(({ state }) => state === 'enabled');
  if (on.some(({ pair }) => pair === own)) return undefined;
  for (const write of on) {
    const pair = pairs[write.pair] ?? '';
    const written = request.get(pair);
    const isOfElement = elements.some((each) => each.pair === write.pair);
    if (written === undefined && 'list' in taken) return incomplete([], [pairText(pair)]);
    if (written === undefined || isOfElement || (isContent(written, write) && !written.conflict)) continue;
    const off = states.some((each) => each.pair === write.pair && isContent(written, each));
    return { reason: off ? { code: 'statesDiffer' } : { code: 'stateUnclear', pair: pairText(pair) } };
  }
  return undefined;
}

export function takenData(taken: Exclude<Taken, TakenList>, { type, data }: Given): string | undefined {
  if (data === undefined || (type !== undefined && type !== taken.type)) return undefined;
  const { map, separator }: Partial<TakenList> = taken;
  if (separator !== undefined) return joined([data].flat().map(String), separator);
  const content = contentAs(taken.type, data) || undefined;
  return content === undefined || map === undefined ? content : mapped(map, content);
}

function listData(
  { list, named, map, separator = '' }: TakenList,
  parts: PartsEntry,
  request: WrittenValues,
): string | undefined {
  const element = parts.elements?.find(({ id }) => id === list);
  if (element === undefined) return undefined;
  const hasConflict = request.below(element.below ?? '').some(({ written }) => written.conflict);
  const { text, containsSeparator } = readList(element, parts, request);
  if (text === undefined || containsSeparator || hasConflict) return undefined;
  const all = text.split(ENTRY_SEPARATOR);
  const names = all.filter((_, at) => at % 2 === 0);
  if (!named) return joined(names, separator);
  const entries = names.flatMap((name, at) => {
    const content = map && mapped(map, all[2 * at + 1] ?? '');
    return content !== undefined && named.includes(name.toLowerCase()) ? `${name}=${content}` : [];
  });
  return entries.length < names.length ? undefined : joined(entries, separator);
}

/** An entry that holds the separator would be read as two. */
function joined(entries: readonly string[], separator: string): string | undefined {
  const isUnfit = entries.length === 0 || entries.some((each) => each === '' || each.includes(separator));
  return isUnfit ? undefined : entries.join(separator);
}

function mapped(map: Readonly<Record<string, string>>, content: string): string | undefined {
  return Object.hasOwn(map, content) ? map[content] : undefined;
}
