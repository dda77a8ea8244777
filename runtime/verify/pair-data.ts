/** The verdict on the data of a registry value, by all settings that write it. */

import { FALLBACK_LANGUAGE, lookupIn } from '../answer/language.ts';
import { decisiveMatches, type JudgedMatch } from '../answer/overlay.ts';
import {
  type DocumentedData,
  type DocumentedValue,
  documentedData,
  type TemplateVersion,
} from '../contract/data.ts';
import type { Match } from '../contract/match.ts';
import type { ItemData, Meaning } from '../contract/verified.ts';
import type { Template } from '../format/format.ts';
import { normalizeKeyForBuild, pairKey } from '../format/keys.ts';
import { sentence } from '../messages/verify.ts';
import { parseBuild } from '../verdict/builds.ts';
import { parseVersion, placeIn } from '../verdict/versions.ts';
import type { VerifyContext } from './context.ts';
import {
  type DataFinding,
  documentedTypes,
  finding,
  type Given,
  judgeData,
  strongest,
} from './data-verdict.ts';
import type { AskedPair } from './pair.ts';

/** The finding of one setting on the data. */
export interface SettingFinding {
  slug: string;
  elementId: string | undefined;
  documented?: DocumentedData | undefined;
  /** A list, whose texts are the administrator's. */
  list: boolean;
  /** Another setting decides. */
  aside?: boolean;
  /** The versions of the vendor's templates that document the data, where the target's own is not known or not among them. */
  versions?: string;
  finding: DataFinding;
}

export function dataFindings(
  item: Given,
  judged: readonly JudgedMatch[],
  context: VerifyContext,
): SettingFinding[] {
  const all = decisiveMatches(judged).map((each): SettingFinding => {
    const { match } = each;
    const { slug, elementId, list, otherHive } = match;
    const place = { slug, elementId, list: list !== undefined };
    const documented = dataOf(match);
    if (otherHive === undefined)
      return { ...place, documented, ...judgeForTarget(item, each, documented, context) };
    // A document for one hive is no evidence for the other.
    return { ...place, finding: finding('unknown', { code: 'otherHive', documented: otherHive }) };
  });
  return all.length < 2 ? all : narrowed(item, all);
}

/**
 * A list takes any text; where another setting documents the contents of the same value, that one decides. The rules of
 * attack surface reduction are a list of texts in WindowsDefender.admx, and numbers up to 2 in
 * SecurityBaseline_WindowsServer_2025-2510.csv: as sources differ on the type, what one of them has is not of the wrong type.
 */
function narrowed(item: Given, all: SettingFinding[]): SettingFinding[] {
  const takesAny = ({ list, finding }: SettingFinding) => list && finding.verdict === 'free';
  const isOpen = (each: SettingFinding) => takesAny(each) || each.finding.verdict === 'undocumented';
  const typed = all.filter(
    ({ finding }) => finding.verdict !== 'wrong-type' && finding.verdict !== 'unknown',
  );
  const { type: _, ...untyped } = item;
  const isTypeOpen = typed.length > 0 && typed.every(isOpen);
  const retyped = all.map((each) =>
    isTypeOpen && each.finding.verdict === 'wrong-type'
      ? { ...each, finding: judgeData(untyped, each.documented) }
      : each,
  );
  const isExact = ({ list, finding }: SettingFinding) => !list && finding.verdict !== 'unknown';
  return retyped.some(isExact) ? retyped.map((each) => ({ ...each, aside: takesAny(each) })) : retyped;
}

/** The types by setting, where settings name different ones and one lacks the item's; also where one takes several types of text. */
export function typesApart({ type }: Given, findings: readonly SettingFinding[]): string | undefined {
  const isOpen = findings.some(({ documented }) => (documented?.openTypes?.length ?? 0) > 1);
  if (type === undefined || (findings.length < 2 && !isOpen)) return undefined;
  const types = findings.flatMap(({ slug, documented }) => {
    const own = documented ? documentedTypes(documented) : [];
    return own.length === 0 ? [] : [{ slug, own }];
  });
  const having = types.filter(({ own }) => own.includes(type));
  const isOne = new Set(types.map(({ own }) => own.join())).size < 2;
  if (having.length === 0 ? isOne : having.length === types.length && !isOpen) return undefined;
  return types.map(({ slug, own }) => `${slug} (${own.join(', ')})`).join(', ');
}

