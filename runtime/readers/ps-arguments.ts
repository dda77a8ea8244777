/** The arguments of a PowerShell cmdlet by the full names of its parameters. */
import { quote } from './fault.ts';
import type { Token } from './ps-lexer.ts';
import { type Literal, PsValues } from './ps-literals.ts';

/** A value that is computed is undefined. */
export type Arguments = Map<string, Literal>;

const SWITCHES = ['force', 'passthru', 'whatif', 'confirm', 'recurse', 'usetransaction', 'verbose', 'debug'];
/** PowerShell takes each beginning that fits one of them only. */
const PARAMETERS = [
  ...['path', 'literalpath', 'name', 'value', 'type', 'propertytype', 'itemtype'],
  ...['filter', 'include', 'exclude', 'credential', 'inputobject', 'warningaction', 'erroraction'],
  ...SWITCHES,
];
const ALIASES: Record<string, string> = { lp: 'literalpath', pspath: 'literalpath', ea: 'erroraction' };
const ONE: Record<string, string> = { propertytype: 'type' };

function fullName(given: string): string | undefined {
  const name = given.toLowerCase();
  const fits = PARAMETERS.filter((each) => each.startsWith(name));
  const full = ALIASES[name] ?? (PARAMETERS.includes(name) || fits.length > 1 ? name : fits[0]);
  return full !== undefined && PARAMETERS.includes(full) ? (ONE[full] ?? full) : undefined;
}

/** Thrown where the arguments cannot be told apart; it does not leave this file. */
class Unclear extends Error {}

/** The arguments, or why they cannot be told. @param places Parameters that take their values by place. */
export function argumentsOf(places: readonly string[], tokens: readonly Token[]): Arguments | string {
  const given: Arguments = new Map();
  const values = new PsValues(tokens, 0);
  try {
    for (let token = values.peek(); token !== undefined; token = values.peek())
      if (!takeNamed(token, values, given)) takePlaced(token, values, given, places);
  } catch (error) {
    if (error instanceof Unclear) return error.message;
    throw error;
  }
  return given;
}

function takeNamed({ kind, text }: Token, values: PsValues, given: Arguments): boolean {
  const [, name, colon = ''] = /^[-\u2013\u2014]([a-z]{1,40})(:?)$/i.exec(text) ?? [];
  if (kind !== 'word' || name === undefined) return false;
  const parameter = fullName(name);
  if (parameter === undefined) throw new Unclear(`${quote(text)} is not known`);
  values.at++;
  // A switch has a value behind a colon only: -Confirm:$false.
  const none = SWITCHES.includes(parameter) ? colon === '' : values.peek() === undefined;
  given.set(parameter, none ? undefined : values.list(true));
  return true;
}

function takePlaced(token: Token, values: PsValues, given: Arguments, places: readonly string[]): void {
  if (token.kind === 'word' && token.text.startsWith('@'))
    throw new Unclear(`its parameters are in ${quote(token.text)}`);
  const place = places.find((each) => !given.has(each) && !(each === 'path' && given.has('literalpath')));
  const before = values.at;
  if (place !== undefined) given.set(place, values.list(true));
  if (values.at === before) throw new Unclear(`${quote(token.text)} is not expected`);
}
