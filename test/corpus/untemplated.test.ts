/** Settings that no template documents, asked of the compiled dataset. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { ControlFact, SettingFact } from '../../build/facts/types.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { csp, matchesOf, record, resolve } from '../answers.ts';
import { corpus } from './dist.ts';

const { ask } = await corpus();

const factsOf = (source: string) => readLines<SettingFact>(join(FACTS, `${source}.jsonl`));
const TABLE = join(ROOT, '..', 'shared', 'sources', 'security-options');
if (!existsSync(TABLE)) console.log('skipped: the table of security options (no ../shared/sources here)');

describe('security options', () => {
  it.skipIf(!existsSync(TABLE))('every registry value of the table is found', async () => {
    const files = (await readdir(TABLE, { recursive: true })).filter((name) => name.endsWith('.psd1'));
    const text = files.map((name) => readFileSync(join(TABLE, name), 'utf8')).join('\n');
    const values = [...text.matchAll(/Value\s*=\s*["'](MACHINE\\[^"'\r\n]+)["']/gi)].map(
      ([, path = '']) => path,
    );
    expect(values.length).toBeGreaterThanOrEqual(84);
    const mapped: string[] = [];
    for (const path of values) {
      const at = path.lastIndexOf('\\');
      const matches = matchesOf(await resolve(ask, path.slice(0, at), path.slice(at + 1).trim()));
      expect(
        matches.map(({ source }) => source),
        path,
      ).toContain('security-options');
      if (matches.some(({ source, csp: node }) => source === 'security-options' && node)) mapped.push(path);
    }
    expect(mapped.length).toBeGreaterThanOrEqual(69);
  });

  it('and controls are found by each node that is stated for them, and the other way round', async () => {
    const settings = [...(await factsOf('security-options')), ...(await factsOf('osconfig'))];
    const stated = settings.flatMap((each) => (each.mdm ?? []).map((mdm) => ({ ...each, ...mdm })));
    expect(stated.length).toBeGreaterThan(90);
    for (const { slug, key, valueName = '', omaUri, confidence } of stated) {
      const [found] = matchesOf(await csp(ask, omaUri)).filter((match) => match.slug === slug);
      expect(found, omaUri).toMatchObject({ registryKey: key, valueName, csp: { omaUri }, confidence });
      const [match] = matchesOf(await resolve(ask, key, valueName)).filter((each) => each.slug === slug);
      expect([match?.csp, ...(match?.cspAlternatives ?? [])].map((each) => each?.omaUri)).toContain(omaUri);
    }
  });

  it('System Access controls say that they write no registry value', async () => {
    const controls = await readLines<ControlFact>(join(FACTS, 'controls.jsonl'));
    const access = controls.filter(({ area, omaUri }) => area === 'System Access' && omaUri !== undefined);
    expect(access).toHaveLength(6);
    for (const { omaUri = '' } of access)
      expect((await csp(ask, omaUri)).result.reason).toContain('writes no registry value by design');
  });

  it('a record claims no state that the option does not have', async () => {
    for (const { slug } of [...(await factsOf('security-options')), ...(await factsOf('osconfig'))]) {
      const found = await record(ask, slug);
      expect(found).not.toHaveProperty('enabledValue');
      expect(found).not.toHaveProperty('disabledValueKind');
      expect(found).not.toHaveProperty('admxFile');
      expect(found.registryType ?? found.openTypes, slug).toBeDefined();
    }
  });
});
