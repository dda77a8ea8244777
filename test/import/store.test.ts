/** A central store as administrators keep it: several vendors in one folder, in the languages that each has. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJson } from '../../build/facts/model.ts';
import { pairId, writtenPairs } from '../../build/facts/pair-id.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import { addBuiltIn, builtInNodes } from '../../build/import/built-in.ts';
import { importSources } from '../../build/import/run.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { newFolder } from '../scratch.ts';
import { source } from './fixture.ts';

const SHARED = join(ROOT, '..', 'shared', 'sources');
const PARTS = ['windows-11/25H2', 'chrome/151.0.7922.174', 'firefox/8.1'];
const present = PARTS.every((each) => existsSync(join(SHARED, each)));
if (!present) console.log('skipped: a central store of several vendors (no ../shared/sources here)');

it.skipIf(!present)(
  'a store of three vendors is imported whole, with its languages as they are',
  async () => {
    const store = await newFolder();
    for (const each of PARTS) await cp(join(SHARED, each), store, { recursive: true });
    const own = source({ versions: [{ version: 'local', languages: ['de-DE', 'en-US', 'fr-FR'] }] });
    const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
    const facts = await importSources({
      root: store,
      sources: [own],
      folderOf: () => store,
      nodes: await builtInNodes(FACTS, sources),
    });
    expect(facts.problems).toEqual([]);
    const { leftOut, missingTexts, missingAdml, files } = facts.report.sources.fixture ?? {};
    expect({ leftOut, missingTexts }).toEqual({ leftOut: [], missingTexts: undefined });
    // Only Firefox and its parent category's file are in three languages.
    expect(Object.keys(missingAdml ?? {})).toEqual(['de-DE', 'fr-FR']);
    expect(files).toBeGreaterThan(200);
    const settings = facts.settings.get('fixture') ?? [];
    expect(settings.length).toBeGreaterThan(4000);
    expect(settings.filter(({ firstSeen, lastModified }) => firstSeen ?? lastModified)).toEqual([]);
    const german = settings.filter(({ text }) => text['de-DE']);
    expect(new Set(german.map(({ admx }) => admx))).toEqual(new Set(['firefox.admx']));
    expect(german.every(({ text }) => text['en-US'] && text['fr-FR'])).toBe(true);

    const added = await addBuiltIn(facts, FACTS, sources);
    expect(added.map(({ id }) => id).join()).toBe('security-options,osconfig,policy-ddf,microsoft-learn');
    expect(facts.settings.get('security-options')).toHaveLength(90);
    // What the store itself documents is a cross-check, not a second setting.
    const written = new Set(settings.flatMap((each) => [...writtenPairs(each)]));
    for (const { key, valueName = '' } of facts.settings.get('osconfig') ?? [])
      expect(written.has(pairId(key, valueName))).toBe(false);
    expect(facts.controls.length).toBeGreaterThan(300);
  },
);
