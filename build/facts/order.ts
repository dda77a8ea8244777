/** The members of a setting's line, in their fixed order, so that the diff of a new source version is readable. */
import { picked } from '../collections.ts';
import type { SettingFact } from './types.ts';

/** Whether a change of it is one of the setting: not of its place, its versions or its texts. */
const MEMBERS: Record<keyof SettingFact, boolean> = {
  slug: false,
  policyId: true,
  class: true,
  admx: false,
  formerAdmx: false,
  line: false,
  version: false,
  seenIn: false,
  firstSeen: false,
  lastModified: false,
  removedIn: false,
  lastSeenIn: false,
  key: true,
  valueName: true,
  enabledValue: true,
  disabledValue: true,
  enabledList: true,
  disabledList: true,
  elements: true,
  content: true,
  baseline: true,
  mdm: true,
  former: false,
  earlier: false,
  added: false,
  addedClass: false,
  category: true,
  formerCategories: false,
  categoryUnresolved: true,
  supportedOn: true,
  supportedOnUnresolved: true,
  learnUrl: true,
  text: false,
};
const ORDER = Object.keys(MEMBERS) as (keyof SettingFact)[];
const STATED = ORDER.filter((name) => MEMBERS[name]);

export const isMember = (name: string) => Object.hasOwn(MEMBERS, name);

export const ordered = (fact: SettingFact): SettingFact => picked(fact, ...ORDER);

/** The facts that count as a change: all but texts, and text-box defaults, which vendors translate. */
export function statedFacts(fact: SettingFact): unknown {
  const elements = fact.elements?.map((each) => ({
    ...each,
    ...(each.type === 'text' && { defaultValue: '' }),
  }));
  return { ...picked(fact, ...STATED), elements };
}
