/** The verdict on the data of a registry value, by all settings that write it. */

import { deciding, type JudgedMatch } from '../answer/judged-match.ts';
import { labelsIn } from '../answer/match.ts';
import type { ItemData, Meaning } from '../contract/verified.ts';
import type { StoredData } from '../format/format.ts';
import { dataReasonText } from '../messages/verify.ts';
import type { VerifyContext } from './context.ts';
import { type DataFinding, type Given, judgeData, strongest } from './data-verdict.ts';

/** What one setting says of the data. */
export interface SettingFinding {
  slug: string;
  elementId: string | undefined;
  documented: StoredData | undefined;
  finding: DataFinding;
}

export function dataFindings(item: Given, judged: readonly JudgedMatch[]): SettingFinding[] {
  return deciding(judged).map(({ slug, match, otherHive }) => ({
    slug,
    elementId: match.served.elementId,
    documented: match.data,
    finding: otherHive === undefined ? judgeData(item, match.data) : inOtherHive(otherHive),
  }));
}

/** What is documented for one hive says nothing of the other. */
function inOtherHive(documented: string): DataFinding {
  return { verdict: 'unknown', reason: { code: 'otherHive', documented }, means: [] };
}

/** The verdict over all settings that write the pair: their meanings, or the reason of the strongest. */
export function dataAnswer(
  findings: readonly SettingFinding[],
  { lang, verifyTexts }: VerifyContext,
): ItemData | undefined {
  const decisive = strongest(findings);
  if (decisive === undefined) return undefined;
  const { verdict, reason } = decisive.finding;
  const answer: ItemData = { verdict };
  if (reason !== undefined) answer.reason = dataReasonText(reason, verifyTexts);
  const means = findings.flatMap((each) => meanings(each, lang));
  if (means.length > 0) answer.means = means;
  return answer;
}

function meanings(
  { slug, elementId: own, documented, finding: { means } }: SettingFinding,
  lang: string,
): Meaning[] {
  if (documented === undefined || means.length === 0) return [];
  const labels = labelsIn(documented, lang);
  return means.map((value) => {
    const { state, elementId = own } = value;
    const label = labels?.[documented.values?.indexOf(value) ?? -1];
    const meaning: Meaning = { slug };
    if (state !== undefined) meaning.state = state;
    if (typeof label === 'string') meaning.label = label;
    if (elementId !== undefined) meaning.elementId = elementId;
    return meaning;
  });
}
