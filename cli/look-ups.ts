/** One question on the command line: the same validation and answers as over HTTP, without a server. */
import type { Coverage } from '../build/compile/coverage.ts';
import { coverageChanges, coverageTables } from '../build/coverage-tables.ts';
import { changesText } from '../build/diff/render.ts';
import { markdownTable } from '../build/markdown.ts';
import { grid } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { parseJson } from '../runtime/answer/json.ts';
import { readTargets } from '../runtime/answer/several-targets.ts';
import type { Dataset } from '../runtime/dataset/dataset.ts';
import type { ReleaseTable } from '../runtime/format/format.ts';
import type { Snapshot } from '../runtime/service.ts';
import { createReleases } from '../runtime/verdict/index.ts';
import { type Envelope, printEnvelope, printSetting } from './answers.ts';
import { EXIT, print, remark, UsageError } from './error.ts';
import { withDataset } from './open.ts';
import type { FailOn, Flags, TargetProducts } from './options.ts';
import { counted, endWith, outcomesOf } from './outcome.ts';
import { pastedPair } from './pasted.ts';

type QuestionOptions = FailOn &
  Flags<'dataset' | 'targetOs', 'json'> & {
    lang: string;
    targetProduct?: TargetProducts;
  };

export async function resolve(
  key: string,
  value: string | undefined,
  options: QuestionOptions,
): Promise<void> {
  const pair = await pastedPair(key, value);
  await ask(options, (snapshot) => snapshot.resolve({ ...pair, ...targetsOf(options) }));
}

export async function csp(omaUri: string, options: QuestionOptions & { scope?: string }): Promise<void> {
  const { scope } = options;
  const body = { omaUri, ...targetsOf(options), ...(scope !== undefined && { scope }) };
  await ask(options, (snapshot) => snapshot.csp(body));
}

export async function search(words: string[], options: QuestionOptions & { limit: string }): Promise<void> {
  const body = { q: words.join(' '), lang: options.lang, limit: Number(options.limit) };
  await ask(options, (snapshot) => snapshot.search(body));
}

export async function setting(slug: string, options: QuestionOptions): Promise<void> {
  const question = async (snapshot: Snapshot) =>
    (await snapshot.setting({ slug, lang: options.lang })) ?? unknown(slug, snapshot);
  await ask(options, question, printSetting);
}

/** Names the settings with the nearest identifiers. */
async function unknown(slug: string, snapshot: Snapshot): Promise<string> {
  const words = slug.replace(/^.*::/, '').replaceAll(/[._]/g, ' ');
  const { result } = await snapshot.search({ q: words.trim() === '' ? slug : words, limit: 3 });
  const near = result.matches.map((match) => match.slug).join(', ');
  const remedy = near === '' ? '"hivecheck search" finds settings by words' : `near: ${near}`;
  return `no setting has the slug or policyId "${slug}"; ${remedy}`;
}

function targetsOf({ lang, targetOs, targetProduct }: QuestionOptions) {
  return { lang, targetOs: targetOs ?? null, targetProducts: targetProduct ?? null };
}

/**
 * Prints the answer, and sets the exit code: 0 only if a script may continue.
 * @param question Returns a text if nothing was found: what to do then.
 */
async function ask(
  options: QuestionOptions,
  question: (snapshot: Snapshot) => Promise<Envelope | string>,
  text: (answer: Envelope) => string = printEnvelope,
): Promise<void> {
  const { json, targetOs, targetProduct, failOn } = options;
  await withDataset(options.dataset, async (snapshot, dataset) => {
    const envelope = await question(snapshot);
    if (typeof envelope === 'string') {
      remark(envelope);
      return endWith(failOn, ['not-found']);
    }
    print(json ? jsonText(envelope) : text(envelope));
    const asked = { os: targetOs !== undefined, products: targetProduct !== undefined };
    if (targetOs !== undefined && (await kindOfTarget(dataset, targetOs)) === 'unreadable') {
      remark(`--target-os ${targetOs} was not recognized: write one like Windows 11 24H2 or 10.0.22631`);
      process.exitCode = EXIT.usage;
    } else endWith(failOn, outcomesOf(envelope.result, asked));
  });
}

/** `build` is a release; `unreadable` is a typing error, not a verdict on the setting. */
export async function kindOfTarget(dataset: Dataset, targetOs: string) {
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  return readTargets(targetOs, releases).kind;
}

type ChangesFlags = FailOn & Flags<'dataset', 'json'> & { since: string };

export async function changes({ since, dataset, json, failOn }: ChangesFlags): Promise<void> {
  const answer = await withDataset(dataset, (snapshot) => snapshot.changes({ since }));
  if (typeof answer !== 'string') {
    remark(answer.unknown);
    return endWith(failOn, ['unknown']);
  }
  const envelope = parseJson(answer);
  print(json ? jsonText(envelope) : changesText(envelope));
  const { complete, summary } = envelope.result;
  endWith(failOn, counted({ ...summary, unknown: complete ? 0 : 1 }));
}

type CoverageFlags = FailOn & Flags<'dataset' | 'before', 'json' | 'markdown'>;

export async function coverage(options: CoverageFlags): Promise<void> {
  if (options.failOn.size > 0 && options.before === undefined)
    throw new UsageError('--fail-on needs --before: a dataset to compare with');
  const figuresOf = (location: string | undefined) =>
    withDataset(location, (_, dataset) => dataset.file<Coverage>('coverage.json'));
  const now = await figuresOf(options.dataset);
  const before = options.before && (await figuresOf(options.before));
  const tables = before ? coverageChanges(before, now) : coverageTables(now);
  const parts = tables.map(({ title, head, rows }) =>
    options.markdown ? `${markdownTable(head, rows)}\n` : `${title}\n${grid(head, rows)}`,
  );
  if (before && tables.length > 0) endWith(options.failOn, ['changed']);
  if (options.json) return print(jsonText(now));
  print(parts.length === 0 ? 'The coverage is the same.\n' : parts.join('\n'));
}
