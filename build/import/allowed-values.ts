/**
 * The contents that a baseline allows, as its column `Allowed Value` writes them: `Range(0, 1)`, `Range(0, )`,
 * `OneOf(Equals(0), Equals(null))`, `ContainsAtMost('a','b')`, `AllOf(Pattern('…'))`.
 */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { contentAs } from '../../runtime/verify/registry-content.ts';
import type { ContentFact, RegistryData } from '../facts/types.ts';

type Allowed = Omit<ContentFact, 'registryType'>;

/** Arguments of a list, each but the first with the comma before it. A backslash in quotes is an ordinary character. */
const EQUALS = /(?:^|(?!^),)\s*Equals\(\s*(?:'([^']*)'|(-?\d+)|null)\s*\)\s*/gy;
const PATTERN = /(?:^|(?!^),)\s*Pattern\(\s*'([^']*)'\s*\)\s*/gy;
const ENTRY = /(?:^|(?!^),)\s*'([^']*)'\s*/gy;

/** @throws Error that names what is not readable; the caller adds the file and line. */
export function parseAllowedValues(text: string, type: RegistryType): Allowed {
  const whole = text.trim();
  if (whole === '') return { free: true };
  const [, name, list = ''] = /^([A-Za-z]+)\((.*)\)$/s.exec(whole) ?? [];
  switch (name) {
    case undefined:
      throw new Error(`"${whole}" is not an expression such as Range(0, 1)`);
    case 'Range':
      return range(list, type);
    case 'Equals':
    case 'OneOf': {
      const all = argumentsIn(name === 'OneOf' ? list : whole, EQUALS, 'Equals(…) with one value');
      return { options: all.map(([, quoted, number]) => equals(quoted ?? number, type)) };
    }
    case 'ContainsAtMost':
      return { entries: argumentsIn(list, ENTRY, 'a text in quotes').map(([, entry = '']) => entry) };
    case 'Pattern':
    case 'AllOf': {
      const all = argumentsIn(name === 'AllOf' ? list : whole, PATTERN, 'Pattern(…) with a text in quotes');
      return { patterns: all.map(([, pattern = '']) => pattern) };
    }
    default:
      throw new Error(`unknown kind of allowed value ${name}(…)`);
  }
}

function argumentsIn(list: string, one: RegExp, what: string): RegExpExecArray[] {
  const all = [...list.matchAll(one)];
  const rest = list.slice(all.reduce((sum, [text]) => sum + text.length, 0));
  if (rest !== '' || all.length === 0) throw new Error(`${what} expected at "${rest.slice(0, 20)}"`);
  return all;
}

function range(list: string, type: RegistryType): Allowed {
  const [min = '', max = '', ...more] = list.split(',').map((each) => each.trim());
  if (`${min}${max}` === '' || !list.includes(',') || more.length > 0)
    throw new Error('Range(…) does not have two numbers');
  const [from = 0n, to = from] = [min, max].map((each) => (each === '' ? undefined : numberOf(each, type)));
  if (from > to) throw new Error('Range(…) ends before it begins');
  return { ...(min !== '' && { minValue: min }), ...(max !== '' && { maxValue: max }) };
}

/** @param value Undefined: the registry value may be absent. */
function equals(value: string | undefined, type: RegistryType): RegistryData {
  if (value === undefined) return { kind: 'delete' };
  if (type !== 'REG_DWORD' && type !== 'REG_QWORD') return { kind: 'string', value };
  numberOf(value, type);
  return { kind: type === 'REG_DWORD' ? 'decimal' : 'longDecimal', value };
}

function numberOf(text: string, type: RegistryType): bigint {
  if (!/^\d+$/.test(text) || contentAs(type, text) === undefined)
    throw new Error(`${text} is no number that ${type} holds`);
  return BigInt(text);
}
