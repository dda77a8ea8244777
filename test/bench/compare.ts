/** Servers under load in interleaved rounds (A B A B …), so that other programs of the machine affect all alike. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { reported, type Server } from '../soak/server.ts';
import { type Line, median, ratioLine } from './lines.ts';
import { type Ask, JSON_TYPE, meanSize } from './requests.ts';
import { type Program, withServers } from './servers.ts';

/** Medians over the rounds. */
export interface Measured {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Microseconds of the server's processor time per answer. */
  cpu: number;
}

export interface Loaded {
  server: Server;
  asks: readonly Ask[];
  connections?: number;
}

export const ROUNDS = 7;
export const CONNECTIONS = 64;
/** Before the first round: until everything was asked for twice, but not for longer than so many turns. */
const WARMUP_TURNS = 5;
const WARMUP_SECONDS = 3;
/**
 * At the beginning of each turn, not measured: the other servers have filled the processor's caches meanwhile, and the
 * first tenth of a second would decide the 99th percentile.
 */
const SETTLE_SECONDS = 1;
const MEASURED_SECONDS = 1;
/** Microseconds of processor time in 50 ms. */
const IDLE_US = 5000;

export async function inTurns(all: readonly Loaded[]): Promise<Measured[]> {
  for (const each of all) {
    let answers = 0;
    for (let turn = 0; turn < WARMUP_TURNS && answers < 2 * each.asks.length; turn++)
      answers += (await load(each, WARMUP_SECONDS)).answers;
  }
  const samples = all.map((): Measured[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, each] of all.entries()) {
      await load(each, SETTLE_SECONDS);
      samples[at]?.push(await load(each, MEASURED_SECONDS));
    }
  }
  return samples.map((own) => {
    const middle = (field: keyof Measured) => median(own.map((sample) => sample[field]));
    return { rate: middle('rate'), p99: middle('p99'), cpu: middle('cpu') };
  });
}

/**
 * Requests that the last load left open are worked off first: a server takes only some large bodies of one address at
 * once. @returns the processor time of the server; microseconds.
 */
async function whenIdle(server: Server): Promise<number> {
  let now = await reported(server);
  for (let before = 0; now - before > IDLE_US; ) {
    await sleep(50);
    before = now;
    now = await reported(server);
  }
  return now;
}

/** From this process, which may itself be the limit. For whole seconds; rejects where an answer was an error. */
async function load({ server, asks, connections = CONNECTIONS }: Loaded, duration: number) {
  const { url } = server;
  const before = await whenIdle(server);
  const asked = asks.slice(0, 1000).map((ask) => ({
    ...ask,
    ...(ask.body !== undefined && { headers: { ...JSON_TYPE, ...ask.headers } }),
  }));
  const { latency, requests, errors, timeouts, non2xx } = await autocannon({
    url,
    connections,
    duration,
    requests: asked,
  });
  const failed = errors + timeouts + non2xx;
  if (failed > 0 || requests.total === 0)
    throw new Error(`${url}: ${failed} of ${requests.total} answers were errors`);
  const cpu = ((await reported(server)) - before) / requests.total;
  return { rate: requests.average, p99: latency.p99, cpu, answers: requests.total };
}

/** Measures hivecheck, a fixed answer of the mean size and `others` side by side, in this order. */
export async function compare<Name extends string>(
  dist: string,
  asks: readonly Ask[],
  others: { [name in Name]?: Program },
  fixed: 'fixed' | 'mcp-fixed' = 'fixed',
): Promise<Record<Name | 'hivecheck' | 'fixed', Measured>> {
  const ours: Program = ['hivecheck', dist];
  const size = await withServers([ours], ([server]) => meanSize(server?.url ?? '', asks));
  const programs: Record<string, Program> = { hivecheck: ours, fixed: [fixed, String(size)], ...others };
  const measured = await withServers(Object.values(programs), (servers) =>
    inTurns(servers.map((server) => ({ server, asks }))),
  );
  const named = Object.keys(programs).map((name, at) => [name, measured[at]]);
  return Object.fromEntries(named) as Record<Name | 'hivecheck' | 'fixed', Measured>;
}

/** Throughput and 99th percentile against h3 with a fixed answer, and throughput where no answer is cached. */
export function againstFixed(
  group: string,
  { hivecheck, fixed, anew }: Record<'hivecheck' | 'fixed' | 'anew', Measured>,
  goal: number,
): Line[] {
  const p99 = `${group}, p99 : h3 with a fixed answer`;
  return [
    throughput(`${group} : h3 with a fixed answer`, hivecheck, fixed, goal),
    ratioLine(p99, hivecheck.p99, fixed.p99, 'ms', '≤', 1.5),
    throughput(`${group}, each answer made anew : fixed`, anew, fixed, goal),
  ];
}

export function throughput(what: string, ours: Measured, other: Measured, goal: number): Line {
  return ratioLine(what, ours.rate, other.rate, 'answers/s', '≥', goal);
}
