/** Every documented content of every registry value, and every setting, from the files of the dataset and not through the look-up. */
import { type DocumentedData, documentedData } from '../../runtime/contract/data.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { PairEntry, SettingEntry, SettingRecord } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import type { WrittenValue } from '../readers/writers.ts';

export interface Documented {
  value: WrittenValue;
  /** Of the hive, whether they document this content or not. */
  matches: readonly Match[];
  /** Those that document it, and as which state. */
  means: { slug: string; state: string | undefined }[];
  /** Some of them do so in some of their versions alone, which a target may be or not. */
  isLimited: boolean;
}

/** What the vendor documents of the data; undefined: nothing. */
export const dataOf = (match: Match): DocumentedData | undefined =>
  Object.keys(documentedData).some((name) => name in match) ? match : undefined;

const OTHER_CLASS = { HKLM: 'User', HKCU: 'Machine' };

export async function documentedIn(hive: keyof typeof OTHER_CLASS): Promise<Documented[]> {
  return entriesOf<PairEntry>(await corpusDist(), 'resolve/en-US').flatMap(([id, { any }]) => {
    const [key, value] = splitPairKey(id);
    const matches = any.matches.filter((match) => match.class !== OTHER_CLASS[hive]);
    const found = new Map<string, Documented>();
    for (const { slug, registryType, values = [] } of matches)
      for (const { data, type = registryType, state, documentedIn: versions } of values) {
        const content = contentOf(data, type);
        if (content === undefined) continue;
        const pair = { key: `${hive}\\${key}`, value };
        const id = JSON.stringify(content);
        const one = found.get(id) ?? {
          value: { ...pair, ...content },
          matches,
          means: [],
          isLimited: false,
        };
        one.means.push({ slug, state });
        one.isLimited ||= versions !== undefined;
        found.set(id, one);
      }
    return [...found.values()];
  });
}

/** null: deleted. Of a value without a type nothing can be written. */
function contentOf(
  data: string | null,
  type: string | undefined,
): Omit<WrittenValue, 'key' | 'value'> | undefined {
  if (data === null) return { delete: true };
  if (type === undefined) return undefined;
  return { type, data: type === 'REG_DWORD' ? Number(data) : type === 'REG_MULTI_SZ' ? [data] : data };
}

export async function settingRecords(): Promise<SettingRecord[]> {
  const entries = entriesOf<SettingEntry>(await corpusDist(), 'setting/en-US');
  return entries.map(([, { setting }]) => setting);
}
