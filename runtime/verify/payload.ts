/** Makes the ADMX payload of a policy from the registry values of a request. Pure. */

import type { PayloadReason } from '../contract/verify-reasons.ts';
import type { Given } from './data-verdict.ts';
import { DISABLED_PAYLOAD, enabledPayload, isXmlText } from './mdm-payload.ts';
import { isContent, pairText, type ReadElement, readElement } from './payload-elements.ts';
import type { PolicyElement, PolicyParts, StateContent, StatePair } from './policy-parts.ts';

/** A value of the request; `name` as the request has it. */
export interface Written extends Given {
  name: string;
  /** Other items write other data to it. */
  conflict?: boolean;
}

/** The values of a request in one hive. */
export interface WrittenValues {
  /** By `pairKey`. */
  get(pair: string): Written | undefined;
  /** Those of a normalized key, in the order of the request. */
  below(key: string): readonly { value: string; written: Written }[];
}

export interface ComposedPayload {
  payload?: string;
  reason?: PayloadReason;
  /** Ids of elements without a value in the request. */
  missing?: string[];
  /** `<key>\<value name>` of values that the payload would write and that the request lacks. */
  missingValues?: string[];
}

interface Read {
  element: PolicyElement;
  read: ReadElement;
}

/** A payload sets all that its policy and the chosen options write: it is made where that is what the request has. */
export function composePayload({ states, elements }: PolicyParts, values: WrittenValues): ComposedPayload {
  const named = new Set([...states.map(({ pair }) => pair), ...elements.flatMap(pairsOf)]);
  const read = [...named].flatMap((pair) => values.get(pair) ?? []).concat(inLists(elements, values));
  if (read.some(({ conflict }) => conflict)) return { reason: { code: 'conflict' } };
  if (read.some(({ unread }) => unread !== undefined)) return { reason: { code: 'unread' } };
  const all = elements.map((element) => ({ element, read: readElement(element, values, named) }));
  const own = readStates(states, all, values);
  if (own.reason !== undefined) return { reason: own.reason };
  if (own.state === 'disabled') return disabled(own, states, all, values);
  const on = enabled(own, states, all, values);
  if (on.payload !== undefined || !own.either) return on;
  const off = disabled(own, states, all, values);
  return off.payload === undefined ? on : off;
}

/** The values that an element may write; of a list its key, which is no value. */
function pairsOf({ pair, choices = [] }: PolicyElement): string[] {
  return [...new Set([pair, ...choices.flatMap(({ writes }) => writes.map((each) => each.pair))])];
}

function disabled(
  own: OwnState,
  states: readonly StatePair[],
  all: readonly Read[],
  values: WrittenValues,
): ComposedPayload {
  const reason = all.map((each) => leftByDisabling(each, states, values)).find((each) => each !== undefined);
  if (reason !== undefined) return { reason };
  return own.missing.disabled.length > 0
    ? incomplete([], own.missing.disabled)
    : { payload: DISABLED_PAYLOAD };
}

/** What the request has for an element and disabling the policy does not write. */
function leftByDisabling(
  { element, read }: Read,
  states: readonly StatePair[],
  values: WrittenValues,
): PayloadReason | undefined {
  if (element.type === 'list') return leftOfList(read);
  for (const pair of pairsOf(element)) {
    const written = values.get(pair);
    if (written === undefined) continue;
    const contents = states.find((each) => each.pair === pair)?.contents ?? [];
    const disabled = contents.find(({ state }) => state === 'disabled');
    if (disabled === undefined ? !written.delete : !isContent(written, disabled)) {
      return { code: 'statesDiffer' };
    }
    // Disabling a policy deletes what its drop-down lists and numbers write; nothing says so of boxes and further values.
    const deletes = element.type !== 'boolean' && pair === element.pair;
    if (disabled === undefined && !deletes) return { code: 'notWritten', pair: pairText(pair) };
  }
  return undefined;
}

function leftOfList({ text, reason, deletes }: ReadElement): PayloadReason | undefined {
  if (text !== undefined || reason !== undefined) return { code: 'statesDiffer' };
  // Nothing says that disabling a policy deletes the values of its lists.
  return deletes === undefined ? undefined : { code: 'notWritten', pair: pairText(deletes) };
}

