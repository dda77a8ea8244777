/** The answer as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0). */
import { pathToFileURL } from 'node:url';
import { jsonText } from '../../build/visible.ts';
import { wellFormed } from '../../runtime/answer/json.ts';
import type { ReadProblem } from '../../runtime/readers/index.ts';
import { FINDINGS, type ItemFinding } from '../../runtime/verify/findings.ts';
import { nameOf, TITLES, whyOf } from './findings.ts';
import type { Report } from './report.ts';

function levelOf(finding: ItemFinding, failOn: ReadonlySet<ItemFinding>): string {
  return finding === 'unreadable' || failOn.has(finding) ? 'error' : 'warning';
}

export function printSarif({ rows, collected, baseline, failOn }: Report): string {
  const results = rows.flatMap((row) =>
    row.findings.map((finding) => ({
      ruleId: finding,
      ruleIndex: FINDINGS.indexOf(finding),
      level: row.accepted.includes(finding) ? 'note' : levelOf(finding, failOn),
      ...(baseline && { baselineState: row.accepted.includes(finding) ? 'unchanged' : 'new' }),
      message: { text: `${nameOf(row.item)}: ${TITLES[finding]}. ${whyOf(row)}`.trimEnd() },
      locations: [location(row.item.at)],
    })),
  );
  const unread = collected.problems.map((problem) => ({
    level: 'error',
    message: { text: problem.message },
    locations: [location(problem)],
  }));
  const run = {
    tool: {
      driver: {
        name: 'hivecheck',
        rules: FINDINGS.map((id) => ({ id, shortDescription: { text: TITLES[id] } })),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: unread.length === 0,
        ...(unread.length > 0 && { toolExecutionNotifications: unread }),
      },
    ],
    results,
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return wellFormed(jsonText(log));
}

function location({ file, line, offset }: Pick<ReadProblem, 'file' | 'line' | 'offset'>) {
  const region =
    line !== undefined
      ? { startLine: line }
      : offset === undefined
        ? undefined
        : { byteOffset: offset, byteLength: 0 };
  const artifactLocation = { uri: uriOf(file) };
  return { physicalLocation: { artifactLocation, ...(region && { region }) } };
}

/** Relative paths stay relative, so that a pipeline finds the file in its own checkout. */
function uriOf(file: string): string {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
