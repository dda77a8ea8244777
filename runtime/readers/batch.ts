/** Reads the `reg add` and `reg delete` lines of batch files (.cmd, .bat), as cmd.exe divides them. */
import type { Collector } from './collect.ts';
import {
  type CommandWord,
  isReg,
  NESTED_REG,
  namesScript,
  OTHER_WRITERS,
  readRegCommand,
  regVerbsIn,
  startsEncoded,
  unreadCommand,
} from './command.ts';
import { linesOf } from './encoding.ts';
import { quote } from './fault.ts';
import type { Pieces } from './types.ts';

/** Longest command line of cmd.exe, in characters; lines joined by `^` count together. */
const MAX_LINE = 8191;

export function* readBatch(text: string, collector: Collector): Pieces {
  let joined = '';
  let first = collector.spot;
  for (const line of linesOf(text, collector)) {
    yield;
    if (joined === '') first = collector.spot;
    collector.spot = first;
    joined += line;
    if (joined.length > MAX_LINE)
      throw collector.fault(`a command line has more than ${MAX_LINE} characters`);
    if (CONTINUES.test(line) && !REMARK.test(joined)) {
      joined = joined.slice(0, -1);
      continue;
    }
    readLine(joined, collector);
    joined = '';
  }
  // A caret at the end of the file joins nothing.
  readLine(joined, collector);
}

