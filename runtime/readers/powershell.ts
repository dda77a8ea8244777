/**
 * Reads the commands of PowerShell scripts that write registry values: the cmdlets for item properties, `reg`, and the
 * DSC resources `Registry` and `RegistryPolicyFile`. Only what is literal is read; a note names each other command with its line.
 */
import type { Collector } from './collect.ts';
import { ReadFault } from './fault.ts';
import { readPolicyFile, readRegistryResource } from './item-property.ts';
import { ownHeadOf } from './own-script.ts';
import { PsLexer, type Token } from './ps-lexer.ts';
import { type Literal, PsValues } from './ps-literals.ts';
import { namesKey, RESOURCE, type Reading, readStatement, variablesIn } from './ps-statement.ts';
import type { Pieces } from './types.ts';

/** Tokens of one statement; a list of 16,384 bytes has twice as many. */
const MAX_TOKENS = 65_536;

export function* readPowershell(text: string, collector: Collector): Pieces {
  const head = ownHeadOf(text);
  const lexer = new PsLexer(text, collector);
  lexer.goTo(head.length);
  const script = new Script({ collector, isOwn: head !== '', keys: new Set() });
  for (let token = lexer.step(); token !== undefined; token = lexer.step()) {
    yield;
    if (token === 'skipped') continue;
    for (const tokens of lexer.nested.splice(0)) {
      const nested = new Script({ collector, isOwn: false, keys: new Set() });
      for (const each of tokens) if (nested.ends(each)) yield* nested.read(each.text);
      yield* nested.read('');
    }
    if (script.ends(token)) yield* script.read(token.text);
  }
  yield* script.read('');
}

function endsStatement({ kind, text }: Token): boolean {
  return kind === 'end' || (kind === 'mark' && /^(?:@?\{|[}|&])$/.test(text));
}

/** `Registry NAME {`, in a configuration. */
function isResource(statement: readonly Token[]): boolean {
  const [type, name, more] = statement;
  return type?.kind === 'word' && RESOURCE.test(type.text) && name !== undefined && more === undefined;
}

class Script {
  readonly #reading: Reading;
  #statement: Token[] = [];
  /** The DSC resource that is being read; `depth`: how many braces are open in it. */
  #resource: { type: string; line: number; fields: Map<string, Literal>; depth: number } | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Whether the token ends the statement; else it is a part of it. */
  ends(token: Token): boolean {
    const statement = this.#statement;
    if (endsStatement(token)) {
      if (token.text === '\n' && isResource(statement)) return false;
      // `HKLM:\A\{B}` without quotation marks ends at the brace. With the brace in the statement the key is not read.
      if (token.text === '{' && token.glued && !isResource(statement)) statement.push(token);
      return true;
    }
    if (statement.push(token) > MAX_TOKENS)
      throw new ReadFault(`a statement has more than ${MAX_TOKENS} words`, { line: token.line });
    return false;
  }

  /** @param end What ends the statement. */
  *read(end: string): Pieces {
    const statement = this.#statement;
    const { collector, keys } = this.#reading;
    this.#statement = [];
    if (this.#resource === undefined) {
      const [{ text: type, line } = { text: '', line: 1 }] = statement;
      if (end === '{' && isResource(statement)) this.#resource = { type, line, fields: new Map(), depth: 1 };
      else yield* readStatement(statement, this.#reading);
      takeKeys(statement, end, keys);
      return;
    }
    const { type, fields, depth, line } = this.#resource;
    if (depth === 1) readField(statement, fields);
    this.#resource.depth += end === '}' ? -1 : Number(end === '{' || end === '@{');
    if (this.#resource.depth > 0) return;
    collector.spot = { line };
    if (RESOURCE.exec(type)?.[1]) readPolicyFile(fields, collector);
    else readRegistryResource(fields, collector);
    this.#resource = undefined;
  }
}

/** `$path = 'HKLM:\A'`, `foreach ($path in 'HKLM:\A')`, `Get-ChildItem HKLM:\A |`. */
function takeKeys(statement: readonly Token[], end: string, keys: Set<string>): void {
  if (/^[\n;]$/.test(end)) keys.delete('|');
  if (end === '{' && keys.has('|')) keys.add('_');
  if (!statement.some((token) => namesKey(token, keys))) {
    if (end === '|' && !keys.has(end)) keys.delete('_');
    return;
  }
  if (end === '|') keys.add(end);
  for (const [at, { text }] of statement.entries())
    if (/^(?:=|in)$/i.test(statement[at + 1]?.text ?? '')) keys.add(variablesIn(text)[0] ?? '');
}

function readField(statement: readonly Token[], fields: Map<string, Literal>): void {
  const [name, equals] = statement;
  if (name?.kind !== 'word' || equals?.text !== '=') return;
  const values = new PsValues(statement, 2);
  const value = values.list(false);
  fields.set(name.text.toLowerCase(), values.peek() === undefined ? value : undefined);
}
