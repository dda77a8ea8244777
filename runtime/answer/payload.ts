/** Makes the ADMX payload of a policy from the registry values of a request. Pure. */

import { takesName } from '../format.ts';
import {
  DISABLED_PAYLOAD,
  ENTRY_SEPARATOR,
  enabledPayload,
  isXmlText,
  joinEntries,
  joinLines,
} from '../mdm-payload.ts';
import { pairKey, splitPairKey } from '../normalize.ts';
import type { PayloadReason } from '../schema/verify-reasons.ts';
import type { Given } from './data-verdict.ts';
import {
  elementType,
  fitsElement,
  type PolicyElement,
  type PolicyParts,
  type StateContent,
  type StatePair,
  typeOfKind,
} from './policy-parts.ts';
import { contentAs } from './registry-content.ts';

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
  /** `<key>\<value name>` of values that enabling writes and that the request lacks. */
  missingValues?: string[];
}

export function composePayload({ states, elements }: PolicyParts, values: WrittenValues): ComposedPayload {
  const named = new Set([...states, ...elements].map(({ pair }) => pair));
  const read = elements.map((element) => ({
    element,
    ...(element.type === 'list' ? readList(element, values, named) : readElement(element, values)),
  }));
  if (hasConflict(states, elements, values)) return { reason: { code: 'conflict' } };
  const own = readStates(states, elements, values);
  if (own.reason !== undefined) return { reason: own.reason };
  const wrong = read.find(({ wrong }) => wrong);
  const set = read.some(({ text }) => text !== undefined);
  if (own.state === 'disabled')
    return set ? { reason: { code: 'statesDiffer' } } : { payload: DISABLED_PAYLOAD };
  if (wrong) return { reason: { code: 'elementUndocumented', elementId: wrong.element.id } };
  // A value that both states delete, or none at all, tells no state; neither does an unticked box that writes nothing.
  if (own.state === undefined && !read.some(({ text, deleted }) => text !== undefined && !deleted)) {
    return incomplete(
      read.flatMap(({ element, text }) => (text === undefined ? [element.id] : [])),
      own.missing,
    );
  }
  const missing = read.filter(({ text }) => text === undefined).map(({ element }) => element.id);
  if (missing.length > 0 || own.missing.length > 0) return incomplete(missing, own.missing);
  const unfit = read.find(({ text = '', divided }) => divided || !isXmlText(text));
  if (unfit) return { reason: { code: 'notCarried', elementId: unfit.element.id } };
  return { payload: enabledPayload(read.map(({ element, text }) => [element.id, text ?? ''] as const)) };
}

function incomplete(missing: string[], missingValues: string[]): ComposedPayload {
  return {
    reason: { code: 'incomplete', missing: [...missing, ...missingValues].join(', ') },
    ...(missing.length > 0 && { missing }),
    ...(missingValues.length > 0 && { missingValues }),
  };
}

function hasConflict(
  states: readonly StatePair[],
  elements: readonly PolicyElement[],
  values: WrittenValues,
): boolean {
  return (
    states.some(({ pair }) => values.get(pair)?.conflict) ||
    elements.some(({ type, pair }) =>
      type === 'list'
        ? values.below(pair).some(({ written }) => written.conflict)
        : values.get(pair)?.conflict,
    )
  );
}

interface OwnState {
  state?: 'enabled' | 'disabled';
  reason?: PayloadReason;
  missing: string[];
}

/** What the policy's own value and its lists of values say of its state. */
function readStates(
  states: readonly StatePair[],
  elements: readonly PolicyElement[],
  values: WrittenValues,
): OwnState {
  const found = new Set<'enabled' | 'disabled'>();
  const missing: string[] = [];
  for (const { pair, contents } of states) {
    const written = values.get(pair);
    if (written === undefined) {
      // Deleting a value that the request does not name is no part of the request either way.
      if (contents.some(({ state, data }) => state === 'enabled' && data !== undefined)) {
        missing.push(nameOf(pair));
      }
      continue;
    }
    const state = stateOfPair(pair, written, contents, elements, values);
    if (state === 'unclear') return { reason: { code: 'stateUnclear', pair: nameOf(pair) }, missing };
    if (state !== 'both') found.add(state);
  }
  if (found.size > 1) return { reason: { code: 'statesDiffer' }, missing };
  const [state] = found;
  return { ...(state && { state }), missing };
}

