/** The answer as JSON: the envelope of `POST /v1/verify`, with the findings of each item. */
import { jsonText } from '../../build/visible.ts';
import { confidenceOf } from '../../runtime/answer/envelope.ts';
import { wellFormed } from '../../runtime/answer/json.ts';
import type { VerifiedFile, VerifiedItem } from '../../runtime/contract/verified.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { Summary } from '../../runtime/verify/summary.ts';
import type { Collected } from './collect.ts';
import type { Row } from './findings.ts';
import type { Report } from './report.ts';

export function printJson({ rows, collected, query, dataset, warnings, drifts, ownSlugs }: Report): string {
  const summary = new Summary();
  for (const { answer, unread } of rows) summary.add(answer, unread !== undefined);
  const confidence = confidenceOf(summary.nodes());
  const result = {
    items: rows.map(writtenItem),
    files: filesOf(collected),
    skippedFiles: collected.skipped,
    summary: summary.counts(collected.problems.length),
    ...(drifts.length > 0 && { drifts }),
    ...(ownSlugs && { ownSettings: [...ownSlugs].sort() }),
    ...(confidence === 'none' && { reason: textsIn(query.lang, VERIFY_TEXTS).noMdm }),
  };
  const envelope = {
    query: { items: rows.length, ...query, detail: 'brief' },
    result,
    confidence,
    dataset,
    warnings,
  };
  return wellFormed(jsonText(envelope));
}

/** Indexes are those of the whole list, not of the file. */
export function writtenItem({ item, answer, unit, findings, accepted }: Row, index: number) {
  const { at, data } = item;
  const type = 'type' in item && item.type !== undefined ? { type: item.type } : {};
  const deleted = 'delete' in item ? { delete: true as const } : undefined;
  const given = data === undefined ? deleted : { ...type, data };
  const extras = { unit, findings, ...(accepted.length > 0 && { accepted }), ...(given && { given }) };
  return { ...answer, index, at, ...extras } satisfies VerifiedItem;
}

function filesOf({ files, notes, problems }: Collected): VerifiedFile[] {
  const read = files.map((file) => {
    const own = notes.filter(({ at }) => at.file === file.name);
    return { ...file, ...(own.length > 0 && { notes: own }) };
  });
  return [...read, ...problems.map((problem) => ({ name: problem.file, items: 0, problem }))];
}
