/** One statement of a PowerShell script: the values that its commands write, and a note on each that is not read. */
import type { Collector } from './collect.ts';
import {
  type CommandWord,
  isReg,
  NESTED,
  namesScript,
  REG_TEXT,
  readRegCommand,
  regVerbsIn,
  SCRIPT,
  startsEncoded,
  unreadCommand,
} from './command.ts';
import { quote } from './fault.ts';
import { CMDLETS, readCmdlet } from './item-property.ts';
import { readOwnCommand } from './own-script.ts';
import type { Token } from './ps-lexer.ts';
import type { Pieces } from './types.ts';

const DRIVE = /^(?:hk\w{2,3}:|\S{0,30}registry::)/i;

export function namesKey({ text }: Token, keys: ReadonlySet<string>): boolean {
  return (
    DRIVE.test(text) || (keys.size > 0 && variablesIn(text.slice(0, 300)).some((name) => keys.has(name)))
  );
}

/** The names of the variables in a text, without their scopes. */
export function variablesIn(text: string): string[] {
  const found = text.match(/\$(?:\w+:)?\w+/g) ?? [];
  return found.map((each) => each.replace(/^\$(?:\w+:)?/, '').toLowerCase());
}

/** What a statement is read with. */
export interface Reading {
  collector: Collector;
  /** The script begins with the head that a conversion writes. */
  isOwn: boolean;
  /** Names of variables that hold keys, and `|` while a pipe gives them. */
  keys: Set<string>;
}

/** `param(…)` and what follows it on its line are read as two statements. */
export function* readStatement(statement: readonly Token[], reading: Reading): Pieces {
  const block = statement.slice(0, 8).findIndex(({ text }) => /^param$/i.test(text));
  const end = block === -1 ? statement.length : endOf(statement, block + 2);
  if (statement[end]?.text !== ')') return yield* readCommands(statement, reading);
  yield* readCommands(statement.slice(0, end + 1), reading);
  yield* readCommands(statement.slice(end + 1), reading);
}

function* readCommands(statement: readonly Token[], reading: Reading): Pieces {
  const { collector, isOwn } = reading;
  collector.spot = { line: statement[0]?.line ?? 1 };
  if (startsEncoded(statement)) unreadCommand(collector, 'an encoded command of PowerShell');
  let isStarted = PRINTS.test(statement[0]?.text ?? '');
  readStartedReg(statement, isStarted, collector);
  for (const [at, token] of statement.entries()) {
    const { kind, text, line } = token;
    collector.spot = { line };
    const why = hiddenWriter(token, statement[at + 1]?.text, isStarted);
    if (why !== undefined) unreadCommand(collector, why);
    else if (isOwn && at === 0 && /^(?:set|remove)-value$/i.test(text))
      readOwnCommand(text.toLowerCase(), statement.slice(1), collector);
    else if (kind !== 'mark' && isCommandPlace(statement, at)) {
      // Each command in the brackets of another is read with its arguments once more.
      yield;
      isStarted = readPowershellCommand(statement, at, reading) || isStarted;
    }
  }
}

/** With the remarks of cmd.exe: guides mix its commands with those of PowerShell. */
const PRINTS = /^(?:write-\w+|echo|@?rem|::)$/i;

/** `reg`, called or behind a program that starts it; of what is printed only where it is called. */
function readStartedReg(statement: readonly Token[], isPrinted: boolean, collector: Collector): void {
  let end = 0;
  for (const verb of regVerbsIn(statement)) {
    const before = statement[verb - 1];
    if (verb < end || before === undefined || (isPrinted && !isCommandPlace(statement, verb - 1))) continue;
    end = endOf(statement, verb);
    collector.spot = { line: before.line };
    if (isReg(before.text))
      readRegCommand(before.text, commandWords(statement.slice(verb, end), collector.file), collector);
    else unreadCommand(collector, `${quote(before.text)} starts reg`);
  }
}

/** Of .NET, and of the shell object of Windows Script Host. */
const METHODS = /[.:](?:setvalue|deletevalue|deletesubkey(?:tree)?|regwrite|regdelete)$/i;

