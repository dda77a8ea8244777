/** A target that is a fleet: “Windows 10 and 11”, “23H2+”. It stays open, since its releases may differ. */
import { editionWords, readEditions } from '../verdict/editions.ts';
import type { IndexedRelease, Releases } from '../verdict/releases.ts';
import { readTarget, type Target } from '../verdict/target.ts';

/** What stands between two targets. */
const JOINT = /[,;&/]|\s(?:and|or|und|oder|et|ou)\s/i;
/** All later releases as well: read as `+`. */
const OPEN =
  /(?:,|\s(?:and|or|und|oder|et|ou))?\s*(?:[>≥]=?|(?<!\p{L})(?:later|newer|higher|above|up|from|since|at least|min|ab|mindestens|neuer|höher|später|au moins|à partir de|ultérieure?s?|supérieure?s?|plus récente?s?)(?!\p{L}))\.?/giu;

/** As {@link readTarget}, and what it cannot read as several targets, if each of them can be read. */
export function readTargets(text: string | null | undefined, table: Releases): Target {
  const target = readTarget(text, table);
  if (!text || target.kind === 'build') return target;
  if (target.kind !== 'unreadable' && target.reason.code !== 'noSuchLabel') return target;
  const candidates = releasesIn(text.replace(OPEN, '+'), table);
  if (candidates.length < 2) return target;
  const names = candidates.map(({ family, label, build }) => ({ family, label, build }));
  const { editions } = readEditions(editionWords(text), table);
  const open = {
    kind: 'ambiguous',
    reason: { code: 'severalReleases', candidates: names },
    candidates,
  } as const;
  return editions.length > 0 ? { ...open, editions } : open;
}

/** None where a part cannot be read: nothing is left out in silence. */
function releasesIn(text: string, table: Releases): readonly IndexedRelease[] {
  const found = new Set<IndexedRelease>();
  let family = '';
  for (const part of text.split(JOINT)) {
    const name = part.replaceAll('+', ' ').trim();
    const releases = releasesFrom(name, family, part.includes('+'), table);
    if (releases === undefined) return [];
    for (const release of releases) found.add(release);
    const [first] = releases;
    if (first) family = releases.every((each) => each.family === first.family) ? first.family : '';
  }
  return table.all.filter((release) => found.has(release));
}

/** @param isOpen All later releases of their lines as well. */
function releasesFrom(name: string, family: string, isOpen: boolean, table: Releases) {
  const first = namedBy(name, family, table);
  if (!first || !isOpen) return first;
  const least = Math.min(...first.map(({ parsed }) => parsed.order));
  return table.all.filter(
    ({ line, parsed }) => parsed.order >= least && first.some((each) => each.line === line),
  );
}

/** “11” after “Windows 10”, “24H2” after “Windows 11 23H2”; an edition alone names no further release. */
function namedBy(name: string, family: string, table: Releases): readonly IndexedRelease[] | undefined {
  for (const each of family === '' ? [name] : [name, `${family} ${name}`, `Windows ${name}`]) {
    const target = readTarget(each, table);
    if (target.kind === 'build') return target.releases;
    const { code } = target.reason;
    // “Windows 11 24H2 x64 and ARM64”: with the family the part is still that family.
    const isFamilyAlone = code === 'ambiguousFamily' && each === `${family} ${name}`;
    if (code === 'editionAlone' || isFamilyAlone) return [];
    // A label alone may fit several families: the one before it is meant.
    const isLabel = code !== 'ambiguousFamily' && each === name && family !== '';
    if (target.kind === 'ambiguous' && !isLabel) return target.candidates;
  }
  return undefined;
}
