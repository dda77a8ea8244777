/** Made-up registry values with all that forms have trouble with, and a value in the shape that readers give. */
import fc from 'fast-check';
import type { RegistryValue } from '../../runtime/convert/registry.ts';
import { vectors } from '../vectors.ts';

const plain = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
/** Each has a meaning in some form: a quotation mark, a template, a bracket, a line break of Unicode. */
const risky = fc.constantFrom(...vectors<string>('risky-texts'));
const text = fc.oneof(plain, risky, fc.constantFrom('', 'two\r\nlines', 'a;b,c', '%SystemRoot%', '\ud800'));
const name = fc.oneof(
  risky,
  fc.string({ minLength: 1, maxLength: 10 }),
  fc.constant(''),
  fc.constant('**del.x'),
);
const part = fc
  .oneof(risky, fc.string({ minLength: 1, maxLength: 10 }))
  .map((each) => each.replaceAll('\\', '/'));
const key = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `Software\\${parts.join('\\')}`);
const bytes = fc.uint8Array({ maxLength: 9 }).map((each) => Buffer.from(each).toString('hex'));

const content = fc.oneof(
  fc.record({ type: fc.constant('REG_DWORD'), data: fc.nat(0xffff_ffff) }),
  fc.record({ type: fc.constant('REG_QWORD'), data: fc.bigInt(0n, 2n ** 64n - 1n).map(exact) }),
  fc.record({ type: fc.constantFrom('REG_SZ', 'REG_EXPAND_SZ'), data: text }),
  fc.record({ type: fc.constant('REG_MULTI_SZ'), data: fc.array(plain, { maxLength: 3 }) }),
  fc.record({ type: fc.constantFrom('REG_BINARY', 'REG_NONE', '0x1234'), data: bytes }),
  fc.constant({ delete: true as const }),
);

const value: fc.Arbitrary<RegistryValue> = fc
  .record({ hive: fc.constantFrom('HKLM' as const, 'HKCU' as const), key, name, title: text })
  .chain((place) => content.map((each) => ({ ...place, ...each })));

export function exact(number: bigint): number | string {
  return number <= Number.MAX_SAFE_INTEGER ? Number(number) : String(number);
}

/** One value a pair: what one file does twice is not what these tests are about. */
export const values = fc.uniqueArray(value, {
  minLength: 1,
  maxLength: 5,
  selector: (each) => `${each.key}\0${each.name}`.toLowerCase(),
});

export const same = ({ hive, key: path, name: valueName, type, data, delete: deleted }: RegistryValue) => ({
  hive,
  key: path,
  name: valueName,
  type: deleted ? undefined : type,
  data: deleted ? undefined : data,
  delete: deleted,
});

export const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();
