/** What data for an MDM node writes to the registry, as far as a document says it: so that it can be compared with values. Pure. */
import type { PartElement, PartsEntry, PartWrite } from '../contract/parts.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';
import { contentAs, nodeIn } from './registry-content.ts';

export interface RegistryWrite extends Omit<PartWrite, 'pair'> {
  /** `pairKey`. */
  pair: string;
}

/** @param sent Id of an element, or `` for the policy or node itself → what is sent for it. */
export function registryWrites(
  sent: ReadonlyMap<string, string>,
  parts: PartsEntry,
  { omaUri, admxBacked }: { omaUri: string; admxBacked: boolean },
): RegistryWrite[] {
  const writes = admxBacked ? policyWrites(sent, parts) : ownWrites(sent.get('') ?? '', parts, omaUri);
  return writes.flatMap(({ pair, ...write }) => {
    const id = parts.pairs[pair];
    return id === undefined ? [] : [{ pair: id, ...write }];
  });
}

/** Of a node that takes the data of one registry value, by the reviewed list. */
function ownWrites(text: string, parts: PartsEntry, omaUri: string): PartWrite[] {
  const takes = nodeIn(parts, omaUri)?.takes;
  if (takes === undefined) return [];
  const { pair, type } = takes;
  const content = contentAs(type, text);
  return content === undefined ? [] : [{ pair, type, content }];
}

function policyWrites(sent: ReadonlyMap<string, string>, parts: PartsEntry): PartWrite[] {
  const { states = [], elements = [] } = parts;
  const state = sent.get('');
  const own = states.filter((each) => each.state === state).map(({ state: _, ...write }) => write);
  if (state === 'disabled') return lastOf([...elements.flatMap(deletedByDisabling), ...own]);
  const ofElements = elements.flatMap((element) => {
    const text = sent.get(element.id);
    return text === undefined ? [] : elementWrites(element, text);
  });
  const unsure = new Set(ofElements.filter((write) => !agree(write, ofElements)).map(({ pair }) => pair));
  return lastOf([...own, ...ofElements]).filter(({ pair }) => !unsure.has(pair));
}

/** An element writes after its policy. */
function lastOf(writes: readonly PartWrite[]): PartWrite[] {
  return [...new Map(writes.map((write) => [write.pair, write])).values()];
}

/** Nobody documents which of two elements is written last. */
function agree(write: PartWrite, others: readonly PartWrite[]): boolean {
  return others.every(
    ({ pair, type, content }) => pair !== write.pair || (type === write.type && content === write.content),
  );
}

/** What drop-down lists, numbers and texts write; no document says so of check boxes and of lists. */
function deletedByDisabling({ type, pair }: PartElement): PartWrite[] {
  return type === 'boolean' || pair === undefined ? [] : [{ pair }];
}

function elementWrites({ pair, choices, registryType = 'REG_SZ' }: PartElement, text: string): PartWrite[] {
  if (choices !== undefined) {
    const [choice, ...others] = choices.filter((each) => each.text === text);
    return choice === undefined || others.length > 0 ? [] : choice.writes;
  }
  if (pair === undefined) return [];
  const data = registryType === 'REG_MULTI_SZ' ? text.split(ENTRY_SEPARATOR) : text;
  const content = contentAs(registryType, data);
  return content === undefined ? [] : [{ pair, type: registryType, content }];
}
