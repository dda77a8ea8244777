/**
 * No pattern that stands in the runtime, and none that a reader composes, takes more than linear time for its text: a file
 * of a megabyte held the server for minutes by `\d+\.?\d*`.
 * Both analyses of scslre are static: one text gives one result.
 */
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { ROOT } from '../build/paths.ts';
import { type Source, sourcesOf } from './sources.ts';
import { vectors } from './vectors.ts';

/** Patterns that read short texts only, by how they begin; `why`: what bounds the text. */
const BOUNDED = vectors<{ begins: string; why: string }>('bounded-patterns');

interface Pattern {
  source: string;
  flags: string;
}

/** The literals of a module. */
function literalsIn(text: string): Pattern[] {
  const found: Pattern[] = [];
  JSON.stringify(parseAst(text, { lang: 'ts' }), (name, value) => {
    if (name === 'regex') found.push({ source: value.pattern, flags: value.flags });
    return typeof value === 'bigint' ? undefined : value;
  });
  return found;
}

/** Those that modules put together when they are loaded. */
async function composedIn(sources: readonly Source[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const Plain = RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, [source, flags = '']: [string, string?]) {
      found.push({ source, flags });
      return new target(source, flags);
    },
  });
  try {
    // Under a name of its own: another test may have loaded it before.
    for (const { path } of sources) await import(`${join(ROOT, path)}?patterns`);
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}

it('is linear in the length of its text, or the text is short', async () => {
  const sources = await sourcesOf('runtime');
  const literals = sources.flatMap(({ text }) => literalsIn(text));
  const composed = await composedIn(sources.filter(({ path }) => path.startsWith('runtime/readers/')));
  expect(literals.length).toBeGreaterThan(400);
  expect(composed.length).toBeGreaterThan(10);
  const slow = [...literals, ...composed]
    .filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
    .map(({ source }) => source);
  const unknown = slow.filter((source) => !BOUNDED.some(({ begins }) => source.startsWith(begins)));
  expect(unknown).toEqual([]);
  expect(BOUNDED.filter(({ begins }) => !slow.some((source) => source.startsWith(begins)))).toEqual([]);
});
