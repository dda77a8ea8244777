/** The answer as JSON and SARIF, and what `--baseline` accepts: the findings of an earlier answer as JSON. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { jsonText } from '../../build/visible.ts';
import { confidenceOf } from '../../runtime/answer/envelope.ts';
import { wellFormed } from '../../runtime/answer/json.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { pairName } from '../../runtime/messages/names.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { decodeHead } from '../../runtime/readers/encoding.ts';
import type { ReadProblem } from '../../runtime/readers/index.ts';
import { FINDINGS, Summary } from '../../runtime/verify/summary.ts';
import { UsageError } from '../error.ts';
import { TITLES } from '../outcome.ts';
import type { Found, Report } from './findings.ts';

/** The envelope of `POST /v1/verify`, with the findings of each item. */
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
function writtenItem({ item, answer, unit, findings, accepted }: Found, index: number) {
  const known = accepted.length > 0 ? accepted : undefined;
  return { ...answer, index, at: item.at, unit, findings, accepted: known };
}

/** SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0). */
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
        message: { text: `${row.name}: ${TITLES[finding]}. ${row.why}`.trimEnd() },
        locations: [location(row.item.at)],
      };
    }),
  );
  const unread = collected.problems.map((problem) => ({
    level: 'error',
    message: { text: problem.message },
    locations: [location(problem)],
  }));
  // GitHub's documentation requires all three texts.
  const rules = FINDINGS.map((id) => {
    const text = { text: TITLES[id] };
    return { id, shortDescription: text, fullDescription: text, help: { text: `${TITLES[id]}. ${HELP}` } };
  });
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

const HELP = 'docs/verify.md of hivecheck explains its findings.';

const WrittenItem = v.object({
  at: v.object({ file: v.string() }),
  key: v.optional(v.string()),
  value: v.optional(v.string()),
  hive: v.optional(v.nullable(v.string())),
  omaUri: v.optional(v.string()),
  given: v.optional(v.unknown()),
  findings: v.array(v.string()),
});
type WrittenItem = v.InferOutput<typeof WrittenItem>;

const Written = v.object({
  query: v.object({ targetOs: v.nullable(v.string()) }),
  result: v.object({ items: v.array(WrittenItem) }),
});

/** Sets the accepted findings of each row; returns a line for each accepted finding that is gone. */
type Baseline = (rows: readonly Found[]) => string[];

/** Throws a `UsageError` if the file is not a baseline, or was written for another target. */
export async function readBaseline(path: string, targetOs: string | null): Promise<Baseline> {
  const refusal = (why: string) => new UsageError(`--baseline ${path}: ${why}`);
  const bytes = await readFile(path).catch((cause: Error) => {
    throw refusal(`it cannot be read (${cause.message})`);
  });
  // Windows PowerShell writes UTF-16 with `>`.
  const text = decodeHead(bytes, bytes.length);
  const written = v.safeParse(v.pipe(v.string(), v.parseJson(), Written), text);
  if (!written.success) throw refusal('it is not what "hivecheck verify --json" writes');
  const { query, result } = written.output;
  // Findings that are accepted for one target are not accepted for another.
  if (query.targetOs !== targetOs) {
    const then = query.targetOs ?? 'no target OS';
    throw refusal(
      `it was written for ${then}, not for ${targetOs ?? 'no target OS'}; write one for each target`,
    );
  }
  const accepted = new Map<string, string>();
  for (const item of result.items)
    for (const finding of item.findings) accepted.set(idOf(item, finding), lineOf(item, finding));
  return (rows) => {
    const gone = new Map(accepted);
    for (const [index, row] of rows.entries()) {
      const item = writtenItem(row, index);
      row.accepted = row.findings.filter((finding) => {
        const id = idOf(item, finding);
        gone.delete(id);
        return accepted.has(id);
      });
    }
    return [...gone.values()];
  };
}

/** Without the line number, which changes with other values. */
function idOf({ at, key, value, hive, omaUri, given }: WrittenItem, finding: string): string {
  return wellFormed(JSON.stringify([slashed(at.file), hive, key, value, omaUri, given, finding]));
}

/** The same path on every system. */
function slashed(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function lineOf({ at, key = '', value = '', hive, omaUri }: WrittenItem, finding: string): string {
  const name = omaUri ?? pairName(hive ? `${hive}\\${key}` : key, value);
  return `${finding}: ${name} (${at.file})`;
}
