/** The import report of a source: the findings of the given versions added to those of earlier ones. */
import type { ImportReport, SourceReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { ListItem, RegistryData, SettingFact } from '../facts/types.ts';
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

/** Adds to the report what needs all settings of a source. */
export function noteSettings(
  report: ImportReport,
  sources: SourceDeclaration[],
  settings: Map<string, SettingFact[]>,
): void {
  for (const { id } of sources) {
    const [entry, own] = [report.sources[id], settings.get(id)];
    if (!entry || !own) continue;
    const padded = own.flatMap(paddedValues);
    if (padded.length > 0) entry.paddedValues = padded;
  }
}

/** Such a value is imported as it is, a blank one as empty: the vendor may intend it, or not (security-admx). */
function paddedValues(setting: SettingFact): string[] {
  return writtenData(setting).flatMap(([name, { kind, value = '' }]) =>
    kind === 'string' && (value === '' || value !== value.trim())
      ? [`${setting.slug} ${name}: ${JSON.stringify(value)}`]
      : [],
  );
}

type Named = readonly [name: string, data: RegistryData];

/** All data that the policy's states and elements write, each with the name of its value or element. */
export function writtenData({ valueName = '', elements = [], ...states }: SettingFact): Named[] {
  const { enabledValue, disabledValue, enabledList, disabledList } = states;
  return [
    ...named(valueName, [enabledValue, disabledValue]),
    ...listed([enabledList, disabledList]),
    ...elements.flatMap(({ id, trueValue, falseValue, trueList, falseList, items = [] }) => [
      ...named(id, [trueValue, falseValue, ...items.map(({ value }) => value)]),
      ...listed([trueList, falseList, ...items.map(({ valueList }) => valueList)]),
    ]),
  ];
}

function named(name: string, values: readonly (RegistryData | undefined)[]): Named[] {
  return values.flatMap((data) => (data === undefined ? [] : [[name, data] as const]));
}

function listed(lists: readonly (ListItem[] | undefined)[]): Named[] {
  return lists.flatMap((items = []) => items.map(({ valueName, data }) => [valueName, data] as const));
}
