/** The rules of the comparison read again, slowly: rows of the table, dotted texts, one rule after the other. */
import { releaseTable } from './releases.ts';

interface Dotted {
  build: number;
  revision: number | undefined;
}

function dotted(text: string): Dotted {
  const [, , build, revision] = text.split('.').map(Number);
  return { build: build ?? Number.NaN, revision };
}

const rowsOf = (build: number) => releaseTable.releases.filter((row) => row.build === `10.0.${build}`);
const branchOf = (build: number) => rowsOf(build)[0]?.branch ?? `10.0.${build}`;
const dateOf = (build: number) =>
  rowsOf(build)
    .flatMap((row) => row.released ?? [])
    .sort()[0];

function firstRevision(build: number): number | undefined {
  const revisions = rowsOf(build).map((row) => row.firstRevision);
  const known = revisions.filter((revision) => revision !== undefined);
  return known.length > 0 && known.length === revisions.length ? Math.min(...known) : undefined;
}

/** The verdict for `target` against `alternatives`, all of NT 10.0. */
export function slowVerdict(target: string, alternatives: readonly string[]): string {
  const t = dotted(target);
  const all = alternatives.map(dotted);
  const own = all.filter((a) => branchOf(a.build) === branchOf(t.build) && a.build <= t.build);
  if (own.length > 0) {
    const highest = Math.max(...own.map((a) => a.build));
    const needed = Math.min(...own.filter((a) => a.build === highest).map((a) => a.revision ?? -1));
    if (needed === -1) return 'supported';
    const has = t.revision ?? firstRevision(t.build);
    if (has !== undefined && has >= needed) return 'supported';
    return t.revision === undefined ? 'unknown' : 'unsupported';
  }
  if (all.every((a) => a.build > t.build)) return 'unsupported';
  const highest = Math.max(...all.map((a) => a.build));
  if (t.build < highest) return 'unknown';
  const [ours, theirs] = [dateOf(t.build), dateOf(highest)];
  return ours !== undefined && theirs !== undefined && ours < theirs ? 'unknown' : 'supported';
}
