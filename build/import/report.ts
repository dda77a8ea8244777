/** The import report of a source: the findings of the given versions added to those of earlier ones. */
import type { SourceReport } from '../facts/report.ts';
import type { LoadedVersion } from './load.ts';
import { formatProblem } from './problems.ts';

/** @param before Report of the committed facts that the versions are added to. */
export function reportOf(before: SourceReport | undefined, versions: readonly LoadedVersion[]): SourceReport {
  const { leftOut = [], missingTexts = [] } = before ?? {};
  const problems = versions.flatMap((each) => each.problems);
  // A template that cannot be read loses its settings; an ADML only its texts.
  const texts = [...missingTexts, ...problems.filter(({ textsOnly }) => textsOnly).map(formatProblem)];
  const templates = versions.map((each) => each.missingAdml);
  const missingAdml = sumOf(before?.missingAdml, templates);
  const names = versions.map(({ model }) => model.notes.missingDisplayNames);
  return {
    versions: {
      ...before?.versions,
      ...Object.fromEntries(versions.map(({ version, input }) => [version.version, input])),
    },
    files: versions.reduce((sum, { input }) => sum + input.files, before?.files ?? 0),
    leftOut: [...leftOut, ...problems.filter(({ textsOnly }) => !textsOnly).map(formatProblem)],
    proseLabels: versions.reduce((sum, each) => sum + each.proseLabels, before?.proseLabels ?? 0),
    missingDisplayNames: sumOf(before?.missingDisplayNames, names),
    ...(Object.keys(missingAdml).length > 0 ? { missingAdml } : {}),
    ...(texts.length > 0 ? { missingTexts: texts } : {}),
  };
}

function sumOf(
  before: Record<string, number> | undefined,
  counts: Record<string, number>[],
): Record<string, number> {
  const sum = { ...before };
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
