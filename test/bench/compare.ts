/** What is compared under load, and the goal of each comparison. */
import { type Server, startServer, withServers } from './child.ts';
import { type Line, ratioLine } from './lines.ts';
import { type Ask, meanSize } from './requests.ts';
import { type Measured, measure } from './rounds.ts';

export type Results = Record<string, Measured[]>;

/** Measures hivecheck, h3 with a fixed answer of the mean size and `others` side by side, in this order. */
export async function compare(
  group: string,
  dist: string,
  asks: readonly Ask[],
  others: Record<string, Server> = {},
): Promise<Measured[]> {
  const ours: Server = ['hivecheck', dist];
  const first = await startServer(ours);
  const size = await meanSize(first.url, asks).finally(() => first.stop());
  const servers: Record<string, Server> = { hivecheck: ours, fixed: ['fixed', String(size)], ...others };
  return withServers(Object.values(servers), (children) => {
    const names = Object.keys(servers);
    return measure(
      group,
      children.map((child, at) => ({ name: names[at] ?? '', child })),
      asks,
    );
  });
}

/** Throughput and 99th percentile against h3 with a fixed answer. */
export function againstFixed(group: string, results: readonly Measured[]): Line[] {
  const [ours, fixed] = [find(results, 'hivecheck'), find(results, 'fixed')];
  return [
    ratioLine(`${group} : h3 with a fixed answer`, ours.rate, fixed.rate, 'answers/s', '≥', 0.6),
    ratioLine(`${group}, p99 : h3 with a fixed answer`, ours.p99, fixed.p99, 'ms', '≤', 1.5),
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

/** The same with each answer made anew: no goal, because the server keeps them. */
export function madeAnew(results: readonly Measured[], other: string): Line {
  const line = throughput(`each answer made anew : ${other}`, results, ['anew', other], 0);
  return { ...line, goal: '' };
}

/** What an optimization saves: 15 % of the processor time of an answer, or it goes. */
export function saving(what: string, results: readonly Measured[], without: string): Line {
  const [ours, other] = [find(results, 'hivecheck'), find(results, without)];
  const share = (1 - ours.cpu / other.cpu) * 100;
  const measured = `${share.toFixed(0)} % (${ours.cpu.toFixed(1)} : ${other.cpu.toFixed(1)} µs)`;
  return { what, measured, goal: '≥ 15 %', met: share >= 15 };
}

/** Microseconds of processor time an answer. */
export function cpuOf(results: readonly Measured[], name: string): number {
  return find(results, name).cpu;
}

function find(results: readonly Measured[], name: string): Measured {
  const found = results.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}
