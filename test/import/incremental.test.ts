/**
 * With the vendors' files at hand: what one product line's files give on top of the committed facts is what all files
 * give, byte for byte. The files are parsed once for all lines.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { replaceFiles } from '../../build/atomic.ts';
import type { CorrectionsFile } from '../../build/facts/corrections.ts';
import { readJson } from '../../build/facts/model.ts';
import type { SourceDeclaration, SourcesManifest } from '../../build/facts/sources.ts';
import { type Committed, readCommitted } from '../../build/import/committed.ts';
import { keywordsOf } from '../../build/import/keywords.ts';
import { byDate, type LoadedVersion, loadVersions } from '../../build/import/load.ts';
import { assemble, countLoaded, type ImportedFacts } from '../../build/import/run.ts';
import { renderFacts } from '../../build/import/write.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { newFolder } from '../scratch.ts';

const SHARED = join(ROOT, '..', 'shared', 'sources');
const present = existsSync(SHARED);
if (!present) console.log('skipped: each product line alone (no ../shared/sources here)');

const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
const corrections = await readJson<CorrectionsFile>(join(FACTS, 'corrections.json'));
const pages = sources.filter(({ kind }) => kind === 'pages');
const lines = [...new Set(sources.flatMap((each) => (pages.includes(each) ? [] : each.line)))];
const committed: Committed = await readCommitted(FACTS, sources);
const { frequencies = {} } = committed;

const texts = new Map<string, Promise<string | undefined>>();
function committedText(name: string): Promise<string | undefined> {
  const text = texts.get(name) ?? readFile(join(FACTS, name), 'utf8').catch(() => undefined);
  texts.set(name, text);
  return text;
}

/** Names of the files that differ from the committed ones. */
async function differing(facts: ImportedFacts, rendered = renderFacts(facts)): Promise<string[]> {
  const names: string[] = [];
  for (const [name, text] of rendered) {
    if ((await committedText(name)) !== text) names.push(name);
  }
  return names;
}

/** Facts of one file are often the same objects: only others are compared as the text that is written. */
function sameLines(a: readonly unknown[], b: readonly unknown[] = []): boolean {
  return (
    a.length === b.length &&
    a.every((each, at) => each === b[at] || JSON.stringify(each) === JSON.stringify(b[at]))
  );
}

function withoutSame<T>(all: Map<string, T[]>, known: Map<string, T[]>): Map<string, T[]> {
  return new Map([...all].filter(([id, own]) => !known.has(id) || !sameLines(own, known.get(id))));
}

describe.skipIf(!present)('on the committed facts', () => {
  let all: LoadedVersion[] = [];
  let kept: ImportedFacts;
  beforeAll(async () => {
    all = await loadVersions({ root: SHARED, sources, corrections });
    for (const each of all) each.keywords = keywordsOf(each.texts, each.model.settings, frequencies);
    kept = assemble([], frequencies, { sources, corrections, committed });
  }, 300_000);

  /** As `differing`, where sources of which all is as in `kept` need not be written again. */
  async function differingFromKept(facts: ImportedFacts): Promise<string[]> {
    expect([...facts.settings.keys()]).toEqual([...kept.settings.keys()]);
    expect([...facts.nodes.keys()]).toEqual([...kept.nodes.keys()]);
    const settings = withoutSame(facts.settings, kept.settings);
    const nodes = withoutSame(facts.nodes, kept.nodes);
    return differing({ ...facts, settings, nodes });
  }

  it('all files give them without any committed facts, but for the slugs once given and the values of pages', async () => {
    const known = { knownSlugs: committed.slugs, committed: await readCommitted(FACTS, pages) };
    const counted = countLoaded(all);
    expect(counted).toEqual(frequencies);
    expect(await differing(assemble(all, counted, { sources, corrections, ...known }))).toEqual([]);
    expect(all.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('no files give the committed facts', async () => {
    expect(await differing(kept)).toEqual([]);
    expect(new Set(kept.plans.map(({ how }) => how))).toEqual(new Set(['kept']));
  });

  const versionsOf = (line: string) =>
    sources.filter((each) => each.line === line).flatMap((source) => source.versions);
  const plansOf = ({ plans }: ImportedFacts) =>
    plans.filter(({ how }) => how !== 'kept').map(({ line, how }) => `${line} ${how}`);
  // Some lines at a time, each beside others that are kept.
  const parts = (all: string[], count: number) =>
    Array.from({ length: count }, (_, part) => all.filter((_, at) => at % count === part));
  const several = lines.filter((line) => versionsOf(line).length > 1);

  it.each(parts(lines, 3))(
    'the files of %s … without those of other lines give the committed facts',
    async (...built) => {
      const own = all.filter(({ source }) => built.includes(source.line));
      const facts = assemble(own, frequencies, { sources, corrections, committed });
      expect(plansOf(facts)).toEqual(built.map((line) => `${line} built`));
      expect(await differingFromKept(facts)).toEqual([]);
    },
  );

  it.each(parts(several, 2))(
    'the newest versions of %s, %s …, put onto the facts without them, give the committed facts',
    async (...folded) => {
      const own = all.filter(({ source }) => folded.includes(source.line));
      const newest = folded.flatMap((line) =>
        own
          .filter(({ source }) => source.line === line)
          .sort(byDate)
          .slice(-1),
      );
      expect(newest).toHaveLength(folded.length);
      const without = sources.map(
        (source): SourceDeclaration => ({
          ...source,
          versions: source.versions.filter((each) => !newest.some(({ version }) => version === each)),
        }),
      );
      // All other lines are as committed, which is what their files give.
      const earlier = assemble(
        own.filter((each) => !newest.includes(each)),
        frequencies,
        { sources: without, corrections, committed, allowLoss: true, allowMoved: true },
      );
      expect(plansOf(earlier)).toEqual(folded.map((line) => `${line} built`));
      const rendered = renderFacts(earlier);
      expect(await differing(earlier, rendered)).not.toEqual([]);
      const folder = await newFolder();
      await replaceFiles(folder, rendered);
      const facts = assemble(newest, frequencies, {
        sources,
        corrections,
        committed: await readCommitted(folder, sources),
        knownSlugs: committed.slugs,
        allowMoved: true,
      });
      expect(plansOf(facts)).toEqual(folded.map((line) => `${line} folded`));
      expect(await differing(facts)).toEqual([]);
    },
  );
});