/** A caret at the end joins the next line; between quotation marks it is an ordinary character. */
const CONTINUES = /^(?:"[^"]*"|\^.|[^"^])*\^$/;
/** A remark; after its first word a caret does not join the next line. */
const REMARK = /(?:^|[&|(])[\s@]*rem\s+\S+\s+\S/i;
const COMMENT = /^[\s@]*(?:rem\b|::?|#)/i;
/** A word after which the rest of a command is printed or a comment. */
const PRINTS = /^[@(]*(?:echo(?:[.:,;/=([].*)?|rem|title|::.*)$/i;

/** The group is optional: so the rest of the line is searched once, not once for each `powershell` in it. */
const POWERSHELL = /\b(?:powershell|pwsh)\b(?=(.*\b(?:HK(?:LM|CU|CR|U|EY_)|(?:iex|Invoke-Expression)\b))?)/is;

function readLine(line: string, collector: Collector): void {
  if (COMMENT.test(line)) return;
  const commands = commandsOf(line, /\.(?:cmd|bat)$/i.test(collector.script.path) ? DELAYED : TEMPLATE);
  const others = commands.filter((words) => !readBatchCommand(words, collector));
  const isRead = others.length < commands.length || prints(commands[0]);
  const [shell, writes] = POWERSHELL.exec(line) ?? [];
  const other = isRead ? undefined : (OTHER_WRITERS.exec(line)?.[0] ?? (writes && shell));
  const started = others.filter((words) => !prints(words));
  if (other !== undefined) unreadCommand(collector, `${other} in a command of cmd.exe`);
  else if (started.some(startsEncoded)) unreadCommand(collector, 'an encoded command of PowerShell');
  else for (const words of started) readStartedScript(words, collector);
}

const prints = ([first]: readonly CommandWord[] = []): boolean => PRINTS.test(first?.text ?? '');

/** What starts a script that is named behind it. */
const STARTS = /^(?:[@(]*|.*[\\/])(?:call|start|cmd|powershell|pwsh|[cw]script)(?:\.exe)?$/i;

function readStartedScript(words: readonly CommandWord[], collector: Collector): void {
  const start = words.findIndex(({ text }) => STARTS.test(text));
  const reached = start === -1 ? words.slice(0, 1) : words.slice(start);
  const script = reached.find((_word, at) => namesScript(reached, at));
  if (script !== undefined && !collector.carries(script.text))
    unreadCommand(collector, `${quote(script.text)} is another script`);
}

/** Whether the command writes values, or a note says that it may. */
function readBatchCommand(words: CommandWord[], collector: Collector): boolean {
  const [verb] = regVerbsIn(words);
  const found = verb ?? words.findIndex(({ text }) => NESTED_REG.test(text));
  if (found === -1 || words.slice(0, found).some(({ text }) => PRINTS.test(text))) return false;
  const before = words[Math.max(found - 1, 0)]?.text ?? '';
  if (verb !== undefined && isReg(before)) readRegCommand(before, words.slice(found), collector);
  else unreadCommand(collector, `${quote(before)} starts reg`);
  return true;
}

/** A part in quotation marks; `\"` does not end it. */
const QUOTED = /"((?:\\[\\"]|[^"])*)("?)/.source;
/** The number of a stream belongs to the sign of redirection behind it. */
const WORDS = new RegExp(
  String.raw`\d?[<>]+(?:&\d|[ \t]*[^\s&|<>]+)?|((?:${QUOTED}|\^(?!\s).?|[^\s"^&|<>])+)|[&|]+`,
  'g',
);
const PARTS = new RegExp(String.raw`${QUOTED}|\^.|[^"^]+`, 'g');
const WHOLE = new RegExp(`^${QUOTED}$`);

/** The commands of a line, each as its words: quotation marks hold blanks and separators, `^` escapes one character. */
function commandsOf(line: string, variable: RegExp): CommandWord[][] {
  const commands: CommandWord[][] = [[]];
  for (const [found, word] of line.matchAll(WORDS)) {
    if (word !== undefined) {
      if (word !== ')') commands.at(-1)?.push(commandWord(word, variable));
      if (ENDS_BLOCK.test(word)) commands.push([]);
    } else if (/^[&|]/.test(found)) commands.push([]);
    // A placeholder `<NAME>` of a guide; cmd.exe reads it as two files.
    else if (/^\d?<(?!&|[ \t]*nul$)/i.test(found)) commands.at(-1)?.push({ text: found, computed: true });
  }
  return commands;
}

/** A bracket outside of quotation marks may end a block, or belong to the word. */
const ENDS_BLOCK = /^[^"(]*\)$/;

const DELAYED = /![^!\s]+!/;
/** What other programs fill in before cmd.exe reads the text. */
const TEMPLATE = /![^!\s]+!|\$\{|\{\{/;
const DOUBLED = /%%([a-z_][\w()]{2,})%%/gi;

/** `%%NAME%%` of a batch file is `%NAME%`; every other percent sign is a variable or a parameter. */
function commandWord(raw: string, variable: RegExp): CommandWord {
  const parts = raw.replace(/^@/, '').match(PARTS) ?? [];
  const text = parts.map(unescapedPart).join('');
  const isComputed = text.replaceAll(DOUBLED, '').includes('%') || variable.test(text);
  // A doubled mark, or an escaped one outside of a text: cmd.exe and reg divide the line in two ways.
  const isUnclear = parts.some((part, at) => /^"|\\$/.test(part) && parts[at + 1]?.startsWith('"'));
  const computed = isComputed || isUnclear || ENDS_BLOCK.test(raw);
  // The quotation marks stay in the text, so that a part of it is not read as the whole.
  return { text: isUnclear ? raw : text.replaceAll(DOUBLED, '%$1%'), ...(computed && { computed }) };
}

/** Before a quotation mark reg reads two backslashes as one, and one more as an escape: `"C:\\"` is `C:\`. */
function unescapedPart(part: string): string {
  if (part.startsWith('^')) return part.slice(1);
  const quoted = WHOLE.exec(part);
  if (quoted === null) return part;
  const [, inner = '', end] = quoted;
  const isBefore = (mark: string, at: number) => mark !== '' || (end !== '' && at === inner.length);
  return inner.replace(/(\\+)("?)/g, (found, run: string, mark: string, at: number) =>
    isBefore(mark, at + run.length) ? '\\'.repeat(run.length >> 1) + mark : found,
  );
}
