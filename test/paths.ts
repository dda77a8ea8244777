/** What stands at a path of an answer, for tables whose rows name parts of one. */
import { expect } from 'vitest';

/**
 * `result.matches[].slug` is the slug of each of the matches; what is not there is null.
 */
function at(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from ?? null;
  if (name === '[]') return (from as unknown[]).map((each) => at(each, rest));
  return at((from as Record<string, unknown> | null | undefined)?.[name], rest);
}

/**
 * @param parts path → what stands there. `{has, lacks}`: what a text, or the lines of several, contain, and what none of
 * them does.
 */
export function expectParts(answer: unknown, parts: Readonly<Record<string, unknown>>, about: string): void {
  for (const [path, wanted] of Object.entries(parts)) {
    const found = at(answer, path.replaceAll('[]', '.[]').split('.'));
    const { has, lacks } = (wanted ?? {}) as { has?: string[]; lacks?: string[] };
    const what = `${path} of ${about}`;
    if (has === undefined && lacks === undefined) expect(found, what).toEqual(wanted);
    for (const text of has ?? []) expect([found].flat().join('\n'), what).toContain(text);
    for (const text of lacks ?? []) expect([found].flat().join('\n'), what).not.toContain(text);
  }
}
