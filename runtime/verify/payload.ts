/** Makes the ADMX payload of a policy from the registry values of a request. Pure. */

import type { PartElement, PartState, PartsEntry } from '../contract/parts.ts';
import type { ItemMdm } from '../contract/verified.ts';
import type { PayloadReason } from '../messages/verify-en.ts';
import { DISABLED_PAYLOAD, enabledPayload, isXmlText } from './mdm-payload.ts';
import {
  isContent,
  type PolicyValues,
  pairText,
  pairTextAt,
  type ReadElement,
  readElement,
  type Written,
  type WrittenValues,
} from './payload-elements.ts';

/** `data`: of a node that is not ADMX-backed. `reason`: why there is nothing to send. */
export type ComposedPayload = Pick<ItemMdm, 'payload' | 'data' | 'missing' | 'missingValues'> & {
  reason?: PayloadReason;
};

type State = PartState['state'];

/** A payload sets all that its policy and the chosen options write: it is made only if the request has just that. */
export function composePayload(parts: PartsEntry, request: WrittenValues): ComposedPayload {
  const { pairs, elements = [] } = parts;
  const values: PolicyValues = { parts, written: pairs.map((pair) => request.get(pair)), request };
  const lists = elements.flatMap((each) => (each.below === undefined ? [] : request.below(each.below)));
  const all = [...values.written, ...lists.map(({ written }) => written)];
  if (all.some((written) => written?.conflict)) return { reason: { code: 'conflict' } };
  if (all.some((written) => written?.unread !== undefined)) return { reason: { code: 'unread' } };
  const read = elements.map((element) => ({ ...readElement(element, values), element }));
  const own = readStates(read, values);
  if (own.reason !== undefined) return { reason: own.reason };
  if (own.state === 'disabled') return disabled(read, values);
  const on = enabled(own, read, values);
  if (on.payload !== undefined || !own.either) return on;
  const off = disabled(read, values);
  return off.payload === undefined ? on : off;
}

/** The values that an element may write. */
function elementPairs({ pair, choices = [] }: PartElement): number[] {
  const own = pair === undefined ? [] : [pair];
  return [...new Set([...own, ...choices.flatMap(({ writes }) => writes.map((each) => each.pair))])];
}

function disabled(all: readonly ReadElement[], values: PolicyValues): ComposedPayload {
  const reason = all.map((each) => leftByDisabling(each, values)).find((each) => each !== undefined);
  if (reason !== undefined) return { reason };
  const missing = missingOf('disabled', values).map((pair) => pairTextAt(pair, values));
  return missing.length > 0 ? incomplete([], missing) : { payload: DISABLED_PAYLOAD };
}

/** A value that the request has for an element and that disabling the policy does not write. */
function leftByDisabling(read: ReadElement, values: PolicyValues): PayloadReason | undefined {
  const { element } = read;
  if (element.type === 'list') return leftOfList(read);
  for (const pair of elementPairs(element)) {
    const written = values.written[pair];
    if (written === undefined || (pair === element.pair && isUnticked(read))) continue;
    const stated = values.parts.states?.find((each) => each.pair === pair && each.state === 'disabled');
    if (stated === undefined ? !written.delete : !isContent(written, stated)) return { code: 'statesDiffer' };
    // Disabling a policy deletes what its drop-down lists and numbers write; no document says so of further values.
    const deletes = element.type !== 'boolean' && pair === element.pair;
    if (stated === undefined && !deletes) return { code: 'notWritten', pair: pairTextAt(pair, values) };
  }
  return undefined;
}

/** As Registry.pol files of DoD have the boxes of disabled policies (LLTD, WCN). */
function isUnticked({ element: { type }, text, reason }: ReadElement): boolean {
  return type === 'boolean' && text === 'false' && reason === undefined;
}

function leftOfList({ text, reason, deletes }: ReadElement): PayloadReason | undefined {
  if (text !== undefined || reason !== undefined) return { code: 'statesDiffer' };
  // No document says that disabling a policy deletes the values of its lists.
  return deletes === undefined ? undefined : { code: 'notWritten', pair: pairText(deletes) };
}

