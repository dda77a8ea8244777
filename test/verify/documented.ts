/** Every documented content of every registry value, from the files of the dataset and not through the look-up. */
import type { Match } from '../../runtime/contract/match.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
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
