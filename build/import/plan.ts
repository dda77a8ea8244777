/**
 * The plan for each product line: it is built from the files of all its versions, new versions are added to its
 * committed facts, or these stay unchanged. Whatever would require an assumption is a problem.
 */
import { append, compare } from '../collections.ts';
import type { ImportReport } from '../facts/report.ts';
import { type SourceDeclaration, type SourceVersion, versionFolders } from '../facts/sources.ts';
import { sameInput } from './input.ts';
import { byDate, type LoadedVersion } from './load.ts';
import type { ImportProblem } from './problems.ts';

export interface LinePlan {
  line: string;
  sources: SourceDeclaration[];
  /** `built`: from files alone; `folded`: new versions added to the committed facts; `kept`: as committed. */
  how: 'built' | 'folded' | 'kept';
  /** The versions that are read from files, oldest first. */
  versions: LoadedVersion[];
  /** `<source> <version>` whose committed facts stay without files. */
  kept: string[];
}

interface Declared {
  source: SourceDeclaration;
  version: SourceVersion;
  loaded: LoadedVersion | undefined;
  recorded: boolean;
}

/**
 * @param report Of the committed facts; absent if there are none.
 * @param keepGoing Keep the committed facts of a line that has a problem.
 * @returns The plans in the order of the declarations, and all problems.
 */
export function planImport(
  loaded: readonly LoadedVersion[],
  sources: SourceDeclaration[],
  report: ImportReport | undefined,
  keepGoing = false,
): { plans: LinePlan[]; problems: ImportProblem[] } {
  const lines = new Map<string, SourceDeclaration[]>();
  for (const each of sources)
    if (each.kind !== 'pages' || report?.sources[each.id] || loaded.some(({ source }) => source === each))
      append(lines, each.line, each);
  // Faults of files come first: others, such as missing versions, may be many.
  const [broken, problems]: [ImportProblem[], ImportProblem[]] = [[], []];
  const plans = [...lines].map(([line, own]) => {
    const { plan, faults, found, asCommitted } = planLine(line, own, loaded, report);
    broken.push(...faults);
    problems.push(...found);
    const committed = own.some(({ id }) => report?.sources[id]?.versions);
    return faults.length + found.length > 0 && committed && keepGoing ? asCommitted : plan;
  });
  return { plans, problems: [...broken, ...problems] };
}

function planLine(
  line: string,
  sources: SourceDeclaration[],
  loaded: readonly LoadedVersion[],
  report: ImportReport | undefined,
): { plan: LinePlan; faults: ImportProblem[]; found: ImportProblem[]; asCommitted: LinePlan } {
  const declared = sources.flatMap((source) =>
    source.versions.map(
      (version): Declared => ({
        source,
        version,
        loaded: loaded.find(
          (each) => each.source.id === source.id && each.version.version === version.version,
        ),
        recorded: report?.sources[source.id]?.versions?.[version.version] !== undefined,
      }),
    ),
  );
  const there = declared.flatMap((each) => each.loaded ?? []).sort(byDate);
  const faults = there.flatMap(({ problems }) => problems);
  const known = declared.filter(({ recorded }) => recorded);
  const kept = known.map(({ source, version }) => `${source.id} ${version.version}`);
  const asCommitted: LinePlan = { line, sources, how: 'kept', versions: [], kept };
  const built = (found: ImportProblem[]) => ({
    plan: { line, sources, how: 'built' as const, versions: there, kept: [] },
    faults,
    found,
    asCommitted,
  });
  if (declared.length > 0 && there.length === declared.length) return built([]);
  const absent = [
    ...declared.filter((each) => !each.loaded && !each.recorded).map(missing),
    ...undeclared(sources, report),
  ];
  if (known.length === 0) return built(absent);
  const added = there.filter((each) => !known.some(({ loaded: same }) => same === each));
  const found = [
    ...absent,
    ...known.flatMap((each) => changed(each, report)),
    ...orderProblems(line, added, known),
  ];
  const folded: LinePlan = { line, sources, how: 'folded', versions: added, kept };
  return { plan: added.length === 0 ? asCommitted : folded, faults, found, asCommitted };
}

function missing({ source, version }: Declared): ImportProblem {
  return {
    file: `${source.id}/${version.version}`,
    message:
      'no such folder of a declared source, and no committed facts of it: put the files there, or take the version ' +
      'out of sources.json',
  };
}

/** Facts of a version that is no longer declared could not be distinguished from those of the others. */
function undeclared(sources: SourceDeclaration[], report: ImportReport | undefined): ImportProblem[] {
  return sources.flatMap(({ id, versions }) =>
    Object.keys(report?.sources[id]?.versions ?? {})
      .filter((label) => !versions.some(({ version }) => version === label))
      .map((label) => ({
        file: `${id}/${label}`,
        message:
          'the committed facts hold this version, and sources.json no longer declares it: declare it again, or put ' +
          `the folders of all other versions of the line there to build it without: ${versionFolders(sources).join(', ')}`,
      })),
  );
}

function changed({ source, version, loaded }: Declared, report: ImportReport | undefined): ImportProblem[] {
  const before = report?.sources[source.id]?.versions?.[version.version];
  if (!loaded || sameInput(before, loaded.input)) return [];
  return [
    {
      file: `${source.id}/${version.version}`,
      message:
        'other bytes than those that the committed facts were read from ' +
        `(${before?.files} files, sha256 ${before?.sha256}; now ${loaded.input.files}, ${loaded.input.sha256}): restore ` +
        `the files, or put the folders of all versions of the line there to build it anew: ${versionFolders([source]).join(', ')}`,
    },
  ];
}

function orderProblems(line: string, added: LoadedVersion[], known: Declared[]): ImportProblem[] {
  const dates = known.map(({ version }) => version.date ?? '').sort(compare);
  const newest = dates.at(-1) ?? '';
  return added.flatMap(({ source, version }, at) => {
    const file = `${source.id}/${version.version}`;
    const all = [...new Set([...known.map((each) => each.source), ...added.map((each) => each.source)])];
    const whole = `put the folders of all versions of the line there: ${versionFolders(all).join(', ')}`;
    const date = version.date ?? '';
    if (date <= newest) {
      const [older, after] = [version.date ?? 'no date', `${line} of ${newest}`];
      const message = `${older} is not after the committed facts of ${after}, onto which it cannot be put: ${whole}`;
      return [{ file, message }];
    }
    const same = added.slice(0, at).find((each) => each.version.date === version.date);
    if (!same) return [];
    const other = `${same.source.id} ${same.version.version}`;
    const message = `as old as ${other} (${date}), so that nothing says which of the two is newer: correct a date in sources.json`;
    return [{ file, message }];
  });
}
