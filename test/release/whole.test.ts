/** From the vendor's server to the served dataset, with a real vendor's real files. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChecks } from '../../build/checks/run.ts';
import { readDeclarations } from '../../build/pipeline/fetch/declarations.ts';
import { LOCK } from '../../build/pipeline/fetch/lock.ts';
import { readKnownInputs } from '../../build/pipeline/fetch/pins.ts';
import { registerVersions } from '../../build/pipeline/fetch/register.ts';
import { importDeclared } from '../../build/pipeline/import-declared.ts';
import { importNotes } from '../../build/pipeline/import-notes.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { release } from '../../build/pipeline/release.ts';
import { zip } from '../fetch/_archives.ts';
import { run } from '../fetch/_run.ts';
import { startVendors } from '../fetch/_vendors.ts';
import { index } from '../publish/_dist.ts';
import { bytesBelow } from '../scratch.ts';
import { compileSmall, editFacts, editSource, folder, forget, leanFacts } from './_facts.ts';

const repository = join(import.meta.dirname, '../..');
const shared = join(repository, '../shared/sources');
if (!existsSync(shared)) console.log(`Skipped: the vendors' files are not at ${shared}`);

async function chromePackage(version: string): Promise<Buffer> {
  const all = [...(await bytesBelow(join(shared, 'chrome', version)))];
  const wanted = all.filter(([name]) => /\.admx$|^en-US.*\.adml$/.test(name));
  return zip(Object.fromEntries(wanted.map(([name, bytes]) => [`windows/admx/${name}`, bytes])));
}

const vendors = await startVendors();

test.skipIf(!existsSync(shared))(
  'two releases of Chrome, from the download to the served dataset',
  async () => {
    const facts = await leanFacts(['chrome']);
    await editSource(facts, 'chrome', (source) => {
      source.versions = [];
    });
    await editFacts(facts, 'chrome', () => []);
    await forget(facts, 'chrome');
    const [into, to] = [await folder(), join(await folder(), 'served')];
    const url = 'https://dl.google.com/dl/edgedl/chrome/policy/policy_templates.zip';
    const { chrome } = await readDeclarations(join(repository, 'facts/downloads.json'));

    const nightly = async (version: string, modified: string, epoch: number) => {
      vendors.file(url, await chromePackage(version), `"${version}"`, modified);
      const known = await readKnownInputs(facts);
      const results = await run(vendors, { into, lockFile: join(facts, LOCK) }, { chrome }, { known });
      expect(results).toMatchObject([{ status: 'fetched', version }]);
      const register = () => registerVersions({ sourcesFile: join(facts, 'sources.json'), into, results });
      expect([await register(), await register()]).toEqual([[`chrome ${version}`], []]);
      return release({
        facts,
        ...(existsSync(to) ? { previous: to } : {}),
        report: () => {},
        steps: {
          importInto: async (folderOfFacts) => {
            const imported = await importDeclared({
              root: into,
              facts: folderOfFacts,
              builtIn: folderOfFacts,
            });
            return importNotes(imported.facts);
          },
          check: async (checked) =>
            (await runChecks(checked, checked)).filter(({ name }) => /slug|policyId|sorted/i.test(name)),
          compile: (from, dist) => compileSmall(from, dist, epoch),
          publish: async (from) => void (await publish({ from, to, keep: 2 })),
        },
      });
    };

    const first = await nightly('120.0.6099.217', 'Sun, 14 Jan 2024 10:00:00 GMT', 1_710_000_000);
    expect(first.changes.summary).toMatchObject({ settingsBefore: 0, settingsAfter: 601, added: 601 });
    // A fresh clone has the facts of the older version, not its files.
    await rm(join(into, 'chrome', '120.0.6099.217'), { recursive: true });
    const second = await nightly('151.0.7922.174', 'Fri, 21 Aug 2026 10:00:00 GMT', 1_790_000_000);
    expect(second.notes).toMatch(/chrome 151\.0\.7922\.174 .* put onto the facts of the versions before/);
    expect(second.notes).toMatch(/## Kept as they are in the facts\n\n- chrome 120\.0\.6099\.217\n/);
    // What the newer version dropped stays documented, by the older one.
    expect(second.changes.summary).toMatchObject({
      settingsBefore: 601,
      settingsAfter: 741,
      added: 140,
      removed: 0,
    });
    const { added = [], changed = [], ...versions } = second.changes.sources.chrome ?? {};
    expect(versions).toMatchObject({
      versionsBefore: ['120.0.6099.217'],
      versionsAfter: ['120.0.6099.217', '151.0.7922.174'],
    });
    expect(new Set(added.map(({ firstSeen }) => firstSeen))).toEqual(new Set(['2026-08-21']));
    const touched = changed.filter(({ changes }) =>
      changes.some(({ kind }) => kind === 'element' || kind === 'value' || kind === 'key'),
    );
    expect(touched.length).toBeGreaterThan(0);
    expect(new Set(touched.map(({ lastModified }) => lastModified))).toEqual(new Set(['2026-08-21']));
    expect(await index(to)).toEqual({
      serial: 1_790_000_000,
      updated: expect.stringMatching(/^20/),
      latest: second.version,
      versions: [
        { version: second.version, generatedAt: '2026-09-21T14:13:20.000Z' },
        { version: first.version, generatedAt: '2024-03-09T16:00:00.000Z' },
      ],
    });
  },
);
