/** The expressions of OSConfig's column `Allowed Value`. */
import { expect, it } from 'vitest';
import { parseAllowedValues } from '../../build/import/allowed-values.ts';
import type { RegistryType } from '../../runtime/contract/data.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';

it.each(vectors<[RepeatedText, RegistryType, unknown]>('allowed-values'))(
  '%j of %s',
  (text, type, expected) => {
    expect(parseAllowedValues(repeatedText(text), type)).toEqual(expected);
  },
);

it.each(vectors<[RepeatedText, string]>('allowed-value-problems'))('refuses %j', (text, message) => {
  expect(() => parseAllowedValues(repeatedText(text), 'REG_DWORD')).toThrow(message);
});
