/** What the import says of a source's settings once they are all known. */
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';

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

/** Such a value is kept as it is: it may be what the vendor means (citrix-workspace), or a mistake (word16.admx). */
function paddedValues({ slug, elements = [] }: SettingFact): string[] {
  return elements.flatMap(({ id, items = [] }) =>
    items.flatMap(({ value: { kind, value = '' } }) =>
      kind === 'string' && (value === '' || value !== value.trim())
        ? [`${slug} ${id}: ${JSON.stringify(value)}`]
        : [],
    ),
  );
}
