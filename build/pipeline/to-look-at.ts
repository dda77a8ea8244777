/** “To look at” in the notes of a release: changes that a reviewer must see, and that do not refuse the release. */
import { namedFirst } from '../collections.ts';
import type { Changes } from '../diff/compare.ts';
import type { CanonicalDataset } from '../diff/model.ts';

/** Maximum number of listed lines of one kind. */
export const NAMED = 20;

export function toLookAt(
  from: CanonicalDataset,
  to: CanonicalDataset,
  changes: Changes,
  freshness: readonly string[],
): string {
  const lines = [
    ...newReleases(from, to),
    ...emptied(changes),
    ...withoutTemplate(changes),
    ...namedFirst(loosened(changes), NAMED),
    ...namedFirst(freshness, NAMED).map((line) => `freshness: ${line}`),
  ];
  return lines.length === 0 ? '' : `\n## To look at\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
}

/** No verdict on them has one to be compared with. */
function newReleases(from: CanonicalDataset, to: CanonicalDataset): string[] {
  const [before, after] = [from, to].map(({ settings }) => {
    const judged = [...settings.values()].find(({ verdicts }) => verdicts !== undefined);
    return [...(judged?.verdicts?.keys() ?? [])];
  }) as [string[], string[]];
  if (before.length === 0) return [];
  const added = after.filter((each) => !before.includes(each));
  return added.length > 0 ? [`new in the table of releases, so not compared: ${added.join(', ')}`] : [];
}

function emptied({ sources }: Changes): string[] {
  return Object.entries(sources)
    .filter(
      ([, { removed, added, changed }]) =>
        removed.length > 20 && removed.length > 10 * (added.length + changed.length),
    )
    .map(([id, { removed }]) => `${id} loses ${removed.length} settings`);
}

/** Their files may be missing from a download, rather than dropped by the vendor. */
function withoutTemplate({ sources }: Changes): string[] {
  return Object.entries(sources).flatMap(([id, { changed }]) => {
    const lost = changed.filter(({ changes }) =>
      changes.some(({ fact, before }) => fact === 'lastSeenIn' && before === undefined),
    );
    return lost.length > 0
      ? [`${id}: the newest version lacks the whole template of ${lost.length} settings`]
      : [];
  });
}

/** Settings of before that are supported on a release on which they were not: a wrong one breaks machines. */
function loosened({ sources }: Changes): string[] {
  /** Its values may have several verdicts. */
  const share = (verdicts = '') => {
    const all = verdicts.split(', ');
    return all.filter((each) => each === 'supported').length / all.length;
  };
  return Object.values(sources).flatMap(({ changed }) =>
    changed.flatMap(({ slug, changes }) =>
      changes
        .filter(({ fact, before, after }) => fact.startsWith('verdict/') && share(after) > share(before))
        .map(({ fact, before, after }) => `${slug}, ${fact.replace('verdict/', '')}: ${before} → ${after}`),
    ),
  );
}