/** Why a token is not read that writes values at any place. @param isStarted It is printed, or the program that gets it has a note. */
function hiddenWriter(
  { kind, text, computed }: Token,
  next: string | undefined,
  isStarted: boolean,
): string | undefined {
  const end = text.slice(-300);
  if (kind === 'word' && next === '(' && METHODS.test(end)) return `the method ${quote(text)}`;
  if (/\bStdRegProv$/i.test(end)) return `${quote(text)} of WMI`;
  if (kind !== 'text') return undefined;
  const within = computed && text.includes('$(') ? text.slice(text.indexOf('$(')) : '';
  if (NESTED.test(within)) return `it stands in a text: ${quote(within)}`;
  const isArgument = /^\s*[-/]\w/.test(text) && NESTED.test(text);
  return !isStarted && (isArgument || REG_TEXT.test(text))
    ? `it stands in a text: ${quote(text)}`
    : undefined;
}

/** Whether a command may begin here: at the beginning, or behind what calls or assigns. */
function isCommandPlace(statement: readonly Token[], at: number): boolean {
  const before = statement[at - 1];
  if (before === undefined || (before.kind === 'mark' && /^@?\($/.test(before.text))) return true;
  // At most a type and a variable, or the options of `powershell`, precede it.
  return at < 8 && (before.text === '=' || (before.kind === 'word' && CALLS.test(before.text)));
}

/** Words that call the command behind them; the last one is an option of `powershell` and `cmd`. */
const CALLS = /^(?:\.|return|[-/]c(?:ommand)?)$/i;
/** Programs that write the values of other files. */
const OTHER_PROGRAMS = /^(?:.*[\\/])?(?:regedi?t(?:32)?|regini|lgpo|secedit)(?:\.exe)?$/i;
/** The same with options that write nothing; `/e` of LGPO does write. */
const EXPORTS =
  /(?:regedit(?:\.exe)? [-/]e|lgpo(?:\.exe)? [-/](?:b|parse)|secedit(?:\.exe)? [-/](?:export|analyze|validate|generaterollback))$/i;

/** Names of what writes registry values: cmdlets of other modules, functions with such names, and DSC resources. */
const OTHER_WRITERS =
  /^(?:(?:import|restore)-gpo|(?:set|remove)-policyfileentry|(?:set|new|add|update|write|remove|create|delete|import|ensure|apply|configure|edit|modify)-?\w{0,40}(?<!fo|gg|container)reg(?!ion|ist(?:er|ra)|ex|ul|ress|ener)\w{0,40}|(?:set|new|ensure|apply)-?[dq]word\w{0,40}|(?:set|new|remove)-itemproperty\w{1,40}|reg(?:istry)?[-_]?(?:set|add|write|put|remove|delete|import)\w{0,40}|set-policy|registrypolicyfile|securityoption|securitytemplate|c?administrativetemplatesetting)$/;
/** Names of functions that set a value if they are given a key, a name and data. */
const SETS =
  /^(?:set|new|add|update|remove|create|delete|ensure|apply|configure|edit|modify|enforce|write(?=-\w{1,40}(?:value|key|property)$))-?(?!(?:content|location|variable|member|psdrive|acl)$)\w{1,40}$/;
/** DSC resources that write registry values. */
export const RESOURCE = /^(?:x?Registry|Registry(PolicyFile))$/i;
const STARTS = /^(?:start-process|saps|start)$/;
const RUNS =
  /^(?:.*[\\/])?(?:cmd|powershell|pwsh|[cw]script|iex|invoke-expression|psexec|import-module|ipmo|using|invoke-item|ii)(?:64)?(?:\.exe)?$/;
const RUNS_TEXT = /^(?:iex|invoke-expression)$/;

/** @returns whether it added a note that the command starts something that writes. */
function readPowershellCommand(
  statement: readonly Token[],
  at: number,
  { collector, keys }: Reading,
): boolean {
  const { kind, text } = statement[at] ?? { kind: 'end', text: '' };
  const name = text
    .slice(-300)
    .toLowerCase()
    .replace(/^(?:microsoft\.powershell\.management|grouppolicy)\\/, '');
  // `& 'Set-ItemProperty' …`
  const isName = kind === 'word' || (at === 0 && statement.length > 1);
  const cmdlet = isName ? CMDLETS.get(name) : undefined;
  const args = statement.slice(at + 1, endOf(statement, at + 1));
  if (cmdlet !== undefined) {
    const ofKey = keys.has('|') || args.some((token) => namesKey(token, keys));
    readCmdlet(cmdlet, text, args, ofKey, collector);
  } else if (isScript(statement, at) || writesOtherwise(isName, name, args, keys))
    unreadCommand(collector, quote(text));
  else {
    const why = STARTS.test(name) || RUNS.test(name) ? whyUnreadStart(name, args) : undefined;
    if (why !== undefined) unreadCommand(collector, `${quote(text)} ${why}`);
    return why !== undefined;
  }
  return false;
}

/** Whether it runs a file: a text alone does so behind `&`, and is a name before an equals sign. */
function isScript(statement: readonly Token[], at: number): boolean {
  const { kind, text } = statement[at] ?? { kind: 'end', text: '' };
  return SCRIPT.test(text) && (kind === 'word' || (at === 0 && statement[1]?.text !== '='));
}

function setsValue(args: readonly Token[], keys: ReadonlySet<string>): boolean {
  const given = args.filter(
    ({ kind, text }) => kind === 'text' || (kind === 'word' && !text.startsWith('-')),
  );
  return given.length > 2 && given.some((token) => namesKey(token, keys));
}

function writesOtherwise(
  isName: boolean,
  name: string,
  args: readonly Token[],
  keys: ReadonlySet<string>,
): boolean {
  if (OTHER_PROGRAMS.test(name)) return !args.some(({ text }) => EXPORTS.test(`${name} ${text}`));
  const [first] = isReg(name) ? args : [];
  if (/^@?\($/.test(first?.text ?? '') || first?.computed) return true;
  if (name === 'invoke-dscresource') return args.some(({ text }) => RESOURCE.test(text));
  return isName && (OTHER_WRITERS.test(name) || (SETS.test(name) && setsValue(args, keys)));
}

/** Of a program that starts another one or runs a text: why it is not read. */
function whyUnreadStart(name: string, args: readonly Token[]): string | undefined {
  const isProgram = (end: string) => STARTS.test(name) && (isReg(end) || OTHER_PROGRAMS.test(end));
  const nested = args.find(
    ({ kind, text }, at) =>
      kind !== 'mark' && (NESTED.test(text) || namesScript(args, at) || isProgram(text.slice(-300))),
  );
  if (nested) return `starts ${quote(nested.text)}`;
  if (!RUNS_TEXT.test(name)) return undefined;
  const first = args.find(({ kind, text }) => kind !== 'word' || !text.startsWith('-'));
  // Without arguments it takes what a pipe gives.
  const isComputed = first === undefined || first.computed === true || first.kind === 'mark';
  return isComputed ? 'runs a text that is computed' : undefined;
}

/** The bracket that closes the one before the command, a redirection, or the end. */
function endOf(statement: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < statement.length; at++) {
    const { kind, text } = statement[at] ?? { kind: 'end', text: '' };
    if (kind === 'word' && /^[\d*]?>/.test(text)) return at;
    if (kind !== 'mark') continue;
    if (/\($/.test(text)) depth++;
    else if (text === ')' && --depth < 0) return at;
  }
  return statement.length;
}

/** The arguments of a program: tokens without a blank between them are one. */
function commandWords(tokens: readonly Token[], file: string): CommandWord[] {
  const words: CommandWord[] = [];
  for (const { kind, text, glued, computed } of tokens) {
    const word: CommandWord = (glued && words.pop()) || { text: '' };
    word.text += text;
    if (computed || (kind === 'mark' && text !== '=')) word.computed = true;
    words.push(word);
  }
  for (const word of words) if (!word.computed) Object.assign(word, varying(word.text, file));
  return words;
}

/** Before PowerShell 7.3 empty texts are lost, quotation marks not escaped, and `"a b\"` does not end. */
function varying(text: string, file: string): Partial<CommandWord> {
  if (/[%^]/.test(text) && !/\.psm?1$/i.test(file))
    return { varies: `cmd.exe reads % and ^ otherwise than PowerShell: ${quote(text)}` };
  const isStable = text !== '' && !text.includes('"') && !(text.endsWith('\\') && /\s/.test(text));
  return isStable
    ? {}
    : { varies: `Windows PowerShell hands it to reg otherwise than PowerShell 7.3 does: ${quote(text)}` };
}