/** The state that a written value tells: `both` where either has that content, `unclear` where neither has it. */
function stateOfPair(
  pair: string,
  written: Written,
  contents: readonly StateContent[],
  elements: readonly PolicyElement[],
  values: WrittenValues,
): 'enabled' | 'disabled' | 'both' | 'unclear' {
  // An element that writes the same value decides: it is written after the policy's own.
  if (elements.some((each) => each.pair === pair && readElement(each, values).text !== undefined)) {
    return 'enabled';
  }
  const states = new Set(contents.filter((content) => isContent(written, content)).map(({ state }) => state));
  if (states.size > 1) return 'both';
  const [state] = states;
  return state ?? 'unclear';
}

function nameOf(pair: string): string {
  return splitPairKey(pair).join('\\');
}

function isContent(written: Written, { data, type }: Pick<StateContent, 'data' | 'type'>): boolean {
  if (data === undefined || type === undefined) return written.delete === true;
  if (written.delete || written.data === undefined) return false;
  if (written.type !== undefined && written.type !== type) return false;
  return contentAs(type, written.data) === contentAs(type, data);
}

interface ReadElement {
  /** The value in a payload; undefined: the request has none. */
  text?: string;
  /** It was told by a deletion, as that of an unticked box. */
  deleted?: boolean;
  /** The request has a content that the element does not document. */
  wrong?: boolean;
  /** An entry holds the character that separates entries. */
  divided?: boolean;
}

function readElement(element: PolicyElement, values: WrittenValues): ReadElement {
  const written = values.get(element.pair);
  if (written === undefined) return {};
  switch (element.type) {
    case 'boolean':
      return readBoolean(element, written);
    case 'enum':
      return readEnum(element, written);
    default:
      return readFree(element, written);
  }
}

function readBoolean(element: PolicyElement, written: Written): ReadElement {
  const is = (data: string | undefined, kind: string | undefined) =>
    kind !== undefined && isContent(written, { data, type: typeOfKind(kind) });
  if (is(element.trueValue, element.trueValueKind)) return { text: 'true' };
  if (is(element.falseValue, element.falseValueKind)) {
    return { text: 'false', ...(written.delete && { deleted: true }) };
  }
  return { wrong: written.delete !== true };
}

function readEnum({ options = [] }: PolicyElement, written: Written): ReadElement {
  const option = options.find(({ value, valueKind }) =>
    isContent(written, { data: value, type: typeOfKind(valueKind) }),
  );
  // No document says what names an option that deletes its value.
  return option?.value === undefined ? { wrong: written.delete !== true } : { text: option.value };
}

function readFree(element: PolicyElement, written: Written): ReadElement {
  if (written.delete || written.data === undefined) return {};
  const type = elementType(element);
  if (written.type !== undefined && written.type !== type) return { wrong: true };
  const text =
    type === 'REG_MULTI_SZ' && Array.isArray(written.data)
      ? joinLines(written.data)
      : contentAs(type, written.data);
  if (text === undefined || !fitsElement(element, text)) return { wrong: true };
  return { text, ...(Array.isArray(written.data) && { divided: hasSeparator(written.data) }) };
}

function hasSeparator(entries: readonly string[]): boolean {
  return entries.some((entry) => entry.includes(ENTRY_SEPARATOR));
}

/** @param named Pairs that other parts of the policy write; Office has its `policyon` among the entries of a list. */
function readList(element: PolicyElement, values: WrittenValues, named: ReadonlySet<string>): ReadElement {
  const { explicitValue = false, additive = false, valuePrefix } = element;
  const facts = { explicitValue, additive, ...(valuePrefix !== undefined && { valuePrefix }) };
  const taken = values
    .below(element.pair)
    .filter(({ value }) => takesName(facts, value) && !named.has(pairKey(element.pair, value)));
  const set = taken.filter(({ written }) => !written.delete && written.data !== undefined);
  if (set.length === 0) return {};
  const type = elementType(element);
  if (set.some(({ written }) => Array.isArray(written.data) || (written.type ?? type) !== type)) {
    return { wrong: true };
  }
  const entries = set.map(
    ({ written }, at) => [explicitValue ? written.name : String(at + 1), String(written.data)] as const,
  );
  return { text: joinEntries(entries), divided: hasSeparator(entries.flat()) };
}
