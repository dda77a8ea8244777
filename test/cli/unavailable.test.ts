/** What a command says of a dataset that it cannot read: one remedy, which fits. */
import { describe, expect, it } from 'vitest';
import { openService, openSnapshot } from '../../cli/open.ts';
import { SCHEMA_VERSION } from '../../runtime/format/format.ts';
import { newFolder, writeFiles } from '../scratch.ts';

const VERSION = '0123abcd';

const INDEX = {
  latest: VERSION,
  versions: [{ version: VERSION, generatedAt: '2026-01-01T00:00:00.000Z', bytes: 1 }],
};

describe.each([
  ['a question', (dist: string) => openSnapshot(dist)],
  ['a command that goes on answering', (dist: string) => openService(dist, 60_000, () => {})],
])('%s', (_, open) => {
  const messageOf = async (files: Record<string, unknown>) => {
    const dist = await newFolder();
    const texts = Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]);
    await writeFiles(dist, Object.fromEntries(texts));
    const error: unknown = await open(dist).catch((cause: unknown) => cause);
    return String(error).replaceAll(dist, 'DIST');
  };

  it.each([
    ['a newer format', SCHEMA_VERSION + 1, 'update hivecheck'],
    ['an older format', SCHEMA_VERSION - 1, 'run `hivecheck compile` to write it anew'],
  ])('is told one remedy for %s', async (_name, schemaVersion, remedy) => {
    const message = await messageOf({
      'index.json': INDEX,
      [`${VERSION}/manifest.json`]: { schemaVersion },
    });
    expect(message).toContain(
      `format ${schemaVersion}, this hivecheck reads format ${SCHEMA_VERSION}: ${remedy}`,
    );
    expect(message).toMatch(/\(dataset DIST\)$/);
  });

  it('is told a remedy for a dataset that is missing', async () => {
    const message = await messageOf({});
    expect(message).toMatch(/\(dataset DIST; run "hivecheck compile", or name another dataset\)$/);
  });
});
