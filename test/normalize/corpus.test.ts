import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { normalizeKeyForBuild, normalizeOmaUri, parseKey } from '../../runtime/format/keys.ts';
import { expectEqual, expectSame } from '../same.ts';
import { factLines, vectors } from '../vectors.ts';

const FACTS = join(import.meta.dirname, '../../facts');
const keys = new Set<string>();
const nodes: { omaUri: string; scope: string }[] = [];

function collect(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  const { key, omaUri, scope } = json as Record<string, unknown>;
  if (typeof key === 'string') keys.add(key);
  if (typeof omaUri === 'string' && typeof scope === 'string') nodes.push({ omaUri, scope });
  for (const below of Object.values(json)) collect(below);
}

for (const name of await readdir(FACTS)) {
  if (!name.endsWith('.jsonl')) continue;
  for (const fact of factLines(name)) collect(fact);
}

const PREFIXES = [
  ...vectors<{ hive: string | null; text: string }>('hive-spellings'),
  { hive: null, text: '' },
];

test('every documented key is found under every spelling of its hive, and loses no part without one', () => {
  expect(keys.size).toBeGreaterThan(2000);
  for (const key of keys) {
    const normalized = normalizeKeyForBuild(key);
    if (normalized === '') expect(key).toBe('a key with a name');
    for (const { hive, text: prefix } of PREFIXES) {
      const got = parseKey(prefix + key);
      expectEqual([got.hive, got.keys[0]], [hive, normalized], prefix + key);
    }
    expectSame(parseKey(`[HKEY_LOCAL_MACHINE\\${key}]`).keys[0], normalized);
    if (key.includes('/')) continue;
    const { keys: read } = parseKey(`HKLM/${key.replaceAll('\\', '/')}`);
    if (!read.includes(normalized)) expect(read).toContain(normalized);
  }
});

test('the path of every documented OMA-URI says its scope', () => {
  expect(nodes.length).toBeGreaterThan(1000);
  for (const { omaUri, scope } of nodes) {
    const got = normalizeOmaUri(omaUri);
    expectEqual([got.scope, got.result], [scope, omaUri.includes('/Policy/Result')], omaUri);
    // The vendor's own files write some nodes in the short Device form (AppLocker's).
    const long = omaUri.toLowerCase().replace(/^\.\/vendor\//, './device/vendor/');
    expectSame(got.uri, got.result ? long.replace('/policy/result', '/policy/config') : long);
    expectEqual(normalizeOmaUri(`${omaUri.slice(2).toUpperCase()}/`), got);
  }
});
