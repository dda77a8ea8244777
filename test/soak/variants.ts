/**
 * Versions of the dataset that every answer tells apart: all display names of variant n end in `⟦n⟧`, and each variant
 * lacks other settings. An answer that mixes two versions shows it.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile.ts';
import { readLines } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { type Manifest, type PairEntry, shardName } from '../../runtime/format/format.ts';
import { pairKey, sha256Sync, splitPairKey } from '../../runtime/format/keys.ts';
import { entriesOf } from '../corpus/entries.ts';

export interface Variant {
  number: number;
  manifest: Manifest;
  /** A `dist` folder with this version alone. */
  dist: string;
  /** The version's folder in it. */
  folder: string;
}

/** Normalized, and the one setting that writes it. */
export type Pair = [key: string, value: string, slug: string];

/** What every stage gets. */
export interface Material {
  /** For what a stage writes. */
  folder: string;
  variants: Variant[];
  /** The dataset without marks and gaps; its number is 0. */
  whole: Variant;
  pairs: Pair[];
}

/** The facts of one source: enough for all kinds of answers, few enough to compile many times. */
const SOURCE = 'windows-11.jsonl';
const SHARED = /^(?:categories|supported-on)\.jsonl$|^(?:import-report|dataset)\.json$/;
const NODES = 'policy-ddf.jsonl';
/** Parts of the CSP that the questions name. */
const ASKED = /\/Policy\/Config\/(?:Update|Defender)\//;

export function mark(variant: number): string {
  return `⟦${variant}⟧`;
}

/** Whether variant n lacks a setting: of every eight it lacks one, another in each. */
export function lacks(variant: number, slug: string): boolean {
  return ((createHash('sha256').update(slug).digest()[0] ?? 0) + variant) % 8 === 0;
}

/** `share`: of so many settings, and of so many nodes, one is kept; and every node that is asked for. */
export async function makeMaterial(folder: string, count: number, share: number): Promise<Material> {
  const facts = join(folder, 'facts');
  await mkdir(facts, { recursive: true });
  const all = await readLines<SettingFact>(join(FACTS, SOURCE));
  const settings = all.filter((_, at) => at % share === 0);
  for (const name of await readdir(FACTS))
    if (SHARED.test(name)) await copyFile(join(FACTS, name), join(facts, name));
  const nodes = (await readFile(join(FACTS, NODES), 'utf8')).split('\n');
  const keptNodes = nodes.filter((line, at) => at % share === 0 || ASKED.test(line));
  await writeFile(join(facts, NODES), `${keptNodes.join('\n')}\n`);
  const make = async (number: number, lines: SettingFact[]): Promise<Variant> => {
    await writeFile(join(facts, SOURCE), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const dist = join(folder, `variant-${number}`);
    const { manifest } = await compile({ facts, builtIn: FACTS, out: dist });
    return { number, manifest, dist, folder: join(dist, manifest.version) };
  };
  const variants: Variant[] = [];
  for (let number = 1; number <= count; number++) {
    const kept = settings.filter(({ slug }) => !lacks(number, slug)).map((each) => marked(each, number));
    variants.push(await make(number, kept));
  }
  const whole = await make(0, settings);
  return { folder, variants, whole, pairs: pairsOf(whole) };
}

function marked(fact: SettingFact, variant: number): SettingFact {
  const texts = Object.entries(fact.text).map(([lang, { displayName, ...labels }]) => [
    lang,
    { ...labels, ...(displayName !== undefined && { displayName: `${displayName} ${mark(variant)}` }) },
  ]);
  return { ...fact, text: Object.fromEntries(texts) };
}

function pairsOf({ dist }: Variant): Pair[] {
  return entriesOf<PairEntry>(dist, 'resolve/en-US').flatMap(([pair, { any }]): Pair[] => {
    const [first, second] = any.matches;
    return first === undefined || second !== undefined ? [] : [[...splitPairKey(pair), first.slug]];
  });
}

/** Counted round and round. */
export function variantAt({ variants }: Material, at: number): Variant {
  const variant = variants[at % variants.length];
  if (variant === undefined) throw new Error('There are no variants to publish');
  return variant;
}

/** The shards that most pairs need, the first of them the fullest, with their pairs; and the pairs of all others. */
export function splitByShard({ manifest }: Variant, pairs: readonly Pair[], count: number) {
  const shards = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const hash = sha256Sync(pairKey(pair[0], pair[1]));
    const path = `resolve/en-US/${shardName(hash, manifest.shardBits.resolve)}.json`;
    shards.set(path, [...(shards.get(path) ?? []), pair]);
  }
  const sorted = [...shards].sort(([, a], [, b]) => b.length - a.length);
  return { chosen: sorted.slice(0, count), others: sorted.slice(count).flatMap(([, all]) => all) };
}
