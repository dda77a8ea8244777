/** Servers under the same load in interleaved rounds (A B A B …), so that other load on the machine affects all alike. */
import { type Child, type Server, startServer, withServers } from './child.ts';
import { type Line, median, ratioLine } from './lines.ts';
import { type Load, load } from './load.ts';
import { type Ask, meanSize } from './requests.ts';

/** Answers per second, milliseconds, medians over the rounds. */
export interface Measured extends Omit<Load, 'answers'> {
  name: string;
  /** Microseconds of the server's processor time per answer. */
  cpu: number;
  rates: number[];
}

export type Results = Record<string, Measured[]>;

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

/** Measures hivecheck, a fixed answer of the mean size and `others` side by side, in this order. */
export async function compare(
  dist: string,
  asks: readonly Ask[],
  others: Record<string, Server> = {},
  fixed: 'fixed' | 'mcp-fixed' = 'fixed',
): Promise<Measured[]> {
  const ours: Server = ['hivecheck', dist];
  const first = await startServer(ours);
  const size = await meanSize(first.url, asks).finally(() => first.stop());
  const servers: Record<string, Server> = { hivecheck: ours, fixed: [fixed, String(size)], ...others };
  return withServers(Object.values(servers), async (children) => {
    const samples = children.map((): (Load & { cpu: number })[] => []);
    for (const { url } of children) {
      let answers = 0;
      for (let turn = 0; turn < WARMUP_TURNS && answers < 2 * asks.length; turn++)
        answers += (await load(asks, url, WARMUP_SECONDS)).answers;
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, child] of children.entries()) {
        await load(asks, child.url, SETTLE_SECONDS);
        samples[at]?.push(await cpuDuring(child, () => load(asks, child.url, MEASURED_SECONDS)));
      }
    }
    return Object.keys(servers).map((name, at) => {
      const own = samples[at] ?? [];
      const middle = (field: keyof Load | 'cpu') => median(own.map((sample) => sample[field]));
      const medians = { rate: middle('rate'), p50: middle('p50'), p99: middle('p99'), cpu: middle('cpu') };
      return { name, ...medians, rates: own.map(({ rate }) => rate) };
    });
  });
}

/** The load with the microseconds of processor time that the server used for one of its answers. */
export async function cpuDuring(child: Child, work: () => Promise<Load>): Promise<Load & { cpu: number }> {
  const before = await child.usage();
  const load = await work();
  return { ...load, cpu: ((await child.usage()).cpu - before.cpu) / load.answers };
}

/** Throughput and 99th percentile against h3 with a fixed answer, and throughput where no answer is cached. */
export function againstFixed(group: string, results: readonly Measured[], goal: number): Line[] {
  const { p99 } = find(results, 'fixed');
  return [
    throughput(`${group} : h3 with a fixed answer`, results, ['hivecheck', 'fixed'], goal),
    ratioLine(`${group}, p99 : h3 with a fixed answer`, find(results, 'hivecheck').p99, p99, 'ms', '≤', 1.5),
    throughput(`${group}, each answer made anew : fixed`, results, ['anew', 'fixed'], goal),
  ];
}

/** Throughput of `names[0]` against that of `names[1]`. */
export function throughput(
  what: string,
  results: readonly Measured[],
  names: readonly [string, string],
  goal: number,
): Line {
  const [a, b] = [find(results, names[0]), find(results, names[1])];
  return ratioLine(what, a.rate, b.rate, 'answers/s', '≥', goal);
}

/** What an optimization saves: 15 % of the processor time of an answer, or it goes. */
export function saving(what: string, ours: number, without: number, whole = without): Line {
  const share = ((without - ours) / whole) * 100;
  const measured = `${share.toFixed(0)} % (${ours.toFixed(1)} : ${without.toFixed(1)} µs of ${whole.toFixed(0)})`;
  return { what, measured, goal: '≥ 15 %', met: share >= 15 };
}

export function find(results: readonly Measured[], name: string): Measured {
  const found = results.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}
