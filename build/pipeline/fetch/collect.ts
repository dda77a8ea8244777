/** Adopts what other machines fetched, one folder each: new versions, and the pins of all. */
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFolder, subfolders } from '../../atomic.ts';
import { readJson } from '../../facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../../facts/sources.ts';
import { markdownTable } from '../../markdown.ts';
import { FetchError } from './errors.ts';
import { LOCK, LockFile } from './lock.ts';
import { registerVersions } from './register.ts';
import { type Fetched, type FetchResult, RESULTS_FILES, readResults } from './results.ts';

/** A source with its results; `isNew`: they name a version that is not declared yet. */
export interface Collected {
  source: string;
  result: FetchResult | { source: string; status: 'lost' };
  isNew: boolean;
}

/**
 * @param from A folder of folders, each with the results of a fetch.
 * @param expected Sources that were to be fetched: one without results is `lost`.
 */
export async function collected(
  from: string,
  facts: string,
  expected: readonly string[],
): Promise<Collected[]> {
  const declared = await declarations(facts);
  const isNew = (result: FetchResult) =>
    'version' in result &&
    !declared(result.source).versions.some(({ version }) => version === result.version);
  const found = new Map<string, Collected>(
    expected.map((source) => [source, { source, result: { source, status: 'lost' }, isNew: false }]),
  );
  for (const { results } of await allResults(from)) {
    for (const result of results) {
      found.set(result.source, { source: result.source, result, isNew: isNew(result) });
    }
  }
  return [...found.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** @throws FetchError for an undeclared source, whose files no import would read. */
async function declarations(facts: string): Promise<(source: string) => SourceDeclaration> {
  const file = join(facts, 'sources.json');
  const { sources } = await readJson<SourcesManifest>(file);
  return (source) => {
    const declared = sources.find(({ id }) => id === source);
    if (!declared) throw new FetchError(`${file} does not declare the source ${source}.`);
    return declared;
  };
}

/**
 * Adopts files, declaration and pin of one new version. @throws FetchError if there is none.
 * @param into Folder of vendors' files, to which `<source>/<version>/` is added.
 */
export async function take({
  from,
  facts,
  source,
  into,
}: Record<'from' | 'facts' | 'source' | 'into', string>) {
  for (const fetched of await allResults(from)) {
    const result = fetched.results.find((each) => each.source === source);
    if (!result || !('version' in result)) continue;
    (await declarations(facts))(source);
    await assertNoLinks(fetched.folder);
    const files = join(fetched.folder, RESULTS_FILES, source, result.version);
    await replaceFolder(join(into, source, result.version), (folder) =>
      cp(files, folder, { recursive: true }),
    );
    await registerVersions(facts, into, [result]);
    await pin(fetched, result, facts);
    return;
  }
  throw new FetchError(`${from} has no fetched version of ${source}.`);
}

/** A copied link could lead anywhere on this machine. @throws FetchError */
async function assertNoLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other) throw new FetchError(`${join(other.parentPath, other.name)} is neither a file nor a folder.`);
}

/** Pins versions that are declared already: later fetches are compared with the bytes of the first one. */
export async function pinKnown(from: string, facts: string, all: readonly Collected[]): Promise<void> {
  const known = new Set(all.filter(({ isNew }) => !isNew).map(({ source }) => source));
  for (const fetched of await allResults(from)) {
    for (const result of fetched.results) {
      if (known.has(result.source)) await pin(fetched, result, facts);
    }
  }
}

async function pin({ lock }: Fetched, result: FetchResult, facts: string): Promise<void> {
  const entry = 'version' in result ? lock.find(result.source, result.version) : undefined;
  if (!entry) return;
  const own = await LockFile.open(join(facts, LOCK));
  // Another date or ETag of the same bytes does not justify a change.
  if (own.find(result.source, entry.version) === undefined) await own.pin(result.source, entry);
}

async function allResults(from: string): Promise<Fetched[]> {
  const names = await subfolders(from);
  const read = await Promise.all(names.map((name) => readResults(join(from, name))));
  return read.filter((each) => each !== undefined);
}

/** Markdown: a line for each source that was to be fetched, and a list of those fetched by hand. */
export function reportOf(all: readonly Collected[], byHand: readonly string[]): string {
  const rows = all.map(({ source, result, isNew }) => [source, ...cellsOf(result, isNew)]);
  const hand = byHand.length > 0 ? `\nFetched by hand, and kept as they are: ${byHand.join(', ')}.\n` : '';
  return `## Fetch\n\n${markdownTable(['Source', 'Result', 'Version', 'Date'], rows)}${hand}`;
}

function cellsOf(result: Collected['result'], isNew: boolean): string[] {
  if (result.status === 'lost') return ['**lost**: its job left no results', '', ''];
  if (result.status === 'failed') return [`**failed**: ${oneLine(result.error)}`, '', ''];
  if (result.status === 'manual') return ['by hand', '', ''];
  return [isNew ? '**new**' : 'known', result.version, result.date];
}

/** Texts from vendors' servers must not have an effect in a table. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|<>`@#[\]*_&~]/g, (char) => `\\${char}`)
    .slice(0, 500);
}
