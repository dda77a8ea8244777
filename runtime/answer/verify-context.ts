/** What the items of one request share. */
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { type VerifyMessages, verifyMessagesFor } from '../messages/verify.ts';
import type { ItemData, Meaning, VerifyRequest } from '../schema/verify.ts';
import type { Judge } from './compatibility.ts';
import { type DataFinding, strongest } from './data-verdict.ts';
import type { DocumentedValue } from './documented-data.ts';
import { pickText } from './language.ts';
import { dataReasonText } from '../messages/verify.ts';

export interface VerifyContext {
  dataset: Dataset;
  judge: Judge;
  lang: string;
  targetOs: string | null;
  full: boolean;
  texts: Messages;
  verifyTexts: VerifyMessages;
}

export function verifyContext(
  dataset: Dataset,
  judge: Judge,
  { lang, targetOs, detail }: Pick<VerifyRequest, 'lang' | 'targetOs' | 'detail'>,
): VerifyContext {
  const texts = messagesFor(lang);
  return { dataset, judge, lang, targetOs, full: detail === 'full', texts, verifyTexts: verifyMessagesFor(lang) };
}

/** What one setting says of the data. */
export interface SettingFinding {
  slug: string;
  elementId?: string | undefined;
  finding: DataFinding;
}

/** The verdict over all settings that write the pair: their meanings, or the reason of the strongest. */
export function dataAnswer(
  findings: readonly SettingFinding[],
  { lang, verifyTexts }: VerifyContext,
): ItemData | undefined {
  const decisive = strongest(findings);
  if (decisive === undefined) return undefined;
  const { verdict, reason } = decisive.finding;
  const means = findings.flatMap(({ slug, elementId, finding }) =>
    finding.means.map((value) => meaning(slug, elementId, value, lang)),
  );
  return {
    verdict,
    ...(reason && { reason: dataReasonText(reason, verifyTexts) }),
    ...(means.length > 0 && { means }),
  };
}

function meaning(slug: string, elementId: string | undefined, value: DocumentedValue, lang: string): Meaning {
  const { state, label } = value;
  const text = typeof label === 'string' ? label : label && pickText(label, lang)?.text;
  return {
    slug,
    ...(state && { state }),
    ...(text !== undefined && { label: text }),
    ...(elementId !== undefined && { elementId }),
  };
}
