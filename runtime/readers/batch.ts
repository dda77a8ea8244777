/** Reads the `reg add` and `reg delete` lines of batch files (.cmd, .bat), as cmd.exe divides them. */
import type { Collector } from './collect.ts';
import { type CommandWord, isRegVerb, readRegCommand, unreadCommand } from './command.ts';
import { linesOf } from './encoding.ts';
import type { Pieces } from './types.ts';

/** Characters of a command line that cmd.exe takes; lines that `^` joins count together. */
const MAX_LINE = 8191;

export function* readBatch(text: string, collector: Collector): Pieces {
  let joined = '';
  let first = collector.spot;
  for (const { text: line } of linesOf(text, collector)) {
    yield;
    if (joined === '') first = collector.spot;
    collector.spot = first;
    joined += line;
    if (joined.length > MAX_LINE)
      throw collector.fault(`a command line has more than ${MAX_LINE} characters`);
    if (/(?:^|[^^])(?:\^\^)*\^$/.test(line.slice(-MAX_LINE))) {
      joined = joined.slice(0, -1);
      continue;
    }
    readLine(joined, collector);
    joined = '';
  }
}

/** These print or store what follows, or are comments and labels. */
const WITHOUT_COMMAND = /^[\s@]*(?:rem\b|echo\b|title\b|set\b|::?|#)/i;

/** Other ways to write values, in a line that reg does not begin. */
const OTHER_WRITERS = /\b(?:Set|New|Remove|Clear)-ItemProperty\b|\bregedit(?:\.exe)?"? +\/s\b|\bregini\b/i;

function readLine(line: string, collector: Collector): void {
  if (WITHOUT_COMMAND.test(line)) return;
  let read = false;
  for (const words of commandsOf(line)) {
    const at = words.findIndex(({ text }, place) => isReg(text) && isRegVerb(words[place + 1]?.text ?? ''));
    if (at === -1 || words.slice(0, at).some(({ text }) => /^(?:echo|rem|set|title)$/i.test(text))) continue;
    readRegCommand(words.slice(at + 1), collector);
    read = true;
  }
  if (read) return;
  const other = OTHER_WRITERS.exec(line)?.[0];
  if (other !== undefined) unreadCommand(collector, `${other} in a batch file`);
}

/** With its path, and what a block or a prompt puts before it. */
function isReg(text: string): boolean {
  return /^(?:[@(]*|.*[\\/>])reg(?:\.exe)?$/i.test(text.slice(-300));
}

/** The commands of a line, each as its words: quotation marks hold blanks and separators, `^` takes one character as it is. */
function commandsOf(line: string): CommandWord[][] {
  const commands: CommandWord[][] = [[]];
  // The number of a stream belongs to the sign of redirection behind it.
  const pattern = /\d?[<>]+(?:&\d|[ \t]*[^\s&|<>]+)?|((?:"(?:\\[\\"]|[^"])*"?|\^.|[^\s"^&|<>])+)|[&|]+/g;
  for (const [found, word] of line.matchAll(pattern)) {
    if (word !== undefined) {
      commands.at(-1)?.push(commandWord(word));
      if (ENDS_BLOCK.test(word)) commands.push([]);
    } else if (/^[&|]/.test(found)) commands.push([]);
  }
  return commands;
}

/** A bracket outside of quotation marks may end a block, or belong to the word. */
const ENDS_BLOCK = /^[^"(]*\)$/;

const DOUBLED = /%%([a-z_][\w()]{2,})%%/gi;

/** `%%NAME%%` of a batch file is `%NAME%`; every other percent sign is a variable or a parameter. */
function commandWord(raw: string): CommandWord {
  const text = (raw.replace(/^@/, '').match(/"(?:\\[\\"]|[^"])*"?|\^.|[^"^]+/g) ?? [])
    .map(unescapedPart)
    .join('');
  const isComputed = text.replaceAll(DOUBLED, '').includes('%') || /![^!\s]+!/.test(text);
  const endsBlock = ENDS_BLOCK.test(raw);
  return { text: text.replaceAll(DOUBLED, '%$1%'), ...((isComputed || endsBlock) && { computed: true }) };
}

/** Before a quotation mark reg reads two backslashes as one, and one more as an escape: `"C:\\"` is `C:\`. */
function unescapedPart(part: string): string {
  if (part.startsWith('^')) return part.slice(1);
  const quoted = /^"((?:\\[\\"]|[^"])*)("?)$/.exec(part);
  if (quoted === null) return part;
  const [, inner = '', end] = quoted;
  const isBefore = (mark: string, at: number) => mark !== '' || (end !== '' && at === inner.length);
  return inner.replace(/(\\+)("?)/g, (found, run: string, mark: string, at: number) =>
    isBefore(mark, at + run.length) ? '\\'.repeat(run.length >> 1) + mark : found,
  );
}
