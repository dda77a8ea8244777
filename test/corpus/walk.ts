/** Checks over the whole dataset: each question of an index is put once, and every check of the index sees its answer. */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { textsIn } from '../../runtime/messages/index.ts';
import { expectSame } from '../same.ts';
import { LINES } from './oracle.ts';

export interface Check<Asked> {
  name: string;
  /** How many answers it must have been about. */
  atLeast: number;
  /** Throws where the answer is wrong; returns false where it is about another kind of answer. */
  check(asked: Asked): unknown;
}

/** Faults that are shown of a check. */
const SHOWN = 5;

/** @param walk hands every answer of the index to `see`. */
export function describeWalk<Asked>(
  index: string,
  walk: (see: (asked: Asked) => Promise<void>) => Promise<void>,
  checks: readonly Check<Asked>[],
): void {
  const rows = checks.map((check) => ({ ...check, seen: 0, faults: [] as string[] }));
  const see = async (asked: Asked) => {
    for (const row of rows) {
      if (row.faults.length === SHOWN) continue;
      try {
        if ((await row.check(asked)) !== false) row.seen++;
      } catch (error) {
        row.faults.push(String(error));
      }
    }
  };
  describe(`every answer of ${index}`, () => {
    beforeAll(() => walk(see), 600_000);
    it.each(rows)('$name', ({ faults, seen, atLeast }) => {
      expect(faults).toEqual([]);
      expect(seen).toBeGreaterThanOrEqual(atLeast);
    });
  });
}

export const FACTS_BY_SLUG: ReadonlyMap<string, (typeof LINES)[number]> = new Map(
  LINES.map((line) => [line.slug, line]),
);

/** In English and French. */
const NO_TITLE = /has no (?:\S+ text for|title in)|n’a (?:pas de texte|de titre)/;

/** The language that the facts give for the title, and the title. */
export function titleOf(slug: string, lang: string) {
  const titles = FACTS_BY_SLUG.get(slug)?.text ?? {};
  const own = [lang, 'en-US', ...Object.keys(titles)].find((each) => titles[each]?.displayName);
  return { slug, language: own, title: own === undefined ? undefined : titles[own]?.displayName };
}

/** The sentences on titles that the language lacks. */
function titleWarnings(titled: readonly ReturnType<typeof titleOf>[], lang: string): string[] {
  const texts = textsIn(lang);
  const groups = new Map<string | undefined, Set<string>>();
  for (const { slug, language } of titled)
    if (language !== lang) groups.set(language, (groups.get(language) ?? new Set()).add(slug));
  const of = (language: string | undefined) => [...(groups.get(language) ?? [])].join(', ');
  return [...groups.keys()].map((each) =>
    each === undefined ? texts.noText(of(each)) : texts.fallback(lang, each, of(each)),
  );
}

/** Every title is that of the facts, and a warning names those of another language, and no others. */
export function expectTitles(
  shown: readonly { slug: string; lang: string; displayName?: string }[],
  warnings: readonly string[],
  lang: string,
): void {
  const titled = shown.map(({ slug }) => titleOf(slug, lang));
  expectSame(
    JSON.stringify(shown.map(({ slug, lang: own, displayName }) => [slug, own, displayName])),
    JSON.stringify(titled.map(({ slug, language = lang, title }) => [slug, language, title])),
  );
  const about = warnings.filter((each) => NO_TITLE.test(each));
  expectSame(JSON.stringify(about.sort()), JSON.stringify(titleWarnings(titled, lang).sort()));
}

/** `value`: read from JSON. A schema leaves out what it does not name: what comes back equal is described whole. */
export function expectDescribed(schema: v.GenericSchema, value: unknown, what: string): void {
  const parsed = v.safeParse(schema, value);
  const issues = parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  expectSame(issues, undefined, what);
  expectSame(JSON.stringify(parsed.output).length, JSON.stringify(value).length, what);
}
