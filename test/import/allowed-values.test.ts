/** The expressions of OSConfig's column `Allowed Value`. */
import { describe, expect, it } from 'vitest';
import { parseAllowedValues } from '../../build/import/allowed-values.ts';
import type { RegistryType } from '../../runtime/contract/data.ts';
import { vectors } from '../vectors.ts';

describe('allowed values', () => {
  it.each(vectors<[string, RegistryType, unknown]>('allowed-values'))('%j of %s', (text, type, expected) => {
    expect(parseAllowedValues(text, type)).toEqual(expected);
  });

  it.each(vectors<[string, string]>('allowed-value-problems'))('refuses %j', (text, message) => {
    expect(() => parseAllowedValues(text, 'REG_DWORD')).toThrow(message);
  });
});
