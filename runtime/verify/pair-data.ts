/** The verdict on the data of a registry value, by all settings that write it. */

import { decisiveMatches, type JudgedMatch } from '../answer/overlay.ts';
import { type DocumentedData, documentedData } from '../contract/data.ts';
import type { Match } from '../contract/match.ts';
import type { ItemData, Meaning } from '../contract/verified.ts';
import { dataReasonText } from '../messages/verify.ts';
import type { VerifyContext } from './context.ts';
import { type DataFinding, documentedTypes, type Given, judgeData, strongest } from './data-verdict.ts';
import { judgeForTarget } from './template.ts';

/** What one setting says of the data. */
export interface SettingFinding {
  slug: string;
  elementId: string | undefined;
  documented: DocumentedData | undefined;
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
  const all = decisiveMatches(judged).map((each) => {
    const { slug, match } = each;
    const documented = dataOf(match);
    const { elementId, list, otherHive } = match;
    const judgedData =
      otherHive === undefined
        ? judgeForTarget(item, each, documented, context)
        : { finding: inOtherHive(otherHive) };
    return { slug, elementId, documented, list: list !== undefined, ...judgedData };
  });
  return narrowed(item, all);
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
  const retyped =
    typed.length > 0 && typed.every(isOpen)
      ? all.map((each) =>
          each.finding.verdict === 'wrong-type'
            ? { ...each, finding: judgeData(untyped, each.documented) }
            : each,
        )
      : all;
  const isExact = ({ list, finding }: SettingFinding) => !list && finding.verdict !== 'unknown';
  return retyped.some(isExact) ? retyped.map((each) => ({ ...each, aside: takesAny(each) })) : retyped;
}

/** The types that each setting documents, where the type of the item is one's and not another's, or one of several of texts. */
export function typesApart({ type }: Given, judged: readonly JudgedMatch[]): string | undefined {
  const types = decisiveMatches(judged).flatMap(({ slug, match }) => {
    const own = match.otherHive === undefined ? documentedTypes(match) : [];
    return own.length === 0 ? [] : [{ slug, own }];
  });
  const having = types.filter(({ own }) => own.includes(type ?? ''));
  const isOpen = decisiveMatches(judged).some(({ match: { openTypes = [] } }) => openTypes.length > 1);
  if (having.length === 0 || (having.length === types.length && !isOpen)) return undefined;
  return types.map(({ slug, own }) => `${slug}: ${own.join(', ')}`).join('; ');
}

/** What is documented for one hive says nothing of the other. */
function inOtherHive(documented: string): DataFinding {
  return { verdict: 'unknown', reason: { code: 'otherHive', documented }, means: [] };
}

/** The verdict over all settings that write the pair: their meanings, or the reason of the strongest. */
export function dataAnswer(
  findings: readonly SettingFinding[],
  { verifyTexts }: VerifyContext,
): ItemData | undefined {
  const decisive = strongest(findings.filter(({ aside }) => !aside));
  if (decisive === undefined) return undefined;
  const { verdict, reason } = decisive.finding;
  const answer: ItemData = { verdict };
  if (reason !== undefined) answer.reason = dataReasonText(reason, verifyTexts);
  const means = findings.flatMap(meanings);
  if (means.length > 0) answer.means = means;
  return answer;
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

/** What a match says of the data; undefined where that is nothing. */
export function dataOf(match: Match): DocumentedData | undefined {
  return DATA.some((name) => Object.hasOwn(match, name)) ? match : undefined;
}
