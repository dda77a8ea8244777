/** `hivecheck verify`: reads the files, verifies unit by unit, prints, and sets the exit code. */
import { noteText, problemText } from '../../build/item-text.ts';
import type { OwnDist } from '../../build/pipeline/own-dist.ts';
import { withScratch } from '../../build/scratch.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import { requestedLanguage } from '../../runtime/check/requests.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { VerifyRequest } from '../../runtime/contract/verify.ts';
import { findingsOf } from '../../runtime/verify/summary.ts';
import { EXIT, printTo, remark, UsageError } from '../error.ts';
import { withDataset } from '../open.ts';
import type { FailOn, Flags, TargetProducts } from '../options.ts';
import { verifyByServer } from '../server.ts';
import { collect, requestItem, type Unit } from './collect.ts';
import { type Answer, conflictReason, type Found, type Report, rowOf, withoutIndexes } from './findings.ts';
import { printHtml } from './html.ts';
import { printJson, printSarif, readBaseline } from './json.ts';
import { printCsv, printJunit, printMarkdown } from './lists.ts';
import { printMdm, printText } from './text.ts';

export const PRINTERS = {
  text: printText,
  json: printJson,
  sarif: printSarif,
  junit: printJunit,
  markdown: printMarkdown,
  csv: printCsv,
  html: printHtml,
  mdm: printMdm,
};
type Format = keyof typeof PRINTERS;

type VerifyOptions = FailOn &
  Flags<'dataset' | 'admx' | 'server' | 'baseline' | 'out', 'json' | 'quiet' | 'mdm' | 'all'> & {
    lang: string;
    /** Verdicts are for the last one. */
    targetOs?: string[];
    targetProduct?: TargetProducts;
    format?: Exclude<Format, 'mdm'>;
  };

export async function run(paths: readonly string[], options: VerifyOptions): Promise<void> {
  const { json, mdm, out, quiet, failOn, targetOs = [] } = options;
  const format: Format = json ? 'json' : mdm ? 'mdm' : (options.format ?? 'text');
  if (targetOs.length > 1 && !['text', 'json', 'mdm'].includes(format))
    throw new UsageError(`--target-os more than once prints text or JSON, not ${format}`);
  const payloads = ['mdm', 'json', 'html'].includes(format);
  const report = await withOwnTemplates(options, (dataset, own) =>
    reportOf(paths, { ...options, dataset }, payloads, own),
  );
  await printTo(out, PRINTERS[format](report));
  const { collected, own, warnings } = report;
  // The table has no row for these.
  const asRemarks = format === 'csv' || quiet;
  const problems = asRemarks ? collected.problems.map(problemText) : [];
  const unread = collected.notes.filter(({ kind }) => failOn.has(kind));
  // Only the text output lists these.
  const gone = (report.gone ?? []).map((line) => `gone since the baseline: ${line}`);
  const unlisted = format === 'text' && !quiet ? [] : [...gone, ...unread.map(noteText)];
  for (const line of [...(own?.notes ?? []), ...warnings, ...problems, ...unlisted]) remark(line);
  process.exitCode = verifyCode(report, unread.length);
}

/** @param unread Number of notes that `--fail-on` names. */
function verifyCode({ rows, collected, warnings }: Report, unread: number): number {
  const isUnreadable = rows.some(({ findings }) => findings.includes('unreadable'));
  if (isUnreadable || collected.problems.length + warnings.length > 0) return EXIT.usage;
  return unread > 0 || rows.some(({ isFailure }) => isFailure) ? EXIT.finding : 0;
}

/** Uses the named dataset, or one of the built-in facts and the templates of `--admx`. */
async function withOwnTemplates<T>(
  { admx, dataset }: VerifyOptions,
  work: (dataset?: string, own?: OwnDist) => Promise<T>,
): Promise<T> {
  if (admx === undefined) return work(dataset);
  // Loaded only here: the import of templates is most of the program.
  const { ownDist } = await import('../../build/pipeline/own-dist.ts');
  return withScratch('hivecheck-own-', async (scratch) => {
    const own = await ownDist(admx, scratch);
    return work(own.dist, own);
  });
}

async function reportOf(
  paths: readonly string[],
  options: VerifyOptions,
  payloads: boolean,
  own: OwnDist | undefined,
): Promise<Report> {
  const { dataset, server, targetOs: targets = [], targetProduct, all = false, failOn } = options;
  const targetOs = targets.at(-1) ?? null;
  const baseline =
    options.baseline === undefined ? undefined : await readBaseline(options.baseline, targetOs);
  const collected = await collect(paths);
  const { units } = collected;
  const asked = { targetOs, ...(targetProduct && { targetProducts: targetProduct }) };
  const question = { ...asked, lang: options.lang, targetOs: targets.length > 1 ? targets : targetOs };
  const { items, lang, ...answer } = await (server === undefined
    ? verifyByDataset(units, dataset, question, payloads)
    : verifyByServer(units, server, question));
  const found = answered(units, items);
  const gone = baseline?.(found);
  const rows = found.map((each) => rowOf(each, failOn));
  return { ...answer, rows, collected, query: { lang, ...asked }, all, gone, failOn, own };
}

function verifyByDataset(
  units: readonly Unit[],
  location: string | undefined,
  question: Pick<VerifyRequest, 'lang' | 'targetOs' | 'targetProducts'>,
  payloads: boolean,
): Promise<Answer> {
  return withDataset(location, async (snapshot) => {
    const lang = requestedLanguage(question.lang, snapshot.languages);
    if (units.length === 0) return { lang, items: [], drifts: [], dataset: snapshot.stamp, warnings: [] };
    const items = units.flatMap((unit) => unit.items.map(requestItem));
    const request = { ...question, lang, items, files: [], detail: 'brief' as const };
    // Payloads are made from the values of one unit; contradictory values may be in several.
    const call = { payloads, units: units.map((unit) => unit.items.length) };
    const { result, dataset, warnings } = parseJson(await snapshot.verify(request, call));
    const own = result.items.map((item) => withoutIndexes(item, lang));
    return { lang, items: own, drifts: result.drifts ?? [], dataset, warnings };
  });
}

function answered(units: readonly Unit[], answers: readonly VerifiedItem[]): Found[] {
  const places = units.flatMap(({ name, items }) => items.map((item) => ({ unit: name, item })));
  const items = places.map(({ item }) => item);
  return answers.map((answer, at) => {
    const place = places[at];
    if (place === undefined) throw new RangeError('The answer has an item too many.');
    const conflicts = (answer.conflicts ?? []).map((conflict) => conflictReason(conflict, items));
    const found = findingsOf(answer);
    // Without its data the value is not the one in the file.
    const others = found.filter((finding) => finding !== 'unknown-data');
    const findings: Found['findings'] = place.item.unread === undefined ? found : ['unreadable', ...others];
    return { ...place, answer, findings, accepted: [], conflicts };
  });
}
