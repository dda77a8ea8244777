/** Interleaved rounds (A B A B …), so that other load on the machine affects all servers alike; medians over them. */
import type { Child } from './child.ts';
import { type Load, prepareLoad } from './load.ts';
import type { Ask } from './requests.ts';

/** Answers per second, milliseconds, medians over the rounds. */
export interface Measured extends Omit<Load, 'answers'> {
  name: string;
  /** Microseconds of the server's processor time per answer. */
  cpu: number;
  rates: number[];
}

export const ROUNDS = 7;
/** Before the first round: until everything was asked for twice, but not for longer than so many turns. */
const WARMUP_TURNS = 5;
const WARMUP_SECONDS = 3;
/**
 * At the beginning of each turn, not measured: the other servers have filled the processor's caches meanwhile, and the
 * first tenth of a second would decide the 99th percentile.
 */
const SETTLE_SECONDS = 1;
const MEASURED_SECONDS = 1;

export async function measure(
  group: string,
  servers: readonly { name: string; child: Child }[],
  asks: readonly Ask[],
): Promise<Measured[]> {
  const load = await prepareLoad(group, asks);
  const samples = servers.map((): (Load & { cpu: number })[] => []);
  for (const { child } of servers) {
    let answers = 0;
    for (let turn = 0; turn < WARMUP_TURNS && answers < 2 * asks.length; turn++) {
      answers += (await load(child.url, WARMUP_SECONDS)).answers;
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { child }] of servers.entries()) {
      await load(child.url, SETTLE_SECONDS);
      const before = await child.usage();
      const sample = await load(child.url, MEASURED_SECONDS);
      const { cpu } = await child.usage();
      samples[at]?.push({ ...sample, cpu: (cpu - before.cpu) / sample.answers });
    }
  }
  return servers.map(({ name }, at) => {
    const own = samples[at] ?? [];
    const middle = (field: keyof Load | 'cpu') => median(own.map((sample) => sample[field]));
    const medians = { rate: middle('rate'), p50: middle('p50'), p99: middle('p99'), cpu: middle('cpu') };
    return { name, ...medians, rates: own.map(({ rate }) => rate) };
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
