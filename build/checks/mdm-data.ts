/**
 * Registry values whose data a node accepts unchanged: a rule proposes them, and the list records each one that was
 * reviewed (descriptions and labels of the DDF compared with those of the template).
 */
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { compare, once, optional } from '../collections.ts';
import { pairsOf } from '../compile/pairs.ts';
import { type Facts, settingsOf } from '../facts/model.ts';
import type { AllowedValuesFact, DdfFact, MdmDataFact } from '../facts/nodes.ts';
import { pairId } from '../facts/pair-id.ts';
import type { ElementFact, RegistryData, SettingFact } from '../facts/types.ts';
import { joinMdm } from '../join/mdm.ts';
import type { Rule } from './rule.ts';

/** The MDM join, memoized for one run of the checks. */
export const joined = once((facts: Facts) => joinMdm(facts));

export const MDM_DATA_RULE: Rule = {
  name: 'a registry value whose data a node takes was read, and its texts still say so',
  allSources: true,
  check: ({ facts }) => {
    const proposed = new Map(proposalsOf(facts).map((each) => [idOf(each), each]));
    const listed = new Map(facts.mdmData.map((each) => [idOf(each), each]));
    return [
      ...[...proposed].flatMap(([id, each]) =>
        listed.has(id)
          ? []
          : [`not read; enter it in mdm-data.jsonl after reading both: ${JSON.stringify(each)}`],
      ),
      ...[...listed].flatMap(([id, each]) => {
        const found = proposed.get(id);
        if (found === undefined) return each.read === undefined ? [`${each.omaUri}: ${NO_LONGER}`] : [];
        if (each.read !== undefined) return [`proposed, though it says what was read: ${each.omaUri}`];
        const { confidence, by } = found;
        return confidence === each.confidence && by === each.by
          ? []
          : [`${each.omaUri} is ${confidence} by ${by}`];
      }),
      ...facts.mdmData.flatMap((each) => unfitForm(each, facts)),
    ];
  },
};

const NO_LONGER =
  'key, contents or texts of the pair have changed, so that no rule proposes it: take its line out of mdm-data.jsonl, or ' +
  'read both, and say in "read" why the node still takes the data';

function idOf({ omaUri, key, valueName = '' }: MdmDataFact): string {
  return `${omaUri} ${pairId(key, valueName)}`;
}

/** What the node does not take, or the setting does not write. */
function unfitForm(
  { omaUri, key, element, valueName, map = {}, names, separator, by }: MdmDataFact,
  facts: Facts,
): string[] {
  const links = joined(facts).links.filter(({ node }) => node.omaUri === omaUri);
  const { values, delimiter = separator } = links[0]?.node.allowed ?? {};
  const isTaken = (text: string) =>
    by === 'entries' || !values || values.some(({ value }) => text.toLowerCase() === value.toLowerCase());
  const contents = links.flatMap(({ setting }) => contentsOf(setting, element, valueName));
  return [
    ...(delimiter === separator || by === 'text' ? [] : [`${omaUri}: its separator is ${delimiter}`]),
    ...Object.values(map).flatMap((text) => (isTaken(text) ? [] : [`${omaUri}: does not take ${text}`])),
    ...Object.keys(map).flatMap((content) =>
      contents.length === 0 || contents.includes(content) ? [] : [`${omaUri}: nothing writes ${content}`],
    ),
    ...(names ? namesBelow(key, facts) : []).flatMap((name) =>
      names?.includes(name) ? [] : [`${omaUri}: does not take ${name}, which has a setting`],
    ),
  ];
}

/** In lower case, of the values that settings write below a key. */
function namesBelow(key: string, facts: Facts): string[] {
  const own = normalizeKeyForBuild(key);
  return settingsOf(facts)
    .flatMap(pairsOf)
    .flatMap((pair) => (normalizeKeyForBuild(pair.key) === own ? (pair.valueName?.toLowerCase() ?? []) : []));
}

/** Of its own value, or of the options or the box of an element; none of those that the administrator chooses. */
function contentsOf(
  setting: SettingFact,
  element: string | undefined,
  valueName: string | undefined,
): string[] {
  const { items = [], trueValue, falseValue } = setting.elements?.find(({ id }) => id === element) ?? {};
  const own = valueName === setting.valueName ? states(setting) : [];
  const all = [
    ...(element === undefined ? own : []),
    ...items.map(({ value }) => value),
    trueValue,
    falseValue,
  ];
  return all.flatMap((each) => each?.value ?? []);
}

type Proposal = Pick<MdmDataFact, 'confidence' | 'by'>;

/** Proposals for the nodes of the Policy CSP that are not ADMX-backed and can be set. */
function proposalsOf(facts: Facts): MdmDataFact[] {
  const links = joined(facts).links.filter(
    ({ node: { omaUri, admx, access } }) =>
      !admx && !access && omaUri.includes('/Vendor/MSFT/Policy/Config/'),
  );
  const found = links.flatMap(({ node, setting, element, confidence }): MdmDataFact[] => {
    const place = placeOf(setting, element);
    const proposal = place && node.allowed && proposalFor(node, node.allowed, setting, place);
    if (place === undefined || proposal === undefined) return [];
    const { key, valueName, part } = place;
    const sure = confidence === 'official' ? proposal.confidence : 'derived';
    const { omaUri } = node;
    return [{ omaUri, key, valueName, ...optional('element', part?.id), confidence: sure, by: proposal.by }];
  });
  return found.sort((a, b) => compare(a.omaUri, b.omaUri));
}

