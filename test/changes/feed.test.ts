/** The feed itself: what it keeps, where it leads from, its Atom form. */
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { extendFeed, MAX_ENTRIES } from '../../build/diff/feed.ts';
import { atomFeed, stepsBetween, xml } from '../../runtime/answer/changes.ts';
import type { ChangeFeed } from '../../runtime/format/format.ts';

const GENERATED = '2026-11-20T00:00:00.000Z';

function changes(from: string, to: string) {
  const stamp = (version: string) => ({ version, generatedAt: GENERATED });
  return {
    changesVersion: 1 as const,
    from: stamp(from),
    to: stamp(to),
    added: [],
    removed: [],
    changed: [],
  };
}

let clock = 0;
const published = () => new Date(Date.parse(GENERATED) + 1000 * clock++).toISOString();

function publish(feed: ChangeFeed | undefined, version: string, previous?: string, unknown?: string) {
  return extendFeed(feed, {
    version,
    generatedAt: GENERATED,
    published: published(),
    previous,
    ...(previous !== undefined && { changes: unknown ? { unknown } : changes(previous, version) }),
  });
}

/** Publishes one after the other; each stands before the next one. */
function chain(versions: readonly string[]): ChangeFeed {
  let feed: ChangeFeed | undefined;
  for (const [at, version] of versions.entries()) feed = publish(feed, version, versions[at - 1]).feed;
  if (feed === undefined) throw new RangeError('no version');
  return feed;
}

describe('the steps from a version to the one in service', () => {
  test('are the publications since it was last in service', () => {
    const versions: fc.Arbitrary<string[]> = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
      .map((all) => all.filter((each, at) => each !== all[at - 1]));
    fc.assert(
      fc.property(versions, fc.constantFrom<string>('a', 'b', 'c', 'd', 'never'), (all, since) => {
        const latest = all.at(-1) ?? '';
        if (since === latest) return;
        const steps = stepsBetween(chain(all), since, latest);
        const at = all.lastIndexOf(since);
        const expected = at < 0 ? undefined : all.slice(at + 1);
        expect(steps?.map(({ version }) => version)).toEqual(expected);
        expect(steps?.map(({ previous }) => previous)).toEqual(at < 0 ? undefined : all.slice(at, -1));
      }),
    );
  });

  test('do not cross a gap: a version that another command put there', () => {
    const feed = publish(chain(['a', 'b']), 'd', 'c').feed;
    expect(stepsBetween(feed, 'c', 'd')).toHaveLength(1);
    for (const since of ['a', 'b']) expect(stepsBetween(feed, since, 'd')).toBeUndefined();
    expect(stepsBetween(feed, 'a', 'b')).toHaveLength(1);
  });

  test('leave out what is not in service yet', () => {
    const feed = chain(['a', 'b', 'c']);
    expect(stepsBetween(feed, 'a', 'b')?.map(({ version }) => version)).toEqual(['b']);
    expect(stepsBetween(feed, 'c', 'b')).toBeUndefined();
  });
});

describe('extending the feed', () => {
  test('the same publication again changes nothing', () => {
    for (const all of [['a'], ['a', 'b'], ['a', 'b', 'a']]) {
      const feed = chain(all);
      const again = publish(feed, all.at(-1) ?? '', all.at(-2));
      expect(again.feed).toBe(feed);
      expect(again.files.size).toBe(0);
    }
  });

  test('an entry whose version never came into service is dropped, with its file', () => {
    const killed = chain(['a', 'b']);
    const { feed, dropped } = publish(killed, 'c', 'a');
    expect(feed.entries.map(({ version }) => version)).toEqual(['c', 'a']);
    expect(dropped).toEqual([killed.entries[0]?.changes?.path]);
  });

  test('keeps a bounded number of entries, and names the files of those that go', () => {
    const versions = Array.from({ length: MAX_ENTRIES + 1 }, (_, at) => `v${at}`);
    const full = chain(versions.slice(0, -1));
    const { feed, dropped } = publish(full, versions.at(-1) ?? '', versions.at(-2));
    expect(feed.entries).toHaveLength(MAX_ENTRIES);
    // The first publication had no file; the one after it is still needed.
    expect(dropped).toEqual([]);
    const next = publish(feed, 'one-more', versions.at(-1));
    expect(next.dropped).toEqual([feed.entries.at(-1)?.changes?.path]);
    expect(stepsBetween(next.feed, 'v0', 'one-more')).toBeUndefined();
    expect(stepsBetween(next.feed, 'v1', 'one-more')).toHaveLength(MAX_ENTRIES);
  });

  test('what an older program compared is unknown from the next publication on, and its file goes', () => {
    const known = chain(['a', 'b', 'c']);
    const older = known.entries.map((entry) => (entry.version === 'b' ? { ...entry, compared: 2 } : entry));
    const { feed, dropped } = publish({ ...known, entries: older }, 'd', 'c');
    expect(feed.entries.map(({ changes }) => changes !== undefined)).toEqual([true, true, false, false]);
    expect(feed.entries[2]).toMatchObject({ previous: 'a', unknown: expect.stringContaining('older') });
    expect(feed.entries[2]).not.toHaveProperty('summary');
    expect(dropped).toEqual([older[1]?.changes?.path]);
  });

  test('a publication whose changes are not known says so', () => {
    const { feed, files } = publish(chain(['a']), 'b', 'a', 'a is damaged.');
    expect(feed.entries[0]).toMatchObject({ version: 'b', previous: 'a', unknown: 'a is damaged.' });
    expect(feed.entries[0]).not.toHaveProperty('changes');
    expect(files.size).toBe(0);
  });
});

describe('Atom', () => {
  const linkOf = () => 'x.json?a=1&b="2"';

  /** Element names with their texts, by a parser that knows XML. */
  function parsed(text: string): [string, string][] {
    const found: [string, string][] = [];
    const open: [string, string][] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => open.push([name, '']));
    parser.on('text', (more) => {
      const last = open.at(-1);
      if (last) last[1] += more;
    });
    parser.on('closetag', () => found.push(open.pop() ?? ['', '']));
    parser.write(text).close();
    return found;
  }

  test('is sound XML with what an entry must have, and distinct ids', () => {
    const text = atomFeed(chain(['a', 'b', 'a', 'c']), 'atom.xml', linkOf);
    const elements = parsed(text);
    const of = (name: string) => elements.flatMap(([each, value]) => (each === name ? [value] : []));
    expect(of('title')).toEqual([
      expect.any(String),
      ...['c', 'a', 'b', 'a'].map((each) => `Dataset ${each}`),
    ]);
    expect(new Set(of('id')).size).toBe(5);
    for (const id of of('id')) {
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    for (const updated of of('updated')) expect(new Date(updated).toISOString()).toBe(updated);
    expect(of('author')).toHaveLength(1);
    expect(of('content').at(-1)).toContain('first version');
  });

  test('any text is escaped: a parser reads what was written, without what XML cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [[, inElement] = []] = parsed(`<a>${xml(text)}</a>`);
        const held = text.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
        expect(inElement).toBe(held.replaceAll(/\r\n?/g, '\n'));
        parsed(`<a b="${xml(text)}"/>`);
      }),
    );
  });
});
