/**
 * Versions of the dataset that can be told apart by every answer: all display names of variant n end in `⟦n⟧`, and
 * each variant lacks other settings. An answer that mixes two versions shows it.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile/compile.ts';
import { readLines } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import type { Manifest, ResolveEntry, Shard } from '../../runtime/format.ts';

export interface Variant {
  number: number;
  manifest: Manifest;
  /** Where the version's folder lies, ready to be published. */
  folder: string;
}

export interface Variants {
  all: Variant[];
  /** Normalized pairs that one setting of the subset writes, and that setting. */
  pairs: [key: string, value: string, slug: string][];
}

/** The facts of one source: enough for all kinds of answers, little enough to compile many times. */
const SOURCE = 'windows-11';

export function mark(variant: number): string {
  return `⟦${variant}⟧`;
}

/** Whether variant n lacks a setting: of every eight it lacks one, another in each. */
export function lacks(variant: number, slug: string): boolean {
  return ((createHash('sha256').update(slug).digest()[0] ?? 0) + variant) % 8 === 0;
}

export async function makeVariants(folder: string, count: number, share: number): Promise<Variants> {
  const facts = join(folder, 'facts');
  await mkdir(facts, { recursive: true });
  const settings = (await readLines<SettingFact>(join(FACTS, `${SOURCE}.jsonl`))).filter(
    (_, at) => at % share === 0,
  );
  const sources = new Set(await readdir(FACTS));
  for (const name of [
    'categories.jsonl',
    'supported-on.jsonl',
    'import-report.json',
    'policy-ddf.jsonl',
    'dataset.json',
  ])
    if (sources.has(name)) await copyFile(join(FACTS, name), join(facts, name));
  const all: Variant[] = [];
  for (let number = 1; number <= count; number++) {
    await writeFile(join(facts, `${SOURCE}.jsonl`), settings.map((each) => lineOf(each, number)).join(''));
    const out = join(folder, `variant-${number}`);
    const { manifest } = await compile({ facts, builtIn: FACTS, out });
    all.push({ number, manifest, folder: join(out, manifest.version) });
  }
  const whole = join(folder, 'whole');
  await writeFile(
    join(facts, `${SOURCE}.jsonl`),
    settings.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const { manifest } = await compile({ facts, builtIn: FACTS, out: whole });
  return { all, pairs: await pairsOf(join(whole, manifest.version, 'resolve')) };
}

function lineOf(fact: SettingFact, variant: number): string {
  if (lacks(variant, fact.slug)) return '';
  const text = Object.entries(fact.text).map(([lang, texts]) => [
    lang,
    texts.displayName === undefined
      ? texts
      : { ...texts, displayName: `${texts.displayName} ${mark(variant)}` },
  ]);
  return `${JSON.stringify({ ...fact, text: Object.fromEntries(text) })}\n`;
}

async function pairsOf(folder: string): Promise<Variants['pairs']> {
  const pairs: Variants['pairs'] = [];
  for (const name of (await readdir(folder)).sort()) {
    const { entries } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Shard<ResolveEntry>;
    for (const [pair, { matches }] of Object.entries(entries)) {
      const [key = '', value = ''] = pair.split('\0');
      const [first] = matches;
      if (first !== undefined && matches.length === 1) pairs.push([key, value, first.slug]);
    }
  }
  return pairs;
}
