/** Adds to the report what needs all settings of a source. */
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { ListItem, RegistryData, SettingFact } from '../facts/types.ts';

export function noteSettings(
  report: ImportReport,
  sources: SourceDeclaration[],
  settings: Map<string, SettingFact[]>,
): void {
  for (const { id } of sources) {
    const [entry, own] = [report.sources[id], settings.get(id)];
    if (!entry || !own) continue;
    const padded = own.flatMap(paddedValues);
    delete entry.paddedValues;
    if (padded.length > 0) entry.paddedValues = padded;
  }
}

/** Such a value is imported unchanged: the vendor may intend it (citrix-workspace), or not (word16.admx). */
function paddedValues(setting: SettingFact): string[] {
  return written(setting).flatMap(([name, { kind, value = '' }]) =>
    kind === 'string' && (value === '' || value !== value.trim())
      ? [`${setting.slug} ${name}: ${JSON.stringify(value)}`]
      : [],
  );
}

type Named = readonly [name: string, data: RegistryData];

/** All data that the policy's states and elements write, each with the name of its value or element. */
function written({ valueName = '', elements = [], ...states }: SettingFact): Named[] {
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