function enabled(
  own: OwnState,
  states: readonly StatePair[],
  all: readonly Read[],
  values: WrittenValues,
): ComposedPayload {
  const reason = all.find(({ read }) => read.reason !== undefined)?.read.reason;
  if (reason !== undefined) return { reason };
  const missing = all.flatMap(({ element, read }) => (read.text === undefined ? [element.id] : []));
  const missingValues = new Set([
    ...own.missing.enabled,
    ...all.flatMap(({ read }) => (read.missing ?? []).map(pairText)),
  ]);
  // A value that both states delete, or none at all, tells no state; neither does an unticked box that writes nothing.
  const told =
    own.state !== undefined || all.some(({ read }) => read.text !== undefined && read.deleted !== true);
  if (!told || missing.length > 0 || missingValues.size > 0) return incomplete(missing, [...missingValues]);
  const left = leftByEnabling(states, all, values);
  if (left !== undefined) return { reason: { code: 'notWritten', pair: pairText(left) } };
  const unfit = all.find(({ read: { text = '', divided } }) => divided || !isXmlText(text));
  if (unfit) return { reason: { code: 'notCarried', elementId: unfit.element.id } };
  // A Map: two elements of BISF's template have one id, and one value.
  return { payload: enabledPayload(new Map(all.map(({ element, read }) => [element.id, read.text ?? '']))) };
}

/** A value of the request that other options write, or another state, and not the payload. */
function leftByEnabling(
  states: readonly StatePair[],
  all: readonly Read[],
  values: WrittenValues,
): string | undefined {
  const carried = new Set(all.flatMap(({ read }) => read.pairs));
  const kept = (pair: string) => {
    const written = values.get(pair);
    const contents = states.find((each) => each.pair === pair)?.contents ?? [];
    return (
      written === undefined || contents.some((each) => each.state === 'enabled' && isContent(written, each))
    );
  };
  // Of a value of the states, the state was read from it.
  const pairs = all.flatMap(({ element }) => (element.choices === undefined ? [] : pairsOf(element)));
  return pairs.find((pair) => !carried.has(pair) && !kept(pair));
}

function incomplete(missing: string[], missingValues: string[]): ComposedPayload {
  return {
    reason: { code: 'incomplete', missing: [...missing, ...missingValues].join(', ') },
    ...(missing.length > 0 && { missing }),
    ...(missingValues.length > 0 && { missingValues }),
  };
}

function inLists(elements: readonly PolicyElement[], values: WrittenValues): Written[] {
  const lists = elements.filter(({ type }) => type === 'list');
  return lists.flatMap(({ pair }) => values.below(pair).map(({ written }) => written));
}

interface OwnState {
  state?: 'enabled' | 'disabled';
  reason?: PayloadReason;
  /** All that tells a state is that of the disabled policy, and of the enabled one too. */
  either?: boolean;
  /** Names of values that a state writes and that the request lacks. */
  missing: Record<'enabled' | 'disabled', string[]>;
}

/** What the policy's own value and its lists of values say of its state. */
function readStates(states: readonly StatePair[], all: readonly Read[], values: WrittenValues): OwnState {
  const found = new Set<'enabled' | 'disabled'>();
  const missing: OwnState['missing'] = { enabled: [], disabled: [] };
  let either = false;
  for (const { pair, contents } of states) {
    const written = values.get(pair);
    if (written === undefined) {
      // Deleting a value that the request does not name is no part of the request either way.
      for (const state of new Set(contents.flatMap((each) => (each.data === undefined ? [] : each.state))))
        missing[state].push(pairText(pair));
      continue;
    }
    const state = stateOfPair(written, contents, isOfElement(pair, written, all));
    if (state === 'unclear') return { reason: { code: 'stateUnclear', pair: pairText(pair) }, missing };
    if (state !== 'both') found.add(state);
    else if (contents.some((each) => each.state === 'disabled' && !written.delete)) either = true;
  }
  if (found.size > 1) return { reason: { code: 'statesDiffer' }, missing };
  const [state] = found;
  return { ...(state ? { state } : { either }), missing };
}

/** Whether an element writes the content, by any of its options: which one is chosen its own value tells. */
function isOfElement(pair: string, written: Written, all: readonly Read[]): boolean {
  return all.some(({ element: { choices }, read }) =>
    choices === undefined
      ? read.pairs.includes(pair)
      : choices.some(({ writes }) => writes.some((each) => each.pair === pair && isContent(written, each))),
  );
}

/** The state that a written value tells: `both` where either has that content, `unclear` where neither has it. */
function stateOfPair(
  written: Written,
  contents: readonly StateContent[],
  ofElement: boolean,
): 'enabled' | 'disabled' | 'both' | 'unclear' {
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
