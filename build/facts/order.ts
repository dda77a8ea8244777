/** The keys of a setting's line in their fixed order, so that the diff of a new source version is readable. */
import type { SettingFact } from './types.ts';

const ORDER = [
  'slug',
  'policyId',
  'class',
  'admx',
  'formerAdmx',
  'line',
  'version',
  'seenIn',
  'firstSeen',
  'lastModified',
  'removedIn',
  'lastSeenIn',
  'key',
  'valueName',
  'enabledValue',
  'disabledValue',
  'enabledList',
  'disabledList',
  'elements',
  'content',
  'baseline',
  'mdm',
  'former',
  'earlier',
  'added',
  'addedClass',
  'category',
  'formerCategories',
  'categoryUnresolved',
  'supportedOn',
  'supportedOnUnresolved',
  'learnUrl',
  'text',
] as const satisfies (keyof SettingFact)[];

/** A key missing from the list would be lost silently: it is a type error here. */
type Unlisted = Exclude<keyof SettingFact, (typeof ORDER)[number]>;
const complete: [Unlisted] extends [never] ? true : never = true;

export const isMember = (name: string) => (ORDER as readonly string[]).includes(name);

export function ordered(fact: SettingFact): SettingFact {
  const entries = ORDER.filter((name) => complete && fact[name] !== undefined).map((name) => [
    name,
    fact[name],
  ]);
  return Object.fromEntries(entries) as SettingFact;
}
