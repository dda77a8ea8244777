/** Settings of another key that document the data which those of the pair do not. */
import { FALLBACK_LANGUAGE, lookupIn } from '../answer/language.ts';
import { normalizeKeyForBuild, pairKey } from '../format/keys.ts';
import type { AskedPair } from './asked-pair.ts';
import type { VerifyContext } from './context.ts';
import { judgeData } from './data-verdict.ts';
import { dataOf } from './pair-data.ts';

/** Values of one name that are looked at. */
const MAX_LOOKED_AT = 5;

/** `RunAsPPL` 8 is not documented below Control\\Lsa, whose twin below Policies has 0, 1 and 2. */
export async function documentedElsewhere(
  { item, key, question }: AskedPair,
  { dataset, verifyTexts }: VerifyContext,
): Promise<string[]> {
  const { value } = question;
  const near = value === '' ? [] : ((await dataset.lookup('near', `v\0${value}`))?.near ?? []);
  const others = near.filter(([other]) => normalizeKeyForBuild(other) !== key).slice(0, MAX_LOOKED_AT);
  const found = new Map<string, string>();
  for (const [other] of others) {
    const id = pairKey(normalizeKeyForBuild(other), value);
    const entry = await lookupIn(dataset, 'resolve', id, FALLBACK_LANGUAGE);
    for (const match of entry?.any.matches.value ?? [])
      if (match.valueName !== undefined && judgeData(item, dataOf(match)).verdict === 'documented')
        found.set(match.slug, other);
  }
  return [...found].map(([slug, other]) => verifyTexts.documentedElsewhere(slug, other));
}
