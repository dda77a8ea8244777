/** `hivecheck convert`: reads files, and writes what is documented of them in another form. */
import { nameOf, noteText, placeOf, problemText } from '../build/item-text.ts';
import { parseJson } from '../runtime/answer/json.ts';
import type { FORM_NAMES } from '../runtime/format/form-names.ts';
import { base64Bytes, utf16 } from '../runtime/format/text.ts';
import type { NoteKind } from '../runtime/readers/types.ts';
import { EXIT, isQuiet, printTo, remark, UsageError } from './error.ts';
import { kindOfTarget } from './look-ups.ts';
import { withDataset } from './open.ts';
import type { FailOn, Flags } from './options.ts';
import { counted, endWith } from './outcome.ts';
import { collect, requestItem } from './verify/collect.ts';

type ConvertOptions = FailOn &
  Flags<'out' | 'targetOs' | 'dataset', 'quiet'> & {
    to: (typeof FORM_NAMES)[number];
    include: 'documented' | 'all';
    hive?: 'HKLM' | 'HKCU';
  };

/** Kinds of notes on values that are converted, or left out with the same reason. */
const ABOUT_VALUES: ReadonlySet<NoteKind> = new Set(['delete-value', 'unreadable-data', 'encrypted-data']);

export async function run(
  paths: string[],
  { dataset: location, out, quiet: _, failOn, ...options }: ConvertOptions,
): Promise<void> {
  const { units, problems, notes } = await collect(paths);
  const items = units.flatMap((unit) => unit.items);
  if (items.length === 0) {
    const reasons = [...problems.map(problemText), ...notes.map(noteText), 'there are no values to convert'];
    throw new UsageError(reasons.join('\n'));
  }
  const request = { ...options, items: items.map(requestItem), lang: 'en-US' };
  const { targetOs } = options;
  const { result, warnings } = await withDataset(location, async (snapshot, dataset) => {
    const answer = parseJson(await snapshot.convert(request));
    // Without a known target, values that it does not support would stay in the file.
    if (targetOs !== undefined && (await kindOfTarget(dataset, targetOs)) !== 'build')
      throw new UsageError(['nothing is converted:', ...answer.warnings].join(' '));
    return answer;
  });
  const { content, mediaType, converted, left } = result;
  if (content !== '') await printTo(out, fileBytes(content, mediaType));
  const leftOut = left.flatMap(({ index, why }) => {
    const item = items[index];
    return item === undefined ? [] : [`left out: ${nameOf(item)} (${placeOf(item)}): ${why}`];
  });
  // Other effects of the files (deleted keys, commands that were not read) are not in the content either.
  const notInContent = notes.filter(({ kind }) => !ABOUT_VALUES.has(kind)).map(noteText);
  const unlessQuiet = (lines: string[]) => (isQuiet() ? [] : lines);
  const total = `${converted} of ${items.length} values converted`;
  for (const line of [
    ...problems.map(problemText),
    ...unlessQuiet([...leftOut, ...notInContent]),
    ...warnings,
    ...unlessQuiet([total]),
  ])
    remark(line);
  if (problems.length > 0) process.exitCode = EXIT.usage;
  else endWith(failOn, counted({ 'left-out': left.length, nothing: converted === 0 ? 1 : 0 }));
}

/** The bytes of a file with the content of an answer. */
export function fileBytes(content: string, mediaType: string): Uint8Array {
  if (mediaType === 'application/octet-stream') return base64Bytes(content);
  if (mediaType.endsWith('utf-16le')) return utf16(`\ufeff${content}`);
  // Windows PowerShell 5.1 reads a script without a BOM in the machine's code page; PolicyRules files have a BOM.
  const mark = /charset=utf-8$|xml$/.test(mediaType) ? '\ufeff' : '';
  return new TextEncoder().encode(mark + content);
}