interface Place {
  key: string;
  valueName: string;
  part?: ElementFact;
}

/** The value of the element that the vendor maps the node to; else the policy's own, or that of its only element. */
function placeOf(setting: SettingFact, elementId: string | undefined): Place | undefined {
  const { key, valueName, elements = [], enabledList, disabledList } = setting;
  if (elementId === undefined && valueName !== undefined) return { key, valueName };
  const isOnly = elements.length === 1 && enabledList === undefined && disabledList === undefined;
  const part = elements.find(({ id }) => (elementId === undefined ? isOnly : id === elementId));
  return part?.valueName === undefined
    ? undefined
    : { key: part.key ?? key, valueName: part.valueName, part };
}

function proposalFor(
  { omaUri }: DdfFact,
  allowed: AllowedValuesFact,
  setting: SettingFact,
  { valueName, part }: Place,
): Proposal | undefined {
  const isNamesake = omaUri.toLowerCase().endsWith(`/${valueName.toLowerCase()}`);
  switch (part?.type) {
    case 'decimal':
      return hasBounds(allowed, part) ? { confidence: 'official', by: 'range' } : undefined;
    case 'enum':
      return byLabels(allowed, setting, part, isNamesake);
    case 'boolean':
    case undefined:
      return isNamesake &&
        isSwitch(allowed, part ? ticked(part) : states(setting)) &&
        agrees(setting, valueName, part)
        ? { confidence: 'derived', by: 'state' }
        : undefined;
    default:
      return undefined;
  }
}

/** In the ADMX schema the smallest number is 0 if none is given. */
function hasBounds(
  { kind, min, max }: AllowedValuesFact,
  { minValue = '0', maxValue }: ElementFact,
): boolean {
  return kind === 'Range' && min === Number(minValue) && max === Number(maxValue);
}

function byLabels(
  { kind, values = [] }: AllowedValuesFact,
  { text }: SettingFact,
  { id, items = [] }: ElementFact,
  isNamesake: boolean,
): Proposal | undefined {
  const own = new Map(
    items.flatMap(({ value }, at) =>
      value.value === undefined ? [] : [[value.value, text['en-US']?.items?.[id]?.[at] ?? ''] as const],
    ),
  );
  if (kind !== 'ENUM' || values.length !== own.size || !values.every(({ value }) => own.has(value)))
    return undefined;
  const labels = values.map(({ value, label = '' }) => [plain(label), plain(own.get(value) ?? '')] as const);
  if (labels.some(([a, b]) => isOpposite(a, b) || isOpposite(b, a))) return undefined;
  if (labels.every(([a, b]) => a !== '' && a === b)) return { confidence: 'official', by: 'item labels' };
  return isNamesake ? { confidence: 'derived', by: 'alike' } : undefined;
}

/** Returns the label without its number, articles, `is`, punctuation and “(default)”. */
function plain(label: string): string {
  const text = label.toLowerCase().replaceAll(/\(default\)|^\s*\d+\s*[-–:=]|\b(?:the|an?|is)\b/g, ' ');
  return text.replaceAll(/[^a-z\d]+/g, ' ').trim();
}

const OPPOSITES = [/^enable/, /^disable/, /^allow/, /^(?:deny|block)/, /^on\b/, /^off\b/, /^yes\b/, /^no\b/];

function isOpposite(a: string, b: string): boolean {
  const at = OPPOSITES.findIndex((word) => word.test(a));
  return at % 2 === 0 && OPPOSITES[at + 1]?.test(b) === true;
}

type Contents = [on: RegistryData | undefined, off: RegistryData | undefined];

const ticked = ({ trueValue, falseValue }: ElementFact): Contents => [trueValue, falseValue];
const states = ({ enabledValue, disabledValue }: SettingFact): Contents => [enabledValue, disabledValue];

function isSwitch({ kind, values = [] }: AllowedValuesFact, [on, off]: Contents): boolean {
  const numbers = values.map(({ value }) => value).sort();
  return kind === 'ENUM' && numbers.join() === '0,1' && on?.value === '1' && off?.value === '0';
}

const NEGATION =
  /^(?:do ?n[o']t|donot|no(?![a-z])|fully disable|(?:disable|exclude|hide|prevent|remove|turn ?off|lockdown|block|disallow|prohibit|deny|restrict))/i;
const NEGATED_NAME =
  /^(?:Do[Nn]ot|Dont|No(?=[A-Z])|Disable|Exclude|Hide|Prevent|Remove|TurnOff|Lockdown|Block|Disallow|Prohibit|Deny|Restrict)/;

/** “Enabled” alone has no meaning: title and name must both negate, or neither. */
function agrees({ text }: SettingFact, valueName: string, part: ElementFact | undefined): boolean {
  const { labels = {}, displayName = '' } = text['en-US'] ?? {};
  const title = part === undefined ? displayName : (labels[part.id] ?? displayName);
  return NEGATION.test(title) === NEGATED_NAME.test(valueName);
}
