/** The answer as JSON: the envelope of `POST /v1/verify`, with the findings of each item. */
import { jsonText } from '../../build/visible.ts';
import { confidenceOf } from '../../runtime/answer/envelope.ts';
import { wellFormed } from '../../runtime/answer/json.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { Summary } from '../../runtime/verify/summary.ts';
import type { Report, Row } from './findings.ts';

export function printJson({ rows, collected, query, drifts, own, ...report }: Report): string {
  const summary = new Summary();
  for (const { item, answer } of rows) summary.add(answer, item.unread !== undefined);
  const confidence = confidenceOf(summary.nodes());
  const { files, notes, problems, skipped } = collected;
  const read = files.map((file) => {
    const found = notes.filter(({ at }) => at.file === file.name);
    return { ...file, notes: found.length > 0 ? found : undefined };
  });
  const result = {
    items: rows.map(writtenItem),
    files: [...read, ...problems.map((problem) => ({ name: problem.file, items: 0, problem }))],
    skippedFiles: skipped,
    summary: summary.counts(problems.length),
    drifts: drifts.length > 0 ? drifts : undefined,
    ownSettings: own && [...own.slugs].sort(),
    reason: confidence === 'none' ? textsIn(query.lang, VERIFY_TEXTS).noMdm : undefined,
  };
  const { dataset } = report;
  const warnings = [...report.warnings, ...(own?.notes ?? [])];
  const asked = { items: rows.length, ...query, detail: 'brief' };
  return wellFormed(jsonText({ query: asked, result, confidence, dataset, warnings }));
}

/** Indexes are those of the whole list, not of the file. */
export function writtenItem({ item, answer, unit, findings, accepted }: Row, index: number) {
  const known = accepted.length > 0 ? accepted : undefined;
  return { ...answer, index, at: item.at, unit, findings, accepted: known };
}
