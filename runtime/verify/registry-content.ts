/** The data of an item in the form of a registry type, so that two contents of a type can be compared. Pure. */
import type { PartElement, PartNode, PartsEntry, PartWrite, Taken } from '../contract/parts.ts';
import { readContent } from '../readers/data.ts';
import type { ValueData } from '../readers/types.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';

/** Separates the entries of a REG_MULTI_SZ, which hold no NUL. */
const END = '\0';

/** A comparable text: decimal digits, the text, the entries with NUL after each, hexadecimal; undefined: no such content. */
export function contentAs(type: string, data: ValueData): string | undefined {
  const content = readContent(type, type === 'REG_MULTI_SZ' ? [data].flat().map(String) : data).data;
  return Array.isArray(content) ? content.map((entry) => entry + END).join('') : content?.toString();
}

/** Contents of the right type; several: the lines of a multiText. */
export function fitsElement(element: PartElement, texts: readonly string[]): boolean {
  const { maxStrings } = element;
  const few = maxStrings === undefined || texts.length <= Number(maxStrings);
  return few && texts.every((text) => textFits(element, text));
}

export function isNumber({ type }: PartElement): boolean {
  return type === 'decimal' || type === 'longDecimal';
}

function textFits(element: PartElement, text: string): boolean {
  const { minValue, maxValue, maxLength } = element;
  if (!isNumber(element)) return maxLength === undefined || text.length <= Number(maxLength);
  return /^\d{1,20}$/.test(text) && isWithin(text, minValue, maxValue);
}

/** All are digits, and a bound is allowed itself. */
export function isWithin(digits: string, min?: string, max?: string): boolean {
  const number = BigInt(digits);
  return (min === undefined || number >= BigInt(min)) && (max === undefined || number <= BigInt(max));
}

export function nodeIn(parts: PartsEntry | undefined, omaUri: string): PartNode | undefined {
  return parts?.nodes?.find(({ uris }) => uris.includes(omaUri));
}

/** What a node takes, as it is or in another form. */
export function takenBy({ takes, takesAs }: Partial<PartNode> = {}): Taken | undefined {
  return takes ?? takesAs;
}

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
  const taken = takenBy(nodeIn(parts, omaUri));
  if (taken === undefined || 'list' in taken) return [];
  const { pair, type, map, separator } = taken;
  const [data, ...others] = map === undefined ? [text] : contentsFor(text, map);
  if (data === undefined || others.length > 0) return [];
  const content = contentAs(type, separator === undefined ? data : data.split(separator));
  return content === undefined ? [] : [{ pair, type, content }];
}

function contentsFor(text: string, map: Readonly<Record<string, string>>): string[] {
  return Object.entries(map).flatMap(([content, sent]) => (sent === text ? content : []));
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
  const disputed = ofElements.filter((write) => !agree(write, ofElements));
  // What such an element writes in its policy's place is open.
  const unsent = elements.filter(({ id }) => !sent.has(id));
  const unsure = new Set([...unsent, ...disputed].map(({ pair }) => pair));
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
