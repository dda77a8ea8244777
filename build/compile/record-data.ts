/** The members of a record for the own value's contents, and for pairs that the setting no longer writes. */
import type { SettingRecord, Texts } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { SettingFact } from '../facts/types.ts';
import type { CompileContext, Item } from './context.ts';
import { documentedData } from './data.ts';
import { formerItems } from './dropped.ts';
import { servedData } from './served-data.ts';
import type { Texter } from './texter.ts';

export function formerOf(item: Item, context: CompileContext): SettingRecord['former'] {
  const former = formerItems(item, context).flatMap(({ source, setting, pairs }) =>
    pairs.map(({ key, valueName }) => ({
      registryKey: key,
      ...optional('valueName', valueName),
      removedIn: setting.removedIn ?? '',
      source: source.id,
      sourceVersion: setting.version,
    })),
  );
  return former.length > 0 ? former : undefined;
}

/** Documented contents of the own value; for a template's policy only the type, since its states list the contents. */
export function ownData(setting: SettingFact, texter: Texter): Partial<SettingRecord> {
  const { key, valueName } = setting;
  if (valueName === undefined) return {};
  const documented = documentedData(setting, { key, valueName });
  if (!setting.content) return optional('registryType', documented.registryType);
  const labelOf = (texts: Texts, at: number) => texter.label(texts, `values/${at}/label`);
  const { values, ...data } = servedData(documented, undefined, labelOf);
  return { ...data, ...optional('values', values) };
}
