/**
 * The brief answers of the tools of the Model Context Protocol: which members of the API's answers they have, with the same
 * names, in this order.
 */
import { isObject } from '../format/json.ts';
import { DocumentedValue, documentedData } from './data.ts';

/** Names of members that a T, or each entry of a list, has. `true`: the member as it is. `*`: every member of a record. */
type Members<M, T> = M extends true
  ? true
  : T extends readonly (infer E)[]
    ? Members<M, E>
    : string extends keyof T
      ? { [K in keyof M]: Members<M[K], T[keyof T]> }
      : { [K in keyof M]: K extends keyof T ? Members<M[K], NonNullable<T[K]>> : never };

type Picked<T, M> = M extends true
  ? T
  : T extends readonly (infer E)[]
    ? Picked<E, M>[]
    : T extends object
      ? string extends keyof T
        ? Record<string, Picked<T[keyof T], M[keyof M]>>
        : { [K in keyof T as K extends keyof M ? K : never]: Picked<T[K], M[K & keyof M]> }
      : T;

/** Picks the given members that the value has. */
export function pickMembers<T, const M>(value: T, members: M & Members<M, T>): Picked<T, M> {
  return picked(value, members as Names) as Picked<T, M>;
}

interface Names {
  readonly [name: string]: true | Names;
}

function picked(value: unknown, members: true | Names | undefined): unknown {
  if (members === true || members === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => picked(each, members));
  if (!isObject(value)) return value;
  const names = Object.keys('*' in members ? value : members).filter((name) => value[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, picked(value[name], members[name] ?? members['*'])]));
}

const all = <const N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<N, true>;

const FRAME = {
  ...all('warnings', 'mdmConfidence', 'dataset'),
  provenance: all('source', 'sourceVersion'),
};
const LIFECYCLE = { lifecycle: all('state') };
const NAMED = {
  ...all('slug', 'displayName', 'class', 'otherHive', 'removedIn', 'lastSeenIn'),
  ...LIFECYCLE,
};
const namesIn = <E extends object>(entries: E) => all(...(Object.keys(entries) as (keyof E & string)[]));
const DATA = { ...namesIn(documentedData), values: namesIn(DocumentedValue.entries) };
const NODE = all('omaUri', 'admxBacked', 'deprecated', 'deprecatedFrom', 'ingest', 'sets', 'policyValues');
/** A warning says that they are there. */
const OTHERS = { cspAlternatives: all('omaUri') };
const PAIR = all('registryKey', 'valueName');
/** Members that each match has if there are several. */
const OWN = all('mdmConfidence', 'compatibility');

const REASONED = all('verdict', 'reason');
const ITEM_NODE = {
  ...all('omaUri', 'scope', 'confidence', 'verdict', 'reason', 'ingest', 'sets', 'policyValues'),
  ...all('payload', 'data', 'allowedValues', 'missing', 'missingValues', 'payloadAt', 'noPayload', 'slug'),
};

export const BRIEF = {
  resolve: {
    ...FRAME,
    matches: { ...NAMED, ...DATA, ...all('elementId', 'list', 'tattoos'), csp: NODE, ...OTHERS, ...OWN },
    ...all('compatibility', 'reason'),
    nearest: all('key', 'value', 'slug'),
    node: all('omaUri', 'scope'),
  },
  csp: {
    ...FRAME,
    matches: {
      ...NAMED,
      ...PAIR,
      ...all('elementId', 'list'),
      ...DATA,
      writes: PAIR,
      csp: { ...NODE, ...all('minOs', 'allowedValues', 'defaultValue') },
      ...OTHERS,
      ...OWN,
    },
    compatibility: true as const,
    node: all('omaUri', 'scope', 'minOs', 'allowedValues', 'defaultValue', 'deprecated'),
    ...all('reason', 'nearest'),
  },
  search: {
    ...FRAME,
    matches: { ...NAMED, ...PAIR, csp: all('omaUri', 'sets', 'policyValues'), mdmConfidence: true as const },
    ...all('total', 'weak', 'reason', 'suggestions'),
  },
  /** Members of a hit if there is no room for more. */
  lastHit: { ...all('slug', 'displayName', 'removedIn'), ...LIFECYCLE },
  setting: {
    ...FRAME,
    setting: {
      ...all('slug', 'displayName', 'class', 'removedIn', 'lastSeenIn'),
      ...LIFECYCLE,
      ...PAIR,
      ...all('elementId', 'supportedOn', 'noMdm', 'learnUrl'),
      ...all('enabledValue', 'enabledValueKind', 'disabledValue', 'disabledValueKind'),
      ...DATA,
      former: { ...PAIR, removedIn: true as const },
      stateValues: all('state', 'key', 'valueName', 'value'),
      elements: {
        ...all('type', 'id', 'registryKey', 'valueName', 'label', 'labelOmitted', 'registryType', 'required'),
        ...all('defaultValue', 'trueValue', 'trueValueKind', 'falseValue', 'falseValueKind'),
        ...all('minValue', 'maxValue', 'maxLength', 'maxStrings'),
        ...all('expandable', 'valuePrefix', 'explicitValue'),
        options: all('label', 'value'),
      },
      csp: {
        ...all('omaUri', 'scope', 'minOs', 'ingest', 'payloads', 'allowedValues', 'deprecated'),
        elements: { '*': all('omaUri') },
      },
    },
    reason: true as const,
  },
  changes: {
    ...FRAME,
    ...all('complete', 'items', 'undocumented'),
    added: all('slug'),
    removed: all('slug', 'removedIn', 'lastSeenIn'),
    changed: all('slug', 'formerSlug', 'mapping', 'floorMoved', 'facts'),
    reason: true as const,
  },
  coverage: {
    ...FRAME,
    coverage: { ...all('totals', 'mdm'), languages: { '*': all('settings') }, sources: true as const },
  },
  /** A long text that an earlier item has is “as item N”. */
  item: {
    ...all('index', 'at', 'key', 'value', 'hive', 'omaUri', 'given'),
    problem: all('detail', 'errors'),
    matches: all('slug', 'otherHive', 'state'),
    ...REASONED,
    registry: REASONED,
    product: REASONED,
    ...all('deprecated', 'conflictsWith'),
    data: { ...REASONED, missing: true as const, means: all('slug', 'state', 'label') },
    mdm: ITEM_NODE,
    mdmAlternatives: ITEM_NODE,
    ...all('noMdm', 'noRegistry', 'warnings'),
  },
};
