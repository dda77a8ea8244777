/** Settings that a query names: by an identifier, a title or a registry key, whole or begun. */
import { normalizeOmaUri } from '../normalize.ts';
import { NAMED, type SearchSettings } from './files.ts';
import { isFiller, isStopWord } from './fillers.ts';
import type { SearchIndex } from './load.ts';
import type { By } from './score.ts';
import type { Sentence } from './sentence.ts';
import { titleKey, words } from './tokens.ts';
import { bound, lowerBound } from './vocabulary.ts';

export interface Direct {
  /** How the query names it: {@link NAMED} for an identifier, {@link EXACT_TITLE}, or else {@link FOUND}. */
  how: number;
  /** Share of an identifier or title that the query begins, up to 1; 0 where it begins none. */
  begun: number;
  /** `policyId` for a query that is one. */
  by: By | 'policyId';
}

const EXACT_TITLE = NAMED.item + 1;
export const FOUND = EXACT_TITLE + 1;

const BEGUN_LIMIT = 40;
const MIN_BEGUN = 3;
/** A sentence that quotes a name of so many words is about that name; a single word may be quoted for other reasons. */
const MIN_QUOTED_WORDS = 3;
/** A quoted name or a registry key within a sentence counts like so much of a title begun. */
const QUOTED = 0.8;
const KEY = 0.5;

export type DirectHits = Map<number, Direct>;

export function direct(text: string, sentence: Sentence, index: SearchIndex): DirectHits {
  const found: DirectHits = new Map();
  addIdentifiers(found, text, index);
  addTitles(found, text, index);
  for (const name of sentence.quoted) if (isNamed(name, sentence)) addQuoted(found, name, index);
  addKey(found, sentence, index);
  return found;
}

function add(found: DirectHits, id: number, { how, begun, by }: Direct): void {
  const known = found.get(id);
  if (!known) {
    found.set(id, { how, begun, by });
    return;
  }
  if (how < known.how) known.by = by;
  known.how = Math.min(known.how, how);
  known.begun = Math.max(known.begun, begun);
}

function addIdentifiers(found: DirectHits, text: string, { settings }: SearchIndex): void {
  const { identifiers, owners } = settings;
  const exact = unquote(text).toLowerCase();
  for (const wanted of new Set([exact, normalizeOmaUri(exact).uri])) {
    if (wanted === '') continue;
    let at = lowerBound(identifiers, wanted);
    for (; identifiers[at] === wanted; at++) {
      for (const owner of ownersAt(owners, at))
        add(found, owner >> 3, { how: owner & 7, begun: 0, by: nameOf(wanted, owner & 7) });
    }
    if (wanted.length >= MIN_BEGUN) addBegun(found, wanted, at, settings);
  }
}

/** Identifiers that begin with the wanted text and are longer; `first` is the place of the first of them. */
function addBegun(
  found: DirectHits,
  wanted: string,
  first: number,
  { identifiers, owners }: SearchSettings,
): void {
  let left = BEGUN_LIMIT;
  for (let at = first; left > 0 && identifiers[at]?.startsWith(wanted); at++) {
    const begun = wanted.length / (identifiers[at]?.length ?? 1);
    for (const owner of ownersAt(owners, at).slice(0, left)) {
      add(found, owner >> 3, { how: FOUND, begun, by: nameOf(wanted, owner & 7) });
      left--;
    }
  }
}

function nameOf(identifier: string, named: number): Direct['by'] {
  if (named === NAMED.policy) return 'name';
  if (named !== NAMED.setting) return 'value';
  if (identifier.includes('::')) return 'policyId';
  return identifier.startsWith('./') ? 'uri' : 'slug';
}

function ownersAt(owners: readonly (number | number[])[], at: number): readonly number[] {
  const owner = owners[at];
  return owner === undefined ? [] : typeof owner === 'number' ? [owner] : owner;
}

export function unquote(text: string): string {
  return text.trim().replace(/^["'“”„«»‘’`\s]+|["'“”„«»‘’`\s]+$/g, '');
}

function addTitles(found: DirectHits, text: string, { language: { byTitle, titles } }: SearchIndex): void {
  const wanted = titleKey(text);
  if (wanted === '') return;
  const keyAt = (at: number) => titleKey(titles[byTitle[at] ?? -1] ?? '');
  let left = BEGUN_LIMIT;
  for (
    let at = bound(byTitle.length, (each) => keyAt(each) < wanted);
    left > 0 && at < byTitle.length;
    at++
  ) {
    const key = keyAt(at);
    if (!key.startsWith(wanted)) break;
    const exact = key === wanted;
    if (!exact && wanted.length < MIN_BEGUN) break;
    const how = exact ? EXACT_TITLE : FOUND;
    add(found, byTitle[at] ?? 0, { how, begun: wanted.length / key.length, by: 'title' });
    if (!exact) left--;
  }
}

/** Whether a sentence is about what it quotes: a longer name, an identifier, or nothing else is said. */
function isNamed(name: string, { words: all }: Sentence): boolean {
  const quoted = words(name).map(({ whole }) => whole);
  if (quoted.length >= MIN_QUOTED_WORDS || /\p{Ll}\p{Lu}/u.test(name)) return true;
  return all.every(({ whole }) => quoted.includes(whole) || isFiller(whole) || isStopWord(whole));
}

/** Guides quote the title of the setting that they are about, and the option to choose. */
function addQuoted(found: DirectHits, name: string, index: SearchIndex): void {
  const named: DirectHits = new Map();
  addTitles(named, name, index);
  addIdentifiers(named, name, index);
  for (const [id, { how, by }] of named) if (how < FOUND) add(found, id, { how: FOUND, begun: QUOTED, by });
}

function addKey(found: DirectHits, { key, valueName }: Sentence, { keys, settings }: SearchIndex): void {
  if (key === undefined) return;
  for (const id of keys.settingsOf(key)) {
    const names = settings.settings[id]?.[5].map(([, name]) => name?.toLowerCase()) ?? [];
    const both = valueName !== undefined && names.includes(valueName);
    if (both) add(found, id, { how: NAMED.value, begun: 0, by: 'value' });
    else add(found, id, { how: FOUND, begun: KEY, by: 'key' });
  }
}