/** The verdict over all settings that write the pair: their meanings, or the reason of the strongest. */
export function dataAnswer(
  findings: readonly SettingFinding[],
  { verifyTexts }: VerifyContext,
): ItemData | undefined {
  const decisive = strongest(findings.filter(({ aside }) => !aside));
  if (decisive === undefined) return undefined;
  const { verdict, reason } = decisive.finding;
  const means = findings.flatMap(meanings);
  return {
    verdict,
    ...(reason && { reason: sentence(verifyTexts.data, reason) }),
    ...(means.length > 0 && { means }),
  };
}

function meanings({ slug, elementId: own, finding: { means } }: SettingFinding): Meaning[] {
  return means.map(({ state, label, elementId = own }) => {
    const meaning: Meaning = { slug };
    if (state !== undefined) meaning.state = state;
    if (label !== undefined) meaning.label = label;
    if (elementId !== undefined) meaning.elementId = elementId;
    return meaning;
  });
}

const DATA = Object.keys(documentedData);

/** The finding of a match on the data; undefined if it documents nothing. */
function dataOf(match: Match): DocumentedData | undefined {
  return DATA.some((name) => Object.hasOwn(match, name)) ? match : undefined;
}

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
    for (const match of entry?.any.matches ?? [])
      if (match.valueName !== undefined && judgeData(item, dataOf(match)).verdict === 'documented')
        found.set(match.slug, other);
  }
  return [...found].map(([slug, other]) => verifyTexts.documentedElsewhere(slug, other));
}

type TemplateTarget = Pick<VerifyContext, 'templates' | 'products'>;

/**
 * Of the target's family or product the newest version that is not newer than the target, else the oldest. `next`: a later
 * one, where it is not that of the target's release itself.
 */
function templateOf({ match, judgement }: JudgedMatch, { templates, products }: TemplateTarget) {
  const line = templates.find(({ source }) => source === match.source)?.line;
  const { build = '', releases = [] } = judgement.target ?? {};
  const order = parseBuild(build)?.order ?? 0;
  const own = templates.flatMap((template) => {
    const { family, product, build: first = '' } = template;
    const target = products?.targets.find((each) => each.product === product);
    const isOwn = product === undefined ? releases.some((name) => name.startsWith(`${family} `)) : target;
    if (template.line !== line || !isOwn) return [];
    const isReached = target ? reaches(target, template) : (parseBuild(first)?.order ?? 0) <= order;
    return [{ template, isReached }];
  });
  const at = own.findLastIndex(({ isReached }) => isReached);
  const found = own[Math.max(at, 0)];
  const isExact =
    at < 0 ||
    found?.template.product !== undefined ||
    parseBuild(found?.template.build ?? '')?.order === order;
  return found && { ...found, next: isExact ? undefined : own[at + 1]?.template };
}

/** `120` is read as the newest of all 120. */
function reaches({ version }: { version: string }, { sourceVersion }: Template): boolean {
  const [target, template] = [parseVersion(version), parseVersion(sourceVersion)];
  return target !== undefined && template !== undefined && placeIn(target, template, undefined) !== 'below';
}

const isIn = (all: readonly TemplateVersion[], { source, sourceVersion }: TemplateVersion) =>
  all.some((each) => each.source === source && each.sourceVersion === sourceVersion);

/** The templates of the target's own release are not there, and those before and after it differ on the data. */
const unknownBetween = finding('unknown', { code: 'betweenTemplates' });

const isLimited = ({ documentedIn }: DocumentedValue) => documentedIn !== undefined;

/** What one match says of the data, by the target's template, and where the data is documented if not there. */
function judgeForTarget(
  given: Given,
  judged: JudgedMatch,
  documented: DocumentedData | undefined,
  context: TemplateTarget,
): { finding: DataFinding; versions?: string } {
  const { values = [] } = documented ?? {};
  const whole = judgeData(given, documented);
  if (!values.some(isLimited)) return { finding: whole };
  const own = templateOf(judged, context);
  const fits = ({ documentedIn }: DocumentedValue) =>
    own === undefined || documentedIn === undefined || isIn(documentedIn, own.template);
  const finding = judgeData(given, { ...documented, values: values.filter(fits) });
  if (whole.means.length === 0 || !whole.means.every(isLimited)) return { finding };
  if (own?.isReached && finding.verdict === 'documented') return { finding };
  const all = whole.means.flatMap(({ documentedIn = [] }) => documentedIn);
  const named = context.templates.filter((template) => isIn(all, template));
  const versions = named.map(({ title, sourceVersion }) => `${title} ${sourceVersion}`).join(', ');
  const isBetween = finding.verdict === 'undocumented' && own?.next !== undefined && isIn(all, own.next);
  return { finding: isBetween ? unknownBetween : finding, versions };
}
