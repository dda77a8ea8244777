/** Settings that a query names: by an identifier, a title or a registry key, whole or in part. */
import { normalizeOmaUri } from '../format/keys.ts';
import { LIMIT, MOSTLY_TYPED } from './constants.ts';
import { NAME_KIND, rowAt, TOKEN } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { MatchedBy } from './score.ts';
import type { Sentence } from './sentence.ts';
import type { Terms } from './terms.ts';
import { titleKey } from './tokens.ts';

/** How a query names a setting. */
export interface Naming {
  /** Hits come in the order of their tiers: a {@link NAME_KIND}, {@link EXACT_TITLE}, {@link NOT_EXACT}. */
  tier: number;
  /** Share of an identifier or title that the query is the beginning of, up to 1; 0 where it begins none. */
  prefixRatio: number;
  by: MatchedBy | 'policyId';
}

const EXACT_TITLE = NAME_KIND.item + 1;
/** Of what is found by its words, or is named in part: the score orders it. */
export const NOT_EXACT = EXACT_TITLE + 1;

/** By setting. */
export class Namings extends Map<number, Naming> {
  raise(setting: number, { tier, prefixRatio, by }: Naming): void {
    const known = this.get(setting) ?? { tier: Number.POSITIVE_INFINITY, prefixRatio: 0, by };
    this.set(setting, {
      tier: Math.min(tier, known.tier),
      prefixRatio: Math.max(prefixRatio, known.prefixRatio),
      by: tier < known.tier ? by : known.by,
    });
  }

  /** What the text is or begins of the names, or of the titles: `tier` of those that it is. */
  add(text: string, names: Terms, tier?: number): void {
    for (const name of names.begunWith(text, LIMIT.begun)) {
      const prefixRatio = text.length / name.length;
      // A key names what writes there in a sentence only.
      for (const [kind, settings = []] of names.of(name).slice(0, NAME_KIND.key).entries()) {
        const by = tier === EXACT_TITLE ? 'title' : nameOf(text, kind);
        for (const id of settings)
          this.raise(id, { tier: name === text ? (tier ?? kind) : NOT_EXACT, prefixRatio, by });
      }
    }
  }
}

export function namedSettings(
  text: string,
  { names: within, keySettings }: Sentence,
  { names, terms, shared }: SearchIndex,
): Namings {
  const found = new Namings();
  const name = unquote(text).toLowerCase();
  for (const wanted of new Set([name, normalizeOmaUri(name).uri]))
    if (wanted !== '') found.add(wanted, names);
  found.add(TOKEN.title + titleKey(text), terms, EXACT_TITLE);
  for (const id of keySettings) {
    const { pairs = [] } = rowAt(shared.settings, id) ?? {};
    if (pairs.some(({ valueName }) => valueName && within.has(valueName.toLowerCase())))
      found.raise(id, { tier: NAME_KIND.value, prefixRatio: 0, by: 'value' });
    else found.raise(id, { tier: NOT_EXACT, prefixRatio: MOSTLY_TYPED, by: 'key' });
  }
  return found;
}

function nameOf(identifier: string, kind: number): Naming['by'] {
  if (kind === NAME_KIND.policy) return 'name';
  if (kind !== NAME_KIND.setting) return 'value';
  if (identifier.includes('::')) return 'policyId';
  return identifier.startsWith('./') ? 'uri' : 'slug';
}

export function unquote(text: string): string {
  return text.trim().replace(/^["'“”„«»‘’`\s]+|["'“”„«»‘’`\s]+$/g, '');
}
