/** Fields that a request has and its schema has not: a misspelt target must not pass in silence. */
import { distance } from 'fastest-levenshtein';
import type { JsonObject } from '../format/json.ts';
import { textsIn } from '../messages/index.ts';

const MAX_NAMED = 5;
const MAX_SHOWN = 64;
const MAX_EDITS = 2;

/** Words that are no part of the field’s own name. */
const MEANT: Readonly<Record<string, string>> = {
  path: 'key',
  registrypath: 'key',
  name: 'value',
  text: 'q',
  query: 'q',
  max: 'limit',
  id: 'slug',
  policyid: 'slug',
  version: 'since',
  content: 'data',
};

/** A warning for each. @param base JSON Pointer of the object. */
export function unknownFieldWarnings(
  body: JsonObject,
  known: readonly string[],
  lang: string,
  base = '',
): string[] {
  const texts = textsIn(lang);
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  const free = known.filter((name) => !Object.hasOwn(body, name));
  return unknown.slice(0, MAX_NAMED).map((name) => {
    // Look-ups of nodes judge no OS.
    if (name === 'targetOs' && known.includes('omaUri')) return texts.noTargetHere;
    const shown = `${base}${name.slice(0, MAX_SHOWN).toWellFormed()}`;
    return texts.unknownField(shown, fieldMeant(name.slice(0, MAX_SHOWN), free));
  });
}

/** Of several that are as near the first. */
function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const plain = letters(name);
  if (plain === '') return undefined;
  const meant = MEANT[plain];
  const byLetters = known.find((each) => letters(each) === plain);
  const byPart = known.find((each) => each.length > 1 && holds(letters(each), plain));
  const near = known
    .filter((each) => each.length > MAX_EDITS)
    .map((each) => ({ each, edits: distance(letters(each), plain) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits);
  return (
    byLetters ?? near[0]?.each ?? (meant !== undefined && known.includes(meant) ? meant : undefined) ?? byPart
  );
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const holds = (a: string, b: string): boolean => (b.length > 1 && a.includes(b)) || b.includes(a);
