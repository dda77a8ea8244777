/** Values of files as text: what is written where. */
import { pairName } from '../runtime/messages/names.ts';
import type { Item, Place, ReadNote, ReadProblem } from '../runtime/readers/index.ts';
import { visible } from './visible.ts';

/** The value as in its file: `<key> + <name>` or the OMA-URI. */
export function nameOf(item: Item): string {
  return visible('omaUri' in item ? item.omaUri : pairName(item.key, item.value));
}

export function contentOf(item: Item): string {
  if ('delete' in item) return 'deleted';
  const { data } = item;
  if (data === undefined) return '';
  const text = Array.isArray(data) ? JSON.stringify(data) : String(data);
  return visible('type' in item && item.type !== undefined ? `${text} (${item.type})` : text);
}

export function writtenText(item: Item): string {
  const content = contentOf(item);
  return `${nameOf(item)}${content === '' ? '' : ` = ${content}`}`;
}

export function placeOf({ at }: { at: Place }): string {
  const spot = at.line ?? (at.offset === undefined ? undefined : `byte ${at.offset}`);
  return visible(spot === undefined ? at.file : `${at.file}:${spot}`);
}

/** A note on what a file does besides its values. */
export function noteText({ message, key, at }: ReadNote): string {
  return visible(`${placeOf({ at })}: ${key === undefined ? '' : `${key}: `}${message}`);
}

/** The reason why a file, or the rest of it, was not read. */
export function problemText(problem: ReadProblem): string {
  return `${placeOf({ at: problem })}: ${visible(problem.message)}`;
}
