/** What is compared under load, and the goal of each comparison. */
import type { Manifest } from '../../runtime/format.ts';
import { type Child, startChild } from './child.ts';
import type { Line } from './one-offs.ts';
import {
  type Ask,
  cspAsks,
  healthAsks,
  meanSize,
  resolveAsks,
  revalidations,
  settingAsks,
} from './requests.ts';
import { type Contender, type Measured, measure, type RoundOptions } from './rounds.ts';
import { requireSameAnswers } from './same-answers.ts';

export interface Setup {
  dist: string;
  /** The version's folder. */
  version: string;
  manifest: Manifest;
  /** A dist ten times as large. */
  grown: string | undefined;
  /** The database of the rival. */
  rival: string | undefined;
  quick: boolean;
  rounds: RoundOptions;
}

export interface Group {
  name: string;
  run(): Promise<Measured[]>;
  judge(results: readonly Measured[]): Line[];
}

type Server = [name: string, script: string, ...args: string[]];

const OURS = 'hivecheck';
const CEILING = 'h3, fixed answer';

export function compareGroups(setup: Setup): Group[] {
  const { dist, version, quick } = setup;
  const ours: Server = [OURS, 'hivecheck', dist];
  const fixed = (kind: string, name: string, size: number, status = '200'): Server => [
    name,
    'fixed',
    kind,
    String(size),
    status,
  ];

  /** hivecheck against h3 with a fixed answer of the mean size, and whatever else is to be seen beside them. */
  const against = (
    name: string,
    asksOf: (url: string) => Promise<readonly Ask[]>,
    more: (size: number) => (Server | false | undefined)[],
    judge: Group['judge'],
    { status = '200', size }: { status?: string; size?: number } = {},
  ): Group => ({
    name,
    judge,
    run: async () => {
      const first = await startChild('hivecheck', [dist]);
      try {
        const asks = await asksOf(first.url);
        const bytes = size ?? (await meanSize(first.url, asks));
        const others = [fixed('h3', CEILING, bytes, status), ...more(bytes)].filter(
          (each) => typeof each === 'object',
        );
        return await withServers(others, (children) =>
          measure(
            name,
            [{ name: OURS, child: first, asks }, ...contenders(others, children, asks)],
            setup.rounds,
          ),
        );
      } finally {
        await first.stop();
      }
    },
  });

  const groups: Group[] = [
    against(
      'resolve',
      () => resolveAsks(version),
      (size) => [
        fixed('h3-json', 'h3, fixed answer, JSON body read', size),
        fixed('node', 'node:http, fixed answer', size),
        setup.rival !== undefined && ['sqlite + fastify', 'rival', setup.rival, version],
        !quick && ['hivecheck, answers built as objects', 'hivecheck', dist, 'envelopes'],
        !quick && ['hivecheck, each request for itself', 'hivecheck', dist, 'singly'],
        !quick && ['hivecheck, every request logged', 'hivecheck', dist, 'logging'],
      ],
      (results) =>
        [
          ratio('resolve : h3 ceiling', results, CEILING, 0.9),
          tail('resolve, p99 : that of the h3 ceiling', results, CEILING, 1.5),
          ratio('resolve : node:http with a fixed answer', results, 'node:http, fixed answer'),
          ratio('resolve : sqlite + fastify', results, 'sqlite + fastify', 2.2),
          ratio('resolve : with answers built as objects', results, 'hivecheck, answers built as objects'),
          ratio('resolve : with each request for itself', results, 'hivecheck, each request for itself'),
          ratio('resolve : with every request logged', results, 'hivecheck, every request logged'),
        ].flat(),
    ),
    against(
      'csp',
      () => cspAsks(version),
      () => [],
      (results) => ratio('csp : h3 ceiling', results, CEILING, 0.9),
    ),
    against(
      'setting',
      () => settingAsks(version),
      () => [],
      (results) => ratio('setting : h3 ceiling', results, CEILING, 0.9),
    ),
    against(
      'revalidation (304)',
      async (url) => revalidations(url, (await settingAsks(version)).slice(0, 2000)),
      () => [],
      (results) => ratio('304 : h3 ceiling', results, CEILING, 0.95),
      { status: '304', size: 0 },
    ),
    against(
      'health',
      async () => healthAsks,
      () => [],
      (results) => ratio('health : h3 ceiling', results, CEILING, 0.95),
    ),
  ];
  if (!quick) groups.push(listeners(setup, fixed));
  if (setup.grown !== undefined) groups.push(growth(setup, ours, setup.grown));
  return groups;
}

function listeners(
  { version, rounds }: Setup,
  fixed: (kind: string, name: string, size: number) => Server,
): Group {
  return {
    name: 'the listener alone',
    run: async () => {
      const asks = await resolveAsks(version);
      const servers = [
        fixed('h3', "hivecheck's listener", 1000),
        fixed('h3-serve', 'h3.serve', 1000),
        fixed('listhen', 'listhen, toNodeHandler', 1000),
      ];
      return withServers(servers, (children) =>
        measure('listener', contenders(servers, children, asks), rounds),
      );
    },
    judge: (results) => [
      ...ratio('the listener : h3.serve', results, 'h3.serve', 0.95),
      ...ratio('the listener : listhen alone', results, 'listhen, toNodeHandler'),
    ],
  };
}

function growth({ version, rounds }: Setup, ours: Server, grown: string): Group {
  return {
    name: 'resolve with ten times the dataset',
    run: async () => {
      const asks = await resolveAsks(version);
      const servers: Server[] = [
        ['ten times the dataset', 'hivecheck', grown],
        ours,
        ['ten times the dataset, V8 as it comes', 'hivecheck', grown, 'untuned'],
      ];
      return withServers(servers, async (children) => {
        await requireSameAnswers(children, asks, grown);
        return measure('growth', contenders(servers, children, asks), rounds);
      });
    },
    judge: (results) => [
      ...ratio('resolve with 10 × the dataset : with the dataset', results, OURS, 0.9),
      ...ratio('the same : with V8 as it comes', results, 'ten times the dataset, V8 as it comes'),
    ],
  };
}

function contenders(
  servers: readonly Server[],
  children: readonly Child[],
  asks: readonly Ask[],
): Contender[] {
  return servers.flatMap(([name], at) => {
    const child = children[at];
    return child === undefined ? [] : [{ name, child, asks }];
  });
}

async function withServers<T>(
  servers: readonly Server[],
  use: (children: Child[]) => Promise<T>,
): Promise<T> {
  const children: Child[] = [];
  try {
    for (const [, script, ...args] of servers) children.push(await startChild(script, args));
    return await use(children);
  } finally {
    for (const child of children) await child.stop();
  }
}

/** Throughput of the first result against that of `other`; no line where that one was not measured. */
function ratio(what: string, results: readonly Measured[], other: string, goal?: number): Line[] {
  const value = (results[0]?.rate ?? 0) / (results.find(({ name }) => name === other)?.rate ?? Number.NaN);
  if (Number.isNaN(value)) return [];
  const judged = goal === undefined ? { goal: '' } : { goal: `≥ ${goal.toFixed(2)} ×`, met: value >= goal };
  return [{ what, value, measured: `${value.toFixed(2)} ×`, ...judged }];
}

function tail(what: string, results: readonly Measured[], other: string, goal: number): Line[] {
  const value = (results[0]?.p99 ?? 0) / (results.find(({ name }) => name === other)?.p99 ?? Number.NaN);
  return [
    { what, value, measured: `${value.toFixed(2)} ×`, goal: `≤ ${goal.toFixed(2)} ×`, met: value <= goal },
  ];
}
