/**
 * Whether the vendor calls a setting deprecated, obsolete or removed, by marks in English labels: a category (“Removed
 * policies” of chrome.admx, “Preferences (Deprecated)” of firefox.admx) or the title (“… (obsolete)” of msedge.admx,
 * “[Deprecated] …” of Office). “Legacy” is not such a mark.
 */
import type { Lifecycle } from '../../runtime/contract/product.ts';
import type { Texts } from '../../runtime/format/format.ts';
import type { SettingFact } from '../facts/types.ts';

/** Later states take precedence: chrome.admx has titles “(deprecated)” among its removed policies. */
const STATES: readonly Lifecycle['state'][] = ['deprecated', 'obsolete', 'removed'];
const CATEGORY = /^(deprecated|obsolete|removed)(?: (?:policies|settings))?$/i;
const MARK_BEHIND = /[([](deprecated|obsolete|removed)[)\]]\.?$/i;
const MARK_BEFORE = /^[([](deprecated|obsolete|removed)[)\]]/i;

/**
 * The furthest state in a label of the setting; for equal states the title is the evidence, not a category.
 * @param categories Texts of the setting's categories, in any order.
 */
export function lifecycleOf(
  setting: Pick<SettingFact, 'text'>,
  categories: readonly Texts[],
): Lifecycle | undefined {
  const marks: Lifecycle[] = [];
  const title = setting.text['en-US']?.displayName;
  if (title !== undefined) marks.push(...marked('title', title, [MARK_BEHIND, MARK_BEFORE]));
  for (const { 'en-US': name } of categories) {
    if (name !== undefined) marks.push(...marked('category', name, [CATEGORY, MARK_BEHIND, MARK_BEFORE]));
  }
  return STATES.reduce<Lifecycle | undefined>(
    (furthest, state) => marks.find((mark) => mark.state === state) ?? furthest,
    undefined,
  );
}

function marked(kind: 'category' | 'title', text: string, shapes: readonly RegExp[]): Lifecycle[] {
  const label = text.trim();
  const word = shapes
    .map((shape) => shape.exec(label)?.[1]?.toLowerCase())
    .find((each) => each !== undefined);
  const state = STATES.find((each) => each === word);
  return state === undefined ? [] : [{ state, evidence: { kind, text } }];
}
