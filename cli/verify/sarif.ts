/** The answer as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0). */
import { pathToFileURL } from 'node:url';
import { jsonText } from '../../build/visible.ts';
import { wellFormed } from '../../runtime/answer/json.ts';
import type { ReadProblem } from '../../runtime/readers/index.ts';
import { FINDINGS } from '../../runtime/verify/summary.ts';
import { TITLES } from '../outcome.ts';
import { nameOf, type Report, whyOf } from './findings.ts';

export function printSarif({ rows, collected, gone, failOn }: Report): string {
  const results = rows.flatMap((row) =>
    row.findings.map((finding) => {
      const isAccepted = row.accepted.includes(finding);
      const isError = finding === 'unreadable' || failOn.has(finding);
      return {
        ruleId: finding,
        ruleIndex: FINDINGS.indexOf(finding),
        level: isAccepted ? 'note' : isError ? 'error' : 'warning',
        baselineState: gone && (isAccepted ? 'unchanged' : 'new'),
        message: { text: `${nameOf(row.item)}: ${TITLES[finding]}. ${whyOf(row)}`.trimEnd() },
        locations: [location(row.item.at)],
      };
    }),
  );
  const unread = collected.problems.map((problem) => ({
    level: 'error',
    message: { text: problem.message },
    locations: [location(problem)],
  }));
  const rules = FINDINGS.map((id) => ({ id, shortDescription: { text: TITLES[id] } }));
  const executionSuccessful = unread.length === 0;
  const toolExecutionNotifications = executionSuccessful ? undefined : unread;
  const run = {
    tool: { driver: { name: 'hivecheck', rules } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful, toolExecutionNotifications }],
    results,
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return wellFormed(jsonText({ $schema, version: '2.1.0', runs: [run] }));
}

function location({ file, line, offset }: Pick<ReadProblem, 'file' | 'line' | 'offset'>) {
  const bytes = offset === undefined ? undefined : { byteOffset: offset, byteLength: 0 };
  const region = line === undefined ? bytes : { startLine: line };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } };
}

/** Relative paths stay relative, so that a pipeline finds the file in its own checkout. */
function uriOf(file: string): string {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
