/** Rounds in turn (A B A B …), so that whatever else the machine does meets all alike; medians over them. */
import type { Child } from './child.ts';
import { type Load, load, prepare } from './load.ts';
import type { Ask } from './requests.ts';

export interface Contender {
  name: string;
  child: Child;
  asks: readonly Ask[];
}

export interface Measured {
  name: string;
  /** Answers per second, median over the rounds. */
  rate: number;
  /** Milliseconds, medians over the rounds. */
  p50: number;
  p99: number;
  /** Microseconds of the server's processor time per answer, median. */
  cpu: number;
  rates: number[];
}

export interface RoundOptions {
  rounds: number;
  /** What is measured of each turn; seconds. */
  seconds: number;
  /** Before the first turn, until nothing is loaded or compiled any more; seconds. */
  warmup: number;
  /**
   * Before each turn, not measured: while the others had theirs, they took the processor's caches, and a turn's first
   * tenth of a second would be what decides its 99th percentile. Seconds.
   */
  again: number;
}

export async function measure(
  group: string,
  contenders: readonly Contender[],
  options: RoundOptions,
): Promise<Measured[]> {
  const files = new Map<readonly Ask[], string>();
  for (const { asks, name } of contenders) {
    if (!files.has(asks)) files.set(asks, await prepare(`${group}-${name}`.replaceAll(/\W+/g, '-'), asks));
  }
  const samples = contenders.map((): (Load & { cpu: number })[] => []);
  const ask = ({ child, asks }: Contender, seconds: number) =>
    load(child.url, files.get(asks) ?? '', seconds);
  const turn = async (contender: Contender) => {
    const { child } = contender;
    await ask(contender, options.again);
    const before = await child.usage();
    const got = await ask(contender, options.seconds);
    const after = await child.usage();
    return { ...got, cpu: (after.cpu - before.cpu) / got.answers };
  };
  for (const contender of contenders) await ask(contender, options.warmup);
  for (let at = 0; at < options.rounds; at++) {
    for (const [which, contender] of contenders.entries()) samples[which]?.push(await turn(contender));
  }
  return contenders.map(({ name }, which) => {
    const own = samples[which] ?? [];
    const middle = (field: keyof Load | 'cpu') => median(own.map((sample) => sample[field]));
    return {
      name,
      rate: middle('rate'),
      p50: middle('p50'),
      p99: middle('p99'),
      cpu: middle('cpu'),
      rates: own.map(({ rate }) => rate),
    };
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