function enabled(own: OwnState, all: readonly ReadElement[], values: PolicyValues): ComposedPayload {
  const reason = all.find((each) => each.reason !== undefined)?.reason;
  if (reason !== undefined) return { reason };
  const missing = all.flatMap(({ element, text }) => (text === undefined ? [element.id] : []));
  const missingPairs = [...missingOf('enabled', values), ...all.flatMap((each) => each.missing ?? [])];
  // A value that both states delete, or none at all, shows no state; neither does an unticked box that writes nothing.
  const shown = own.state !== undefined || all.some(({ text, deleted }) => text !== undefined && !deleted);
  if (!shown || missing.length > 0 || missingPairs.length > 0)
    return incomplete(missing, [...new Set(missingPairs.map((pair) => pairTextAt(pair, values)))]);
  const left = leftByEnabling(all, values);
  if (left !== undefined) return { reason: { code: 'notWritten', pair: pairTextAt(left, values) } };
  const unfit = all.find(({ text = '', containsSeparator }) => containsSeparator || !isXmlText(text));
  if (unfit) return { reason: { code: 'notCarried', elementId: unfit.element.id } };
  // A Map: two elements of BISF's template have one id, and one value.
  return { payload: enabledPayload(new Map(all.map(({ element, text = '' }) => [element.id, text]))) };
}

/** A value of the request that other options write, or another state, and not the payload. */
function leftByEnabling(all: readonly ReadElement[], { parts, written }: PolicyValues): number | undefined {
  const carried = new Set(all.flatMap(({ pairs }) => pairs));
  const isLeft = (pair: number): boolean => {
    const own = written[pair];
    if (own === undefined || carried.has(pair)) return false;
    const stated = parts.states?.find((each) => each.pair === pair && each.state === 'enabled');
    return stated === undefined || !isContent(own, stated);
  };
  // Values of the states need no check: the state was read from them.
  return all.flatMap(({ element }) => (element.choices ? elementPairs(element) : [])).find(isLeft);
}

export function incomplete(missing: string[], missingValues: string[]): ComposedPayload {
  return {
    reason: { code: 'incomplete', missing: [...missing, ...missingValues].join(', ') },
    ...(missing.length > 0 && { missing }),
    ...(missingValues.length > 0 && { missingValues }),
  };
}

interface OwnState {
  state?: State;
  reason?: PayloadReason;
  /** The data fits both states. */
  either?: boolean;
}

/** The state that the policy's own value and its lists of values have in the request. */
function readStates(all: readonly ReadElement[], values: PolicyValues): OwnState {
  const { states = [] } = values.parts;
  const found = new Set<State>();
  let either = false;
  for (const pair of new Set(states.map((each) => each.pair))) {
    const contents = states.filter((each) => each.pair === pair);
    const written = values.written[pair];
    if (written === undefined) continue;
    const state = stateOfPair(written, contents, isOfElement(pair, written, all));
    if (state === 'unclear') return { reason: { code: 'stateUnclear', pair: pairTextAt(pair, values) } };
    if (state !== 'both') found.add(state);
    else if (!written.delete && contents.some((each) => each.state === 'disabled')) either = true;
  }
  if (found.size > 1) return { reason: { code: 'statesDiffer' } };
  const [state] = found;
  return state ? { state } : { either };
}

/** Pairs that a state writes and that the request lacks. Deleting a value that it does not name is no part of it either way. */
function missingOf(state: State, { parts, written }: PolicyValues): number[] {
  const missing = (parts.states ?? []).flatMap((each) =>
    each.state === state && each.type !== undefined && written[each.pair] === undefined ? [each.pair] : [],
  );
  return missing.sort((a, b) => a - b);
}

/** Whether an element writes the content, by any of its options. */
function isOfElement(pair: number, written: Written, all: readonly ReadElement[]): boolean {
  return all.some(({ element: { choices }, pairs }) =>
    choices === undefined
      ? pairs.includes(pair)
      : choices.some(({ writes }) => writes.some((each) => each.pair === pair && isContent(written, each))),
  );
}

/** `both`: the content is that of either state. `unclear`: of neither. */
function stateOfPair(
  written: Written,
  contents: readonly PartState[],
  ofElement: boolean,
): State | 'both' | 'unclear' {
  const states = new Set(contents.filter((each) => isContent(written, each)).map(({ state }) => state));
  if (ofElement) {
    // It is written after the policy's own, and decides. A deletion may be that of an unticked box.
    if (written.delete) return 'both';
    states.add('enabled');
  }
  if (states.size > 1) return 'both';
  const [state] = states;
  return state ?? 'unclear';
}
