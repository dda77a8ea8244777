/** `hivecheck verify`: reads the files, verifies unit by unit, prints, and sets the exit code. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { findingsOf } from '../../runtime/verify/findings.ts';
import { CliError, EXIT, remark } from '../error.ts';
import type { TargetProducts } from '../target-products.ts';
import { localVerify, sendable, serverStamp, serverVerify, type Verify } from './ask.ts';
import { collect, type Unit } from './collect.ts';
import { exitCode, failOn, placeOf, problemText, type Row } from './findings.ts';
import type { Report } from './report.ts';

export interface VerifyOptions {
  lang: string;
  /** What is verified is for the last one. */
  targetOs?: string[];
  targetProduct?: TargetProducts;
  dataset?: string;
  admx?: string;
  server?: string;
  json?: boolean;
  quiet?: boolean;
  mdm?: boolean;
  all?: boolean;
  failOn?: string;
  baseline?: string;
  format?: string;
}

type Chosen = VerifyOptions & { format: string };

export async function run(paths: readonly string[], given: VerifyOptions): Promise<void> {
  const wanted = failOn(given.failOn);
  const options = { ...given, format: formatOf(given) };
  const report = await withOwnTemplates(options, (own, slugs) => reportOf(paths, own, wanted, slugs));
  if (!given.quiet) process.stdout.write(await print(report, options));
  const { collected, warnings } = report;
  // The table has no row for them.
  const untold = options.format === 'csv' || given.quiet;
  const problems = untold ? collected.problems.map(problemText) : [];
  // Only the text lists them.
  const gone = options.format === 'text' || given.quiet ? [] : (report.baseline?.gone ?? []);
  for (const line of [...warnings, ...problems, ...gone.map((line) => `gone since the baseline: ${line}`)])
    remark(line);
  process.exitCode = exitCode(report.rows, collected.problems.length + warnings.length, wanted);
}

/** Runs with a dataset of the built-in facts and the templates of `--admx`, where it names some. */
async function withOwnTemplates<T>(
  options: Chosen,
  run: (options: Chosen, slugs?: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const { admx, dataset, server } = options;
  if (admx === undefined) return run(options);
  if (dataset !== undefined || server !== undefined)
    throw new CliError('--admx goes with the built-in dataset, not with --dataset or --server', EXIT.usage);
  const { ownDist } = await import('../../build/pipeline/own-dist.ts');
  const scratch = await mkdtemp(join(tmpdir(), 'hivecheck-'));
  try {
    const { dist, slugs } = await ownDist(admx, scratch);
    return await run({ ...options, dataset: dist }, slugs);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function formatOf({ json, format, mdm, targetOs }: VerifyOptions): string {
  const chosen = json ? 'json' : (format ?? 'text');
  if (format !== undefined && format !== chosen) {
    throw new CliError(`--json and --format ${format} exclude each other`, EXIT.usage);
  }
  if ((targetOs?.length ?? 0) > 1 && !['text', 'json'].includes(chosen))
    throw new CliError(`--target-os more than once prints text or JSON, not ${chosen}`, EXIT.usage);
  if (mdm && chosen !== 'text') throw new CliError('--mdm prints text only', EXIT.usage);
  return chosen;
}

async function reportOf(
  paths: readonly string[],
  options: Chosen,
  wanted: Report['failOn'],
  ownSlugs?: ReadonlySet<string>,
): Promise<Report> {
  const targets = options.targetOs ?? [];
  const targetOs = targets.at(-1) ?? null;
  const baseline =
    options.baseline === undefined
      ? undefined
      : await (await import('./baseline.ts')).readBaseline(options.baseline, targetOs);
  const collected = await collect(paths);
  const { units } = collected;
  let dataset: Report['dataset'];
  const verify = await verifier(options, targets.length > 1 ? targets : targetOs, (stamp) => {
    dataset = stamp;
  });
  if (options.server !== undefined) for (const unit of units) unit.items = unit.items.map(sendable);
  const answer = units.length === 0 ? undefined : await verify(units);
  dataset = answer?.dataset ?? dataset;
  if (options.server !== undefined) dataset ??= await serverStamp(options.server);
  const { drifts = [], warnings = [], lang = options.lang } = answer ?? {};
  const rows = rowsOf(units, answer?.items ?? []);
  const { targetProduct: targetProducts, all = false } = options;
  const query = { lang, targetOs, ...(targetProducts && { targetProducts }) };
  const report = { rows, collected, query, dataset, warnings, all, failOn: wanted, drifts };
  const marked = ownSlugs === undefined ? report : { ...report, ownSlugs };
  return baseline === undefined ? marked : { ...marked, baseline: { gone: baseline(rows) } };
}

async function verifier(
  { server, dataset, lang, mdm, format, targetProduct }: Chosen,
  targetOs: string | string[] | null,
  started: (stamp: NonNullable<Report['dataset']>) => void,
): Promise<Verify> {
  const payloads = mdm === true || format === 'json' || format === 'html';
  const question = { targetOs, ...(targetProduct && { targetProducts: targetProduct }), lang, payloads };
  return server === undefined ? localVerify(dataset, question, started) : serverVerify(server, question);
}

function rowsOf(units: readonly Unit[], answers: readonly VerifiedItem[]): Row[] {
  const all = units.flatMap(({ items }) => items);
  const names = units.flatMap(({ name, items }) => items.map(() => name));
  return answers.map((answer, at) => rowOf(names[at] ?? '', at, answer, all));
}

/** @param items Of the whole run. */
function rowOf(unit: string, at: number, answer: VerifiedItem, items: readonly Item[]): Row {
  const item = items[at];
  if (item === undefined) throw new RangeError('The answer has an item too many.');
  const { unread } = item;
  const conflicts = (answer.conflicts ?? []).map(({ indexes, ...conflict }) => {
    return { ...conflict, places: indexes.flatMap((other) => items[other] ?? []).map(placeOf) };
  });
  const findings = findingsOf(answer);
  if (unread === undefined) return { unit, item, answer, findings, accepted: [], conflicts };
  // Without its data the value is not what the file writes.
  const others = findings.filter((finding) => finding !== 'unknown-data');
  return { unit, item, answer, findings: ['unreadable', ...others], accepted: [], conflicts, unread };
}

async function print(report: Report, { mdm, format }: Chosen): Promise<string> {
  if (mdm) return (await import('./mdm.ts')).printMdm(report);
  if (format === 'text') {
    const text = (await import('./text.ts')).printText(report);
    const { driftText } = await import('./drift.ts');
    return [...report.drifts.map((drift) => driftText(drift, report.rows)), text].join('\n');
  }
  if (format === 'sarif') return (await import('./sarif.ts')).printSarif(report);
  if (format === 'junit') return (await import('./junit.ts')).printJunit(report);
  if (format === 'html') return (await import('./html.ts')).printHtml(report);
  if (format === 'json') return (await import('./json.ts')).printJson(report);
  const { printCsv, printMarkdown } = await import('./lists.ts');
  return format === 'csv' ? printCsv(report) : printMarkdown(report);
}
